/**
 * The two times of a logged creation in which nothing is said: between its checkpoint and the opening of its
 * files, and between that and the start-up of the snapshot. A scenario can give them (`storage.spans`).
 */
import type { Phase } from "../../contract/phase.ts";
import { creationSpans, isOf } from "./creation-spans.ts";

export interface SilentSpans {
  readonly snapshot: string;
  readonly startMs: number;
  readonly beforeOpeningMs: number;
  readonly beforeStartUpMs: number;
}

/** The silent spans of each creation whose log states the four moments that they lie between; in order of time. */
export function silentSpans(phases: readonly Phase[]): SilentSpans[] {
  return creationSpans(phases).flatMap((creation) => {
    const own = phases.filter((phase) => isOf(creation, phase));
    const named = (name: Phase["name"]) => own.findLast((phase) => phase.name === name);
    const [checkpoint, open, startup] = [named("checkpoint"), named("open"), named("startup")];
    const [checkpointEnd, opened] = [statedEnd(checkpoint), statedEnd(open)];
    const [opening, starting] = [statedStart(open), statedStart(startup)];
    if (checkpointEnd === null || opening === null || opened === null || starting === null)
      return [];
    const { snapshot, startMs } = creation;
    return {
      ...{ snapshot, startMs },
      beforeOpeningMs: Math.max(opening - checkpointEnd, 0),
      beforeStartUpMs: Math.max(starting - opened, 0),
    };
  });
}

const isStated = (source: Phase["startSource"] | null): boolean =>
  source === undefined || source === "logged";

const statedStart = (phase: Phase | undefined): number | null =>
  phase !== undefined && isStated(phase.startSource) ? phase.startMs : null;

const statedEnd = (phase: Phase | undefined): number | null =>
  phase !== undefined && isStated(phase.endSource) ? phase.endMs : null;
