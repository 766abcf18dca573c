/**
 * When the database of a run could not be used because somebody reverted it, restored it or restarted its
 * server, and what that lost: from the summary, which has all of it.
 */
import type { Phase } from "../../contract/phase.ts";
import type { RestoreSummary, Summary } from "../../contract/summary.ts";
import { type GivenCommand, type LastingAct, lastingActs, onlineMs } from "./noticed-acts.ts";

export type ActsOfRun = Pick<
  Summary,
  | "run"
  | "scenario"
  | "timeline"
  | "phases"
  | "snapshots"
  | "backups"
  | "arraySnapshots"
  | "restores"
  | "reverts"
>;

interface Times {
  /** From when on nobody could use it: users are thrown out. */
  readonly startMs: number;
  /** From when on it could be used again; null: it could not by the end of the run. */
  readonly endMs: number | null;
  /** How long users had worked whose commits are lost; null: nobody knows. */
  readonly lossMs: number | null;
}

export interface Revert extends Times {
  readonly kind: "revert";
  /** Null: of a run that does not tell what was asked of it. */
  readonly snapshot: string | null;
  /** What time the database went back to; null: not known. */
  readonly backToMs: number | null;
  /** Null: it was cut off, or is one of an earlier version, which did not count them. */
  readonly discardedCommits: number | null;
  readonly figures: Phase["figures"];
}

export interface RestoreInPlace extends Times {
  readonly kind: "restore";
  /** What time the database went back to; null: to the end of its backups, or not known. */
  readonly backToMs: number | null;
  readonly restore: RestoreSummary;
}

export interface Restart extends Times {
  readonly kind: "restart";
  readonly crash: boolean;
}

export type Outage = Revert | RestoreInPlace | Restart;

const nsPerMs = 1e6;

/** What was asked of a run and begun, on its timeline and live, in order of time. */
export const commandsGiven = ({
  timeline,
  scenario,
}: Pick<Summary, "timeline" | "scenario">): GivenCommand[] =>
  [
    ...timeline.flatMap(({ command, firedMs }) =>
      firedMs === null ? [] : { command, atMs: firedMs },
    ),
    ...scenario.commands.map(({ command, atNs }) => ({ command, atMs: atNs / nsPerMs })),
  ].sort((a, b) => a.atMs - b.atMs);

/** In order of time. */
export function outagesOf(summary: ActsOfRun): Outage[] {
  const acts = lastingActs(summary.phases, commandsGiven(summary));
  const reverts = acts.filter(({ phase }) => phase.name === "revert");
  const begun = [
    ...acts.flatMap((act) => (act.phase.name === "serverStart" ? restartOf(act) : [])),
    ...reverts.map((act, at) => revertOf(act, summary, at)),
    ...summary.restores.flatMap((restore) =>
      restore.database == null ? inPlace(restore, summary) : [],
    ),
  ].sort((a, b) => a.startMs - b.startMs);
  return begun.map((outage, at) => ({ ...outage, lossMs: lossOf(outage, begun.slice(0, at)) }));
}

/** `at`: how many reverts there were before. */
function revertOf(
  { phase, given }: LastingAct,
  { phases, snapshots, reverts }: ActsOfRun,
  at: number,
): Revert {
  const startMs = given?.atMs ?? phase.startMs;
  const name = given?.command.name;
  const snapshot = typeof name === "string" ? name : null;
  const source = snapshots.findLast(
    ({ name, asOfMs }) => name === snapshot && asOfMs !== null && asOfMs <= startMs,
  );
  return {
    ...{ kind: "revert", snapshot, backToMs: source?.asOfMs ?? null, figures: phase.figures },
    ...{ startMs, endMs: onlineMs(phase, phases), lossMs: null },
    discardedCommits: reverts?.[at]?.discardedCommits ?? null,
  };
}

const restartOf = ({ phase, given }: LastingAct): Restart => ({
  ...{ kind: "restart", crash: given?.command.mode === "crash", lossMs: null },
  ...{ startMs: given?.atMs ?? phase.startMs, endMs: phase.endMs },
});

const inPlace = (
  restore: RestoreSummary,
  summary: Pick<ActsOfRun, "arraySnapshots">,
): RestoreInPlace => ({
  ...{ kind: "restore", restore, lossMs: null },
  ...{ startMs: restore.startMs, endMs: restore.endMs },
  backToMs: restore.stopAtMs ?? takenMs(restore, summary),
});

/** When the array took what is restored without a backup behind it; null: it is restored otherwise. */
function takenMs(
  { arraySnapshot, from, startMs }: RestoreSummary,
  { arraySnapshots = [] }: Pick<ActsOfRun, "arraySnapshots">,
): number | null {
  const taken = arraySnapshots.findLast(
    (one) => one.name === arraySnapshot && from.length === 0 && one.startMs <= startMs,
  );
  return taken?.frozenToMs ?? taken?.endMs ?? null;
}

/**
 * Nobody commits during an outage. What was lost before cannot be lost again: a second revert to a snapshot
 * loses what came after the first. Another way back across an earlier one leads to another history.
 */
function lossOf(outage: Outage, earlier: readonly Outage[]): number | null {
  if (outage.kind === "restart") return 0;
  const { backToMs } = outage;
  if (backToMs === null) return losesNothing(outage) ? 0 : null;
  const between = earlier.filter(({ endMs }) => endMs !== null && endMs > backToMs);
  const ways = between.filter(({ kind }) => kind !== "restart");
  const isSameWay = (one: Outage) =>
    one.kind === "revert" && outage.kind === "revert" && one.backToMs === backToMs;
  if (!ways.every(isSameWay)) return null;
  const fromMs = Math.max(backToMs, ...ways.map(({ endMs }) => endMs ?? 0));
  const idleMs = between
    .filter(({ startMs }) => startMs >= fromMs)
    .reduce((sum, { startMs, endMs }) => sum + (endMs ?? startMs) - startMs, 0);
  return Math.max(0, outage.startMs - fromMs - idleMs);
}

const losesNothing = (outage: Outage): boolean =>
  outage.kind === "restore" && outage.restore.discardedCommits === 0;

/** Time without service, all told; null where there was no outage, or one had no end. */
export function timeWithoutService(outages: readonly Outage[]): number | null {
  if (outages.length === 0 || outages.some(({ endMs }) => endMs === null)) return null;
  return outages.reduce((sum, { startMs, endMs }) => sum + (endMs ?? startMs) - startMs, 0);
}

/** How long users had worked whose commits reverts and restores lost; null where nobody knows, or there was none. */
export function dataLossWindow(outages: readonly Outage[]): number | null {
  const losses = outages.filter(({ kind }) => kind !== "restart").map(({ lossMs }) => lossMs);
  if (losses.length === 0) return null;
  return losses.reduce<number | null>(
    (sum, loss) => (sum === null || loss === null ? null : sum + loss),
    0,
  );
}

/** By all reverts and restores together; null where there was none, or one has not counted them. */
export function commitsLost(outages: readonly Outage[]): number | null {
  const counts = outages.flatMap((outage) => {
    if (outage.kind === "restart") return [];
    return outage.kind === "restore" ? outage.restore.discardedCommits : outage.discardedCommits;
  });
  return counts.length === 0
    ? null
    : counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count));
}
