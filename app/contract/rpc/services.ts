/**
 * What the services offer to a UI, whatever host they run in. `router.ts` puts this interface on the
 * wire; app/services implements it. Whatever a user can cause to fail comes back as a Result.
 */
import type { Command } from "../command.ts";
import type { DeviceDescription, DeviceFigures } from "../device.ts";
import type { ReportEdits } from "../report-edits.ts";
import type { Result } from "../result.ts";
import type { Scenario } from "../scenario.ts";
import type { SteadyState } from "../steady-state.ts";
import type { CapturesService, FileRef, UploadsService } from "./captures.ts";
import type { ComparisonsService } from "./comparisons.ts";
import type { ExportedFile, RecordFormat, ReportFormat } from "./exports.ts";
import type { FiguresService } from "./figures.ts";
import type { LessonsService } from "./lessons.ts";
import type { RecordingRef, RecordingsService } from "./recordings.ts";
import type { RecordFilter } from "./records.ts";
import type { RunChange, RunEntry, RunStep } from "./runs.ts";
import type { StudiesService } from "./studies.ts";
import type { LiveUpdate, RecordedTimeline, RunDetails } from "./timeline-data.ts";

export interface PresetEntry {
  /** What the command line calls it: "creation-under-load". */
  readonly name: string;
  /** "Creation under load". */
  readonly title: string;
  /** What it shows. */
  readonly description: string;
  readonly scenario: Scenario;
  /** Median wall time of completed runs of it in the library, ms; null: none yet. */
  readonly typicalWallMs: number | null;
  /** How many runs that is the median of. */
  readonly typicalOf: number;
  /** What their first creation typically took, in engine time; null: none was completed. */
  readonly typicalCreationMs: number | null;
}

export interface StartRequest {
  /** Checked against the scenario's schema. */
  readonly scenario: unknown;
  readonly preset: string | null;
  /** The step of a series that it is. */
  readonly step?: RunStep;
  /** It pauses where it begins. */
  readonly paused?: boolean;
}

export interface StartedRun extends RunEntry {
  /** What was done before it could start, each in a sentence. */
  readonly notes: readonly string[];
}

export interface ExperimentsService {
  /** Ends when the engine runs; the run is in the library from then on. */
  start(request: StartRequest): Promise<Result<StartedRun>>;
  command(runId: string, command: Command): Promise<Result<null>>;
  /** Ends the engine process at once, for a run that does not heed a cancel. */
  kill(runId: string): Promise<Result<null>>;
  /** Removes what interrupted runs left in the folders of a scenario: how many files. */
  removeLeftovers(scenario: unknown): Promise<Result<number>>;
  /** Pieces from the start of the run; ends after the last. A run that is over is one piece. */
  watch(runId: string, signal: AbortSignal): AsyncIterable<LiveUpdate>;
}

/** What happened to the library, so that lists can follow. */
export type LibraryChange =
  | { readonly kind: "changed"; readonly entry: RunEntry }
  | { readonly kind: "removed"; readonly runId: string };

export interface RemovedRun {
  readonly entry: RunEntry;
  /** ISO 8601, UTC. */
  readonly removedAt: string;
}

export interface LibraryService {
  list(): Promise<readonly RunEntry[]>;
  /** At most `points` points per column; all of the run, or a span of it. */
  timeline(request: TimelineRequest, signal?: AbortSignal): Promise<Result<RecordedTimeline>>;
  /** What a run was asked for and how it ended, without a sample. */
  details(runId: string): Promise<Result<RunDetails>>;
  /** By the samples of its counter Transactions/sec after the warm-up, and what somebody said of it. */
  steadyState(runId: string): Promise<Result<SteadyState>>;
  change(runId: string, change: RunChange): Promise<Result<RunEntry>>;
  /** Out of the list at once, from the disk at the next start: until then `restore` brings it back. */
  remove(runIds: readonly string[]): Promise<Result<null>>;
  restore(runIds: readonly string[]): Promise<Result<readonly RunEntry[]>>;
  /** What `restore` would bring back, deleted last first. */
  removed(): Promise<readonly RemovedRun[]>;
  exportRun(runId: string): Promise<Result<ExportedFile>>;
  importRun(file: FileRef): Promise<Result<RunEntry>>;
  changes(signal: AbortSignal): AsyncIterable<LibraryChange>;
}

export interface TimelineRequest {
  readonly runId: string;
  readonly points: number;
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** What a report is of. */
export interface ReportSubject {
  readonly recording: RecordingRef;
  /** The part that is meant, where its figures are not of the whole alone; null: all. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
  /** What somebody made of it; absent: nothing. */
  readonly edits?: ReportEdits;
}

/** What can be edited of a report. */
export interface ReportSection {
  readonly id: string;
  /** Its usual one. */
  readonly title: string;
  /**
   * head: title and conclusion of the report, always first; section: one of its sections, which have an order;
   * chart: one that was added to them; end: behind them all, without a number.
   */
  readonly kind: "head" | "section" | "chart" | "end";
}

export interface ReportPreview {
  readonly html: string;
  /** In their usual order, also what is left out. */
  readonly sections: readonly ReportSection[];
}

export interface ReportsService {
  /** The report as the HTML export has it. */
  preview(subject: ReportSubject, signal?: AbortSignal): Promise<Result<ReportPreview>>;
  export(
    subject: ReportSubject,
    format: ReportFormat,
    signal?: AbortSignal,
  ): Promise<Result<ExportedFile>>;
  /** The records of a recording that a filter leaves. */
  exportRecords(
    recording: RecordingRef,
    filter: RecordFilter,
    format: RecordFormat,
    signal?: AbortSignal,
  ): Promise<Result<ExportedFile>>;
}

/** What a command can be pasted into. */
export type Shell = "sh" | "powershell" | "cmd";

export interface SystemInfo {
  readonly version: string;
  readonly engine: { readonly version: string; readonly compiler: string } | null;
  readonly node: string;
  readonly platform: string;
  readonly processors: number;
  readonly memoryBytes: number;
  readonly libraryPath: string;
  /** Whether this host can print PDF; else what to do. */
  readonly pdf: { readonly available: true } | { readonly available: false; readonly fix: string };
  /** The command line of this installation; `words` come before those of a command. Null: it has none. */
  readonly commandLine: { readonly words: readonly string[] } | null;
  /** The shells of this platform, the usual one first. */
  readonly shells: readonly [Shell, ...Shell[]];
}

/** Values of the UI that outlive it: theme, open screens, drafts. JSON, at most 1 MiB each. */
export interface SettingsService {
  all(): Promise<Readonly<Record<string, unknown>>>;
  put(key: string, value: unknown): Promise<Result<null>>;
}

export interface DevicesService {
  /**
   * In the order of `devices`. Asked of the models, all in one engine process: each takes some tens of
   * milliseconds, an array of disks up to a second or two.
   */
  figures(devices: readonly DeviceDescription[]): Promise<Result<readonly DeviceFigures[]>>;
}

export interface Services {
  readonly presets: { list(): Promise<readonly PresetEntry[]> };
  readonly lessons: LessonsService;
  readonly devices: DevicesService;
  readonly experiments: ExperimentsService;
  readonly library: LibraryService;
  readonly comparisons: ComparisonsService;
  readonly studies: StudiesService;
  readonly figures: FiguresService;
  readonly uploads: UploadsService;
  readonly captures: CapturesService;
  readonly recordings: RecordingsService;
  readonly reports: ReportsService;
  readonly settings: SettingsService;
  readonly system: { info(): Promise<SystemInfo> };
}
