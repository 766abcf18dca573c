/**
 * What was done beside the creation of a snapshot that users notice as well, by a run's events or the
 * phases of a log: what a creation did to them cannot be told from what these did.
 */
import type { OtherAct } from "../../contract/creation-cost.ts";
import type { Phase, PhaseName } from "../../contract/phase.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { creationSpans } from "../creation-cost/creation-spans.ts";
import { recognise } from "../errorlog/messages/recognise.ts";
import { productStartAt } from "../errorlog/product-record.ts";
import type { Span } from "../timeline/span.ts";
import { nameOfAct, nameOfCreation, nameOfPhase } from "./act-names.ts";
import type { NoticedAct } from "./noticed-act.ts";

/** Acts that take time, by their phase: the command that tells what each was given; null: a log alone has it. */
const commandOf: Partial<Readonly<Record<PhaseName, string | null>>> = {
  serverStart: "restartServer",
  backup: "backup",
  verifyBackup: "verifyBackup",
  restore: "restore",
  consistencyCheck: "checkDatabase",
  revert: "revertSnapshot",
  tableUpdate: "updateTable",
  tableScan: "scanTable",
  indexRebuild: "rebuildIndex",
  indexCreation: "createIndex",
  selectInto: "selectInto",
  dropTable: "dropTable",
  arraySnapshot: "createArraySnapshot",
  ioFreeze: null,
};

const parting: ReadonlySet<string> = new Set(["serverStart", "restore", "revert"]);
/** Over in a moment, and nothing is afterwards as it was. */
const changesOfLoad: ReadonlySet<string> = new Set(["setUsers", "setReportUsers"]);

const nsPerMs = 1e6;

/** In order of time. */
export const noticedIn = (events: readonly TimelineEvent[]): NoticedAct[] =>
  [...lossesIn(events), ...actsIn(events)].sort((a, b) => a.startMs - b.startMs);

/** Nothing is copied any more from then on, whatever users had borne until then. */
const lossesIn = (events: readonly TimelineEvent[]): NoticedAct[] =>
  events.flatMap((event): NoticedAct[] => {
    const snapshot = event.kind === "errorlog" ? lostSnapshot(event.line) : null;
    if (event.kind !== "errorlog" || snapshot === null) return [];
    const [startMs, endMs] = [event.atMs, event.atMs];
    return [{ what: `the loss of ‘${snapshot}’`, startMs, endMs, creates: null, parts: true }];
  });

const actsIn = (events: readonly TimelineEvent[]): NoticedAct[] =>
  noticedActs(
    events.flatMap((event) => (event.kind === "phase" ? event : [])),
    commandsIn(events),
  );

/** What was asked of a run and carried out. */
export const commandsIn = (events: readonly TimelineEvent[]): GivenCommand[] =>
  events.flatMap((event) =>
    event.kind === "command" && event.outcome === "applied"
      ? { command: event.command, atMs: event.atNs / nsPerMs }
      : [],
  );

/** The snapshot that the record names which follows error 3420. */
function lostSnapshot(line: string): string | null {
  if (!line.includes("is marked suspect")) return null;
  const message = recognise(line.slice(productStartAt(line, 0)?.textStart ?? 0), null);
  return message.kind === "snapshotSuspect" ? message.snapshot : null;
}

export interface GivenCommand {
  readonly command: Readonly<Record<string, unknown>> & { readonly kind: string };
  readonly atMs: number;
}

export function noticedActs(
  phases: readonly Phase[],
  commands: readonly GivenCommand[] = [],
): NoticedAct[] {
  const lasting = lastingActs(phases, commands).map(({ phase, given }): NoticedAct => {
    const { name, database = null, startMs } = phase;
    const what = (given === null ? null : nameOfAct(given.command)) ?? nameOfPhase(phase);
    // A log names the database of each, which may be any of the server's.
    const parts = parting.has(name) && database === null;
    const endMs = name === "revert" ? onlineMs(phase, phases) : phase.endMs;
    return { what, startMs, endMs, creates: arraySnapshotOf(given), parts };
  });
  const creations = creationSpans(phases).map(({ snapshot, startMs, endMs }) => ({
    ...{ what: nameOfCreation(snapshot), startMs, endMs },
    ...{ creates: snapshot, parts: false },
  }));
  const changes = commands.flatMap(({ command, atMs }): NoticedAct[] => {
    const what = changesOfLoad.has(command.kind) ? nameOfAct(command) : null;
    if (what === null) return [];
    return [{ what, startMs: atMs, endMs: atMs, creates: null, parts: true }];
  });
  return [...lasting, ...creations, ...changes].sort((a, b) => a.startMs - b.startMs);
}

/** Null: it is another act, or nobody knows the name. */
export const arraySnapshotOf = (given: GivenCommand | null): string | null =>
  given?.command.kind === "createArraySnapshot" ? String(given.command.name) : null;

export interface LastingAct {
  readonly phase: Phase;
  /** Null: nobody asked for it, as for the backup that a restore takes first, or nobody knows. */
  readonly given: GivenCommand | null;
}

/** Acts that take time, in order, each with the last command before it that asked for such a thing. */
export function lastingActs(
  phases: readonly Phase[],
  commands: readonly GivenCommand[],
): LastingAct[] {
  const untold = commands.toSorted((a, b) => a.atMs - b.atMs);
  const ended = asTheyEnded(phases);
  return ended.flatMap((phase): LastingAct[] => {
    const kind = commandOf[phase.name];
    if (kind === undefined || phase.snapshot !== null || isPart(phase, ended)) return [];
    const at = untold.findLastIndex(
      ({ command, atMs }) => command.kind === kind && atMs <= phase.startMs,
    );
    const [given = null] = at < 0 ? [] : untold.splice(at, 1);
    return [{ phase, given }];
  });
}

/** A run tells of the freeze within its array snapshot, a log of the freeze alone. */
const isPart = ({ name, startMs }: Phase, phases: readonly Phase[]): boolean =>
  name === "ioFreeze" &&
  phases.some(
    (whole) =>
      whole.name === "arraySnapshot" &&
      whole.startMs <= startMs &&
      startMs <= (whole.endMs ?? startMs),
  );

/** When the database of a revert could be used again: it starts anew. Null: it had not by then. */
export function onlineMs(revert: Phase, phases: readonly Phase[]): number | null {
  const { endMs } = revert;
  if (endMs === null) return null;
  const starts = phases.filter(({ name, startMs }) => name === "recovery" && startMs >= endMs);
  const [start] = starts.sort((a, b) => a.startMs - b.startMs);
  return start === undefined ? endMs : start.endMs;
}

/** A phase is told again as it goes on. */
function asTheyEnded(phases: readonly Phase[]): readonly Phase[] {
  const known = new Map<string, Phase>();
  for (const phase of phases) {
    const key = JSON.stringify([phase.name, phase.snapshot, phase.database, phase.startMs]);
    if (known.get(key)?.endMs == null) known.set(key, phase);
  }
  return [...known.values()].sort((a, b) => a.startMs - b.startMs);
}

/** Those that lie in a span, wholly or in part, but for the creation that is looked at. */
export const actsWithin = (
  acts: readonly NoticedAct[],
  { startMs, endMs }: Span,
  snapshot: string,
): OtherAct[] =>
  acts
    .filter(
      (act) =>
        act.creates !== snapshot &&
        act.startMs < endMs &&
        (act.endMs ?? Number.POSITIVE_INFINITY) > startMs,
    )
    .map(({ what, ...act }) => ({ what, startMs: act.startMs, endMs: act.endMs }));
