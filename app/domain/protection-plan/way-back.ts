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
  /** Most files of one of its backups. */
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

/** All of them, the best first: see `compareWays`. `time`: of a way, part by part. */
export function waysBack(
  plan: ProtectionPlan,
  sets: readonly PlanSet[],
  failure: Failure,
  time: (way: Way) => readonly PartTime[],
): TimedWay[] {
  const noticed = noticedSeconds(plan, failure);
  const there = sets.filter(
    ({ startSeconds, removedSeconds }) => startSeconds <= noticed && removedSeconds > noticed,
  );
  if (failure.kind === "lostVolumes" && losesBackups(plan)) return [];
  return [...restores(plan, there, failure), ...reverts(plan, there, failure)]
    .map((way) => {
      const parts = time(way);
      return { ...way, parts, timeSeconds: parts.reduce((sum, { seconds }) => sum + seconds, 0) };
    })
    .sort((one, other) => compareWays(one, other, plan.targets.rpoSeconds));
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

function restores(plan: ProtectionPlan, there: readonly PlanSet[], failure: Failure): Way[] {
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
  const ways: Way[] = [];
  for (const base of sound) {
    const isArray = base.kind === "arraySnapshot";
    if (base.kind !== "full" && (!isArray || isLost)) continue;
    const job = plan.jobs[base.job];
    if (job === undefined) continue;
    const follows = isArray && base.freeze === "none" ? [] : sound;
    const differentials = follows.filter(
      (set) => set.kind === "differential" && set.base === base.name,
    );
    for (const differential of [null, ...differentials]) {
      const data = differential ?? base;
      const takesLogs = hasLog && (!isArray || base.freeze !== "none");
      const chain = takesLogs ? chainFrom(data.reachedSeconds, logs, stop) : [];
      const end = chain.at(-1)?.reachedSeconds ?? data.reachedSeconds;
      const usesTail = takesLogs && tailFrom !== null && end < stop && tailFrom <= end;
      const reached = usesTail ? stop : Math.min(stop, end);
      const used = [
        ...(isArray ? [] : [base]),
        ...(differential === null ? [] : [differential]),
        ...chain,
      ];
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
        files: Math.max(1, ...used.map((set) => plan.jobs[set.job]?.files ?? 1)),
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

/** Backups of the log without a gap from a moment on, until one reaches the stop. `logs`: in their order. */
function chainFrom(from: number, logs: readonly PlanSet[], stop: number): PlanSet[] {
  const chain: PlanSet[] = [];
  let reached = from;
  for (const log of logs) {
    if (reached >= stop) break;
    if (log.reachedSeconds <= reached) continue;
    if ((log.fromSeconds ?? 0) > reached) break;
    chain.push(log);
    reached = log.reachedSeconds;
  }
  return chain;
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
