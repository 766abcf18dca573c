/**
 * What a plan has taken, each with its begin, the moment to which it reaches, its end, and when it is removed: the
 * schedule has always run, so the day begins with what days before it have left.
 */
import type { PlanJob, PlanJobKind, ProtectionPlan } from "../../contract/protection-plan.ts";
import {
  checkpointSeconds,
  logBackup,
  type PlanModel,
  pagesBackup,
  type SetFigures,
} from "./backup-estimate.ts";

export interface PlanSet {
  /** Place of its job in the plan. */
  readonly job: number;
  readonly kind: PlanJobKind;
  /** By which a run calls it: "full_3". */
  readonly name: string;
  /** All times: seconds of the day; below 0: of the days before it. */
  readonly startSeconds: number;
  /** What was committed by then is in it. */
  readonly reachedSeconds: number;
  readonly endSeconds: number;
  /** When it is removed; infinite: not within the day. */
  readonly removedSeconds: number;
  readonly bytes: number;
  readonly pages: number;
  /** Name of the set that a differential goes with; null: of another kind. */
  readonly base: string | null;
  /** From where a backup of the log has it; null: of another kind. */
  readonly fromSeconds: number | null;
  readonly copyOnly: boolean;
  readonly freeze: PlanJob["freeze"];
}

/** Figures of sets, so that a test can have its own. */
export interface SetModel {
  figures(job: PlanJob, sinceSeconds: number): SetFigures;
  /** From the begin of a snapshot to its instant, and to its end. */
  snapshotSeconds(job: PlanJob): { readonly reached: number; readonly end: number };
}

/** Of the engine's own steps. */
export function setModelOf(model: PlanModel): SetModel {
  const { scenario } = model;
  const { arraySnapshotTimes: times, placement } = scenario.storage;
  const volumes = new Set([placement.data, placement.log].flat()).size;
  return {
    figures: (job, since) =>
      job.kind === "log" ? logBackup(model, since, job.files) : pagesBackup(model, job, since),
    snapshotSeconds: ({ kind, freeze }) => {
      if (kind === "databaseSnapshot") {
        // Its instant is behind its checkpoint, which is most of what a creation takes.
        const reached = checkpointSeconds(model);
        return { reached, end: reached + recoverySeconds };
      }
      const others = freeze === "vss" ? (times.otherDatabases * times.otherDatabaseMs) / 1000 : 0;
      const reached = times.prepareSeconds + others;
      return { reached, end: reached + (volumes * times.commitMsPerVolume) / 1000 };
    },
  };
}

/** In which a database snapshot recovers, about. */
const recoverySeconds = 1;

interface Draft {
  readonly job: number;
  readonly at: number;
}

/** What is there at some moment of the day, in the order of the begins. */
export function setsOf({ jobs, daySeconds }: ProtectionPlan, model: SetModel): PlanSet[] {
  const begin = -lookbackSeconds(jobs);
  const drafts = jobs
    .flatMap((job, place) =>
      startsOf(job, begin, daySeconds).map((at): Draft => ({ job: place, at })),
    )
    .sort((a, b) => a.at - b.at || order(jobs[a.job]) - order(jobs[b.job]) || a.job - b.job);
  const sets: PlanSet[] = [];
  const counts = new Map<PlanJobKind, number>();
  // Backups of pages come one after the other, and so do those of the log.
  const freeAt = { pages: Number.NEGATIVE_INFINITY, log: Number.NEGATIVE_INFINITY };
  const lastOfJob = new Map<number, PlanSet>();
  let base: PlanSet | null = null;
  let logEnd: number | null = null;
  for (const { job: place, at } of drafts) {
    const job = jobs[place];
    if (job === undefined) continue;
    const former = lastOfJob.get(place);
    // An agent does not start what still runs.
    if (former !== undefined && former.endSeconds > at) continue;
    const { kind } = job;
    const turn =
      kind === "log" ? "log" : kind === "full" || kind === "differential" ? "pages" : null;
    const start: number = turn === null ? at : Math.max(at, freeAt[turn]);
    if (kind === "differential" && (base === null || base.endSeconds > start)) continue;
    if (kind === "log" && logEnd === null) continue;
    const since: number =
      kind === "differential"
        ? start - (base?.startSeconds ?? start)
        : kind === "log"
          ? start - (logEnd ?? start)
          : 0;
    const taken = timesOf(job, start, since, model);
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    const set: PlanSet = {
      ...taken,
      job: place,
      kind,
      name: `${shortNames[kind]}_${number}`,
      startSeconds: start,
      removedSeconds: Number.POSITIVE_INFINITY,
      base: kind === "differential" ? (base?.name ?? null) : null,
      fromSeconds: kind === "log" ? logEnd : null,
      copyOnly: job.copyOnly,
      freeze: job.freeze,
    };
    sets.push(set);
    lastOfJob.set(place, set);
    if (turn !== null) freeAt[turn] = set.endSeconds;
    const begins = kind === "full" || (kind === "arraySnapshot" && job.freeze !== "none");
    if (begins && !job.copyOnly) base = set;
    // The first of them begins the chain of log backups, which later ones leave alone.
    if (begins && logEnd === null) logEnd = set.reachedSeconds;
    if (kind === "log") logEnd = set.reachedSeconds;
  }
  return withRemovals(sets, jobs).filter(({ removedSeconds }) => removedSeconds > 0);
}

const shortNames: Readonly<Record<PlanJobKind, string>> = {
  full: "full",
  differential: "diff",
  log: "log",
  arraySnapshot: "array",
  databaseSnapshot: "snap",
};

/** What begins at the same moment: what others are based on comes first. */
const order = (job: PlanJob | undefined): number =>
  job === undefined
    ? 0
    : ["full", "arraySnapshot", "databaseSnapshot", "differential", "log"].indexOf(job.kind);

/** As long as anything is kept, and for two of the longest periods. */
export const lookbackSeconds = (jobs: readonly PlanJob[]): number =>
  Math.max(
    0,
    ...jobs.map((job) => Math.max(2 * job.everySeconds, keptSeconds(job) + job.everySeconds)),
  ) + Math.max(0, ...jobs.map(({ kind, everySeconds }) => (kind === "full" ? everySeconds : 0)));

/** How long one is kept, about. */
export const keptSeconds = ({ keepSeconds, keepCount, everySeconds }: PlanJob): number =>
  keepSeconds ?? (keepCount ?? 1) * everySeconds;

function startsOf(job: PlanJob, from: number, to: number): number[] {
  const { everySeconds, offsetSeconds } = job;
  const first = Math.ceil((from - offsetSeconds) / everySeconds);
  const last = Math.ceil((to - offsetSeconds) / everySeconds) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    return Number((offsetSeconds + (first + at) * everySeconds).toFixed(3));
  });
}

type Times = Pick<PlanSet, "reachedSeconds" | "endSeconds" | "bytes" | "pages">;

function timesOf(job: PlanJob, start: number, since: number, model: SetModel): Times {
  if (job.kind === "arraySnapshot" || job.kind === "databaseSnapshot") {
    const { reached, end } = model.snapshotSeconds(job);
    return { reachedSeconds: start + reached, endSeconds: start + end, bytes: 0, pages: 0 };
  }
  const { seconds, bytes, pages } = model.figures(job, since);
  const end = start + seconds;
  // A backup of the log has what there was at its begin, one of pages what there is when they have been read.
  return { reachedSeconds: job.kind === "log" ? start : end, endSeconds: end, bytes, pages };
}

/** One goes when so many after it are complete, or its time is over. */
function withRemovals(sets: readonly PlanSet[], jobs: readonly PlanJob[]): PlanSet[] {
  const ofJob = new Map<number, PlanSet[]>();
  for (const set of sets) {
    const list = ofJob.get(set.job);
    if (list === undefined) ofJob.set(set.job, [set]);
    else list.push(set);
  }
  const places = new Map<string, number>();
  for (const list of ofJob.values())
    for (const [at, { name }] of list.entries()) places.set(name, at);
  return sets.map((set) => {
    const job = jobs[set.job];
    const later = ofJob.get(set.job)?.[
      (places.get(set.name) ?? 0) + (job?.keepCount ?? Number.POSITIVE_INFINITY)
    ];
    const bySeconds =
      job?.keepSeconds == null ? Number.POSITIVE_INFINITY : set.endSeconds + job.keepSeconds;
    return {
      ...set,
      removedSeconds: Math.min(bySeconds, later?.endSeconds ?? Number.POSITIVE_INFINITY),
    };
  });
}
