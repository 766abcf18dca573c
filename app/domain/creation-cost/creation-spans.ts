/** The creations that phases tell of, and the time around each that its cost is read from. */
import { givenPhaseNames, type Phase, phaseNames } from "../../contract/phase.ts";
import { nameOfArraySnapshot, nameOfCreation } from "../acts/act-names.ts";
import type { NoticedAct } from "../acts/noticed-act.ts";
import type { Span } from "../timeline/span.ts";

type CreationPhase = Pick<Phase, "snapshot" | "name" | "startMs" | "endMs">;

export interface CreationSpan {
  readonly snapshot: string;
  readonly startMs: number;
  /** Null: not completed. */
  readonly endMs: number | null;
  /** Start of analysis; null: it had not begun. */
  readonly asOfMs: number | null;
  /** What its scenario gave of it, no prediction. */
  readonly givenMs: number;
  /** A log without trace flags tells of it from its start-up on: it took longer. */
  readonly fromStartup?: true;
  /** An array took it; `frozenMs`: how long the database's writes were held, null: they were not. */
  readonly array?: { readonly frozenMs: number | null };
}

const ofCreation: ReadonlySet<string> = new Set(phaseNames);

/** In order of time. A snapshot that was dropped may be created again under its name. */
export function creationSpans(phases: readonly CreationPhase[]): CreationSpan[] {
  const creations: Omit<CreationSpan, "givenMs">[] = [];
  for (const phase of phases) {
    if (phase.snapshot === null || !ofCreation.has(phase.name)) continue;
    const known = creations.findLastIndex(({ snapshot }) => snapshot === phase.snapshot);
    const creation = creations[known];
    // Each `files` begins one; an engine tells a phase more than once, as it goes on.
    const begins = phase.name === "files" && phase.startMs !== creation?.startMs;
    if (creation === undefined || begins) {
      creations.push({
        snapshot: phase.snapshot,
        startMs: phase.startMs,
        endMs: null,
        asOfMs: null,
        ...(phase.name === "startup" ? { fromStartup: true as const } : {}),
      });
      continue;
    }
    creations[known] = {
      ...creation,
      asOfMs: phase.name === "analysis" ? phase.startMs : creation.asOfMs,
      endMs: phase.name === "complete" ? phase.endMs : creation.endMs,
    };
  }
  return creations.map((creation) => ({ ...creation, givenMs: givenMsOf(creation, phases) }));
}

/** What a scenario gives has one phase of a name in each creation. */
const givenMsOf = (
  creation: Omit<CreationSpan, "givenMs">,
  phases: readonly CreationPhase[],
): number =>
  givenPhaseNames.reduce((sum, name) => {
    const told = phases.findLast(
      (phase) => phase.name === name && phase.endMs !== null && isOf(creation, phase),
    );
    return sum + (told === undefined ? 0 : (told.endMs ?? 0) - told.startMs);
  }, 0);

/** Whether a phase is one of a creation's. */
export const isOf = (
  { snapshot, startMs, endMs }: Pick<CreationSpan, "snapshot" | "startMs" | "endMs">,
  phase: Pick<Phase, "snapshot" | "startMs">,
): boolean =>
  phase.snapshot === snapshot &&
  phase.startMs >= startMs &&
  phase.startMs <= (endMs ?? Number.POSITIVE_INFINITY);

/** What of a recording can be compared with. */
export interface RecordedSpan {
  /** Before it nothing counts. */
  readonly warmupMs: number;
  /** How far the recording goes. */
  readonly endMs: number;
}

export interface WatchedCreation extends CreationSpan {
  /** Baseline; without length where there was no time before it. */
  readonly before: Span;
  /** From its end, or what was recorded of it, on. */
  readonly after: Span;
  /** With whose start that ends: "the creation of ‘s2’"; absent: with nothing's. */
  readonly next?: string;
}

/** So long before and after a creation figures are read, and as many of its lengths if it is longer. */
const watchedMs = 600_000;
const watchedLengths = 10;

/**
 * `before` begins with the end of the warm-up, of an earlier creation or of an act that parts what was
 * measured, `after` ends with the start of a later one: so no creation is part of another's baseline, and no
 * revert of either. Both have a limit that depends on the creation alone: what comes long after it is none of
 * its cost.
 */
export function watchedCreations(
  creations: readonly CreationSpan[],
  { warmupMs, endMs: recordedMs }: RecordedSpan,
  acts: readonly NoticedAct[] = [],
): WatchedCreation[] {
  const parting = acts.filter(({ parts }) => parts);
  return creations.map((creation) => {
    const { startMs } = creation;
    const endMs = creation.endMs ?? recordedMs;
    const others = [
      ...creations
        .filter((other) => other !== creation)
        .map((other) => ({
          ...other,
          what:
            other.array === undefined
              ? nameOfCreation(other.snapshot)
              : nameOfArraySnapshot(other.snapshot),
        })),
      ...parting,
    ].sort((a, b) => a.startMs - b.startMs);
    const earlier = others.flatMap((other) => other.endMs ?? []).filter((end) => end <= startMs);
    const later = others.find((other) => other.startMs >= endMs);
    const limitMs = Math.max(watchedMs, watchedLengths * (endMs - startMs));
    const lastMs = Math.min(recordedMs, endMs + limitMs);
    const next = later !== undefined && later.startMs <= lastMs ? later : null;
    return {
      ...creation,
      ...(next === null ? {} : { next: next.what }),
      before: {
        startMs: Math.min(startMs, Math.max(warmupMs, startMs - limitMs, ...earlier)),
        endMs: startMs,
      },
      after: {
        startMs: endMs,
        endMs: Math.max(endMs, next?.startMs ?? lastMs),
      },
    };
  });
}
