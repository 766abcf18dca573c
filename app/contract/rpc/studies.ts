/** Studies as a UI starts, follows and ends them. Their runs are runs of the library. */
import * as z from "zod";
import type { Band } from "../band.ts";
import { leastEffectSchema } from "../comparison.ts";
import { integer } from "../fields.ts";
import type { Failure, Result } from "../result.ts";
import { mostRepeats, type Study, studyPlanSchema } from "../study.ts";
import type { StudyResults } from "../study-results.ts";
import type { FileRef } from "./captures.ts";
import type { RunEntry } from "./runs.ts";

/**
 * running: this program or another one is at it; interrupted: the program that ran it ended before the
 * study did; cancelled: somebody ended it; completed: each run had its turn, failed ones included.
 */
export const studyStatuses = ["running", "interrupted", "cancelled", "completed"] as const;
export type StudyStatus = (typeof studyStatuses)[number];

/**
 * waiting: not begun, or begun and interrupted or cancelled, so that it is to be run again; other: completed
 * with a scenario that is not what this version makes of the study, so that it is left out, and kept.
 */
export const studyRunStatuses = ["waiting", "running", "completed", "failed", "other"] as const;
export type StudyRunStatus = (typeof studyRunStatuses)[number];

/** Whether it had its turn. */
export const isOver = ({ status }: { readonly status: StudyRunStatus }): boolean =>
  status !== "waiting" && status !== "running";

/** Whether it is to be run when the study is resumed. */
export const isMissing = ({ status }: { readonly status: StudyRunStatus }): boolean =>
  status !== "completed" && status !== "other";

export interface StudyRun {
  /** Index among the points of the study. */
  readonly point: number;
  readonly repeat: number;
  readonly seed: number;
  readonly status: StudyRunStatus;
  /** Its run in the library, as far as there is one: also of one that waits to be run again. */
  readonly runId?: string;
  /** Why it failed, was interrupted, or is left out. */
  readonly error?: Failure;
}

export interface StudyState extends Study {
  readonly status: StudyStatus;
  /** All of them: of point 0 its repeats in order, then of point 1, and so on. */
  readonly runs: readonly StudyRun[];
  /** Estimate of the wall time that is left, ms; absent until there is something to go by. */
  readonly remainingMs?: number;
  /** What limits its answer, each a sentence: different engines, runs that failed. */
  readonly notes: readonly string[];
}

/** The name is made from what differs where it is left out. */
export const studyRequestSchema = studyPlanSchema.partial({ name: true });
export type StudyRequest = z.infer<typeof studyRequestSchema>;

export const ofStudySchema = z.strictObject({ studyId: z.uuid().describe("id of a study") });

export const resumedStudySchema = ofStudySchema.extend({
  repeats: integer(
    1,
    mostRepeats,
    "runs of each point from now on, no fewer than there are",
  ).exactOptional(),
});

export const studyQuestionSchema = ofStudySchema.extend({
  metric: z
    .string()
    .max(100)
    .exactOptional()
    .describe("a metric to tell of, beside those that are always told"),
  leastEffect: leastEffectSchema.exactOptional(),
});
export type StudyQuestion = z.infer<typeof studyQuestionSchema>;

export interface ImportedRun {
  readonly entry: RunEntry;
  /** False: it was here already. */
  readonly isNew: boolean;
  /** The study whose result it is; null: none that is here. */
  readonly study: Study | null;
}

export interface StudiesService {
  /** Ends when the first runs are on their way. Refuses what cannot be run as a whole before any of it is. */
  start(request: StudyRequest): Promise<Result<{ readonly studyId: string }>>;
  /** The newest first. */
  list(): Promise<readonly StudyState[]>;
  state(studyId: string): Promise<Result<StudyState>>;
  /**
   * The state now, and whenever it has changed; ends after the one that is no longer running. A reader
   * that falls behind gets the newest. A study that is not there gives nothing.
   */
  watch(studyId: string, signal: AbortSignal): AsyncIterable<StudyState>;
  /** What it comes to so far. */
  results(question: StudyQuestion, signal?: AbortSignal): Promise<Result<StudyResults>>;
  /** A study that was made elsewhere, from its file; its results may follow. One that is here stays as it is. */
  addFile(file: FileRef): Promise<Result<Study>>;
  /**
   * A run's file, which comes in as the result of a study that lacks it, whatever names it carries. `studyIds`:
   * of these alone, and what is none of theirs is refused; none: of any here, and what is of none comes in
   * by itself.
   */
  importRun(file: FileRef, studyIds: readonly string[]): Promise<Result<ImportedRun>>;
  /** The band of a study of what is assumed, as far as its runs are. */
  band(studyId: string, signal?: AbortSignal): Promise<Result<Band>>;
  /** Ends its runs at once. What was completed stays; `resume` goes on. */
  cancel(studyId: string): Promise<Result<null>>;
  /**
   * Runs what is missing: what was not begun, was interrupted, cancelled, or failed. `repeats`: so many of each point,
   * with the seeds that follow.
   */
  resume(studyId: string, repeats?: number): Promise<Result<null>>;
  /** With its runs: out of the library at once, from the disk at the next start. */
  remove(studyId: string): Promise<Result<null>>;
}
