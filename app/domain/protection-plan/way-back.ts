/**
 * The ways back after a failure: which base, which differential, which backups of the log, or a revert to a database
 * snapshot; and which of them is the best. Pure decisions over what a plan has taken.
 */
import { backupVolumes, dataVolumes } from "../../contract/placement.ts";
import type { PlanFailure, PlanJob, ProtectionPlan } from "../../contract/protection-plan.ts";
import type { PlanSet } from "./occurrences.ts";

export interface Failure {
  readonly kind: PlanFailure;
  /** Seconds of the day. */
  readonly atSeconds: number;
}

/** All but what it takes. */
export interface Way {
  readonly kind: "backups" | "arraySnapshot" | "databaseSnapshot";
  readonly failure: PlanFailure;
  readonly noticedSeconds: number;
  /** The job of its base. */
  readonly job: PlanJob;
  readonly base: PlanSet;
  readonly differential: PlanSet | null;
  /** In their order, without the tail. */
  readonly logs: readonly PlanSet[];
  /** From where the tail of the log is backed up first; null: it is not, or is lost. */
  readonly tailFromSeconds: number | null;
  readonly usesTail: boolean;
  /** What was committed by then is back. */
  readonly reachedSeconds: number;
  /** Work that is lost: from then to when the failure was noticed. */
  readonly lossSeconds: number;
  /** Most files of a backup of its base, its differential or its log. */
  readonly files: number;
}

/** What takes time on a way back. */
export const wayParts = [
  "tail",
  "files",
  "snapshotFirst",
  "array",
  "pages",
  "log",
  "flush",
  "recovery",
  "revert",
] as const;
export type WayPart = (typeof wayParts)[number];

export interface PartTime {
  readonly part: WayPart;
  readonly seconds: number;
}

export interface TimedWay extends Way {
  readonly parts: readonly PartTime[];
  readonly timeSeconds: number;
}

export const noticedSeconds = ({ noticedAfterSeconds }: ProtectionPlan, failure: Failure): number =>
  failure.atSeconds + (failure.kind === "lostVolumes" ? 0 : noticedAfterSeconds[failure.kind]);

type TimeOf = (way: Way) => readonly PartTime[];

/** All of them, the best first: see `compareWays`. `time`: of a way, part by part. */
export const waysBack = (
  plan: ProtectionPlan,
  sets: readonly PlanSet[],
  failure: Failure,
  time: TimeOf,
): TimedWay[] => timed(waysOf(plan, sets, failure, true), plan, time);

/** The first of them, which is found without most of the others; null: there is none. */
export const bestWayBack = (
  plan: ProtectionPlan,
  sets: readonly PlanSet[],
  failure: Failure,
  time: TimeOf,
): TimedWay | null => timed(waysOf(plan, sets, failure, false), plan, time)[0] ?? null;

const timed = (ways: readonly Way[], { targets }: ProtectionPlan, time: TimeOf): TimedWay[] =>
  ways
    .map((way) => {
      const parts = time(way);
      return { ...way, parts, timeSeconds: parts.reduce((sum, { seconds }) => sum + seconds, 0) };
    })
    .sort((one, other) => compareWays(one, other, targets.rpoSeconds));

/** `all`: those included that cannot be the best. */
function waysOf(
  plan: ProtectionPlan,
  sets: readonly PlanSet[],
  failure: Failure,
  all: boolean,
): Way[] {
  if (failure.kind === "lostVolumes" && losesBackups(plan)) return [];
  const noticed = noticedSeconds(plan, failure);
  const there = sets.filter(
    ({ startSeconds, removedSeconds }) => startSeconds <= noticed && removedSeconds > noticed,
  );
  return [...restores(plan, there, failure, all), ...reverts(plan, there, failure)];
}

/**
 * Each way rolls as far forward as its log goes. Of ways that lose no more than may be lost, the fastest; of others that which loses least. Without a target nothing
 * may be lost that need not be.
 */
export function compareWays(
  one: Pick<TimedWay, "lossSeconds" | "timeSeconds">,
  other: Pick<TimedWay, "lossSeconds" | "timeSeconds">,
  rpoSeconds: number | null,
): number {
  const keeps = (way: typeof one) => rpoSeconds !== null && way.lossSeconds <= rpoSeconds;
  if (keeps(one) !== keeps(other)) return keeps(one) ? -1 : 1;
  const [byLoss, byTime] = [
    Math.round(1000 * (one.lossSeconds - other.lossSeconds)),
    one.timeSeconds - other.timeSeconds,
  ];
  return keeps(one) ? byTime || byLoss : byLoss || byTime;
}

/** Whether the backups lie on a volume that goes with the database. */
export function losesBackups({ scenario: { storage } }: ProtectionPlan): boolean {
  const lost = new Set([...dataVolumes(storage.placement), storage.placement.log]);
  return backupVolumes(storage.placement).some((name) => lost.has(name));
}

function restores(
  plan: ProtectionPlan,
  there: readonly PlanSet[],
  failure: Failure,
  all: boolean,
): Way[] {
  const noticed = noticedSeconds(plan, failure);
  const { kind, atSeconds } = failure;
  const isLost = kind === "lostVolumes";
  // What is taken of a database that is wrong or damaged is wrong or damaged.
  const sound = there.filter(({ endSeconds }) => endSeconds <= atSeconds);
  const stop = kind === "wrongUpdate" ? atSeconds : noticed;
  const hasLog = plan.scenario.database.recoveryModel === "full";
  const logs = there.filter(
    (set) => set.kind === "log" && (isLost ? set.endSeconds <= noticed : true),
  );
  const keepsTail = hasLog && !isLost;
  const tailFrom = keepsTail ? (logs.at(-1)?.reachedSeconds ?? firstOfLog(there)) : null;
  const chainFrom = chainsOf(logs, stop);
  const filesOf = (set: PlanSet | null | undefined) => plan.jobs[set?.job ?? -1]?.files ?? 1;
  const allDifferentials = sound.filter((set) => set.kind === "differential");
  const newest = new Map(sound.map((set) => [set.job, set]));
  const ways: Way[] = [];
  for (const base of sound) {
    const isArray = base.kind === "arraySnapshot";
    if (base.kind !== "full" && (!isArray || isLost)) continue;
    const job = plan.jobs[base.job];
    if (job === undefined) continue;
    const differentials = allDifferentials.filter((set) => set.base === base.name);
    // Behind a newer one of its job lies less log, and nothing else is different.
    const alone = all || newest.get(base.job) === base ? [null] : [];
    for (const differential of [...alone, ...differentials]) {
      const data = differential ?? base;
      const takesLogs = hasLog && (!isArray || base.freeze !== "none");
      const chain = takesLogs ? chainFrom(data.reachedSeconds) : [];
      const end = chain.at(-1)?.reachedSeconds ?? data.reachedSeconds;
      const usesTail = takesLogs && tailFrom !== null && end < stop && tailFrom <= end;
      const reached = usesTail ? stop : Math.min(stop, end);
      ways.push({
        kind: isArray ? "arraySnapshot" : "backups",
        failure: kind,
        noticedSeconds: noticed,
        job,
        base,
        differential,
        logs: chain,
        tailFromSeconds: tailFrom,
        usesTail,
        reachedSeconds: reached,
        lossSeconds: noticed - reached,
        files: Math.max(
          ...[isArray ? null : base, differential, chain[0]].map((set) => filesOf(set)),
        ),
      });
    }
  }
  return ways;
}

/** Where the log begins that no backup has yet: at the first base. */
const firstOfLog = (there: readonly PlanSet[]): number | null =>
  there.find(
    ({ kind, freeze }) => kind === "full" || (kind === "arraySnapshot" && freeze !== "none"),
  )?.reachedSeconds ?? null;

/** Of any moment the backups of the log without a gap from it on, until one reaches the stop. `logs`: in their order. */
function chainsOf(logs: readonly PlanSet[], stop: number): (from: number) => PlanSet[] {
  const needed = logs.findIndex(({ reachedSeconds }) => reachedSeconds >= stop);
  const last = needed === -1 ? logs.length - 1 : needed;
  /** By each of them the last without a gap behind it. */
  const ends: number[] = [];
  for (let at = last; at >= 0; --at) {
    const next = at < last ? logs[at + 1] : undefined;
    const goesOn = next !== undefined && (next.fromSeconds ?? 0) <= (logs[at]?.reachedSeconds ?? 0);
    ends[at] = goesOn ? (ends[at + 1] ?? at) : at;
  }
  return (from) => {
    if (from >= stop) return [];
    const first = logs.findLastIndex(({ reachedSeconds }) => reachedSeconds <= from) + 1;
    const isGap = (logs[first]?.fromSeconds ?? 0) > from;
    return isGap ? [] : logs.slice(first, (ends[first] ?? -1) + 1);
  };
}

/** Only a wrong change: a snapshot reads what has not changed from the database itself. */
function reverts(plan: ProtectionPlan, there: readonly PlanSet[], failure: Failure): Way[] {
  if (failure.kind !== "wrongUpdate") return [];
  const noticed = noticedSeconds(plan, failure);
  return there.flatMap((base): Way[] => {
    const job = plan.jobs[base.job];
    const isBefore = base.reachedSeconds <= failure.atSeconds && base.endSeconds <= noticed;
    if (base.kind !== "databaseSnapshot" || !isBefore || job === undefined) return [];
    return [
      {
        kind: "databaseSnapshot",
        failure: failure.kind,
        noticedSeconds: noticed,
        job,
        base,
        differential: null,
        logs: [],
        tailFromSeconds: null,
        usesTail: false,
        reachedSeconds: base.reachedSeconds,
        lossSeconds: noticed - base.reachedSeconds,
        files: 1,
      },
    ];
  });
}
