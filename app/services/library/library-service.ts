/** The library as a UI uses it: lists, timelines, changes, deletion with undo, files. */
import { randomUUID } from "node:crypto";
import { figuresOfFirst } from "../../contract/creation-cost.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { FileRef } from "../../contract/rpc/captures.ts";
import type { ExportedFile } from "../../contract/rpc/exports.ts";
import type { RunChange, RunEntry } from "../../contract/rpc/runs.ts";
import type {
  LibraryChange,
  LibraryService,
  RemovedRun,
  TimelineRequest,
} from "../../contract/rpc/services.ts";
import type { RecordedTimeline, RunDetails } from "../../contract/rpc/timeline-data.ts";
import type { SteadyState } from "../../contract/steady-state.ts";
import {
  mostSteadySamples,
  steadyStateOf,
  throughputSamples,
} from "../../domain/comparison/steady-throughput.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import type { BookmarkStore } from "../bookmarks.ts";
import type { FileRefs } from "../file-refs.ts";
import type { LibraryChanges } from "./changes.ts";
import { readCreationCosts } from "./creation-costs.ts";
import { cannotWrite } from "./open-database.ts";
import { type ReadRun, readRunFile, writeRunFile } from "./run-file.ts";
import { noSuchRun, readDetails, readSeries, readTimeline } from "./run-reader.ts";
import type { RunStore } from "./run-store.ts";

/** How large an exported run may be, packed. */
const maxRunFileBytes = 256 * 1024 * 1024;

export interface LibraryOptions {
  readonly store: RunStore;
  readonly changes: LibraryChanges;
  /** Brings what a run under way has not written yet into the library. */
  readonly flush: (runId: string) => void;
  readonly files: FileRefs;
  readonly bookmarks: BookmarkStore;
  /** Makes ready for the first look at a run that has come in. */
  readonly prepare: (runId: string) => Promise<void>;
}

export class Library implements LibraryService {
  readonly #store: RunStore;
  readonly #changes: LibraryChanges;
  readonly #flush: (runId: string) => void;

  readonly #files: FileRefs;
  readonly #bookmarks: BookmarkStore;
  readonly #prepare: (runId: string) => Promise<void>;

  constructor({ store, changes, flush, files, bookmarks, prepare }: LibraryOptions) {
    this.#store = store;
    this.#changes = changes;
    this.#flush = flush;
    this.#files = files;
    this.#bookmarks = bookmarks;
    this.#prepare = prepare;
  }

  async list(): Promise<readonly RunEntry[]> {
    this.#store.interruptAbandoned();
    return this.#store.list();
  }

  async timeline(
    request: TimelineRequest,
    signal?: AbortSignal,
  ): Promise<Result<RecordedTimeline>> {
    this.#flush(request.runId);
    return readTimeline(this.#store, request, signal);
  }

  async details(runId: string): Promise<Result<RunDetails>> {
    return readDetails(this.#store, runId);
  }

  /** A run and its samples, merged to so many, without what its ERRORLOG says. */
  async samples(
    runId: string,
    points: number,
    signal?: AbortSignal,
  ): Promise<Result<Omit<RecordedTimeline, "events">>> {
    this.#flush(runId);
    const details = readDetails(this.#store, runId);
    if (!details.ok) return details;
    const series = await readSeries(this.#store, { runId, points }, signal);
    return series.ok ? success({ ...details.value, series: series.value }) : series;
  }

  async steadyState(runId: string): Promise<Result<SteadyState>> {
    const sampled = await this.samples(runId, mostSteadySamples);
    if (!sampled.ok) return sampled;
    const { entry, scenario, series } = sampled.value;
    const samples = throughputSamples(series, scenario.warmupSeconds * 1000);
    return success(steadyStateOf(samples, entry.steadyFromMs ?? null));
  }

  async change(runId: string, change: RunChange): Promise<Result<RunEntry>> {
    const entry = this.#store.get(runId);
    if (entry === null) return noSuchRun(runId);
    const { steadyFromMs } = change;
    if (steadyFromMs != null && steadyFromMs >= entry.plannedMs) {
      return failure(
        "badInput",
        `${entry.name}: steady from ${formatTidyDuration(steadyFromMs)} is not before its end; allowed: less than ${formatTidyDuration(entry.plannedMs)}`,
      );
    }
    return this.#write(() => {
      this.#store.change(runId, change);
      return this.#announced(runId);
    });
  }

  async remove(runIds: readonly string[]): Promise<Result<null>> {
    for (const id of runIds) {
      const entry = this.#store.get(id);
      if (entry === null) return noSuchRun(id);
      if (entry.status === "running") {
        return failure("badInput", `${entry.name}: is running; cancel it before you delete it`);
      }
    }
    return this.#write(() => {
      this.#store.remove(runIds);
      for (const runId of runIds) this.#changes.announce({ kind: "removed", runId });
      return success(null);
    });
  }

  async restore(runIds: readonly string[]): Promise<Result<readonly RunEntry[]>> {
    const gone = runIds.find((id) => !this.#store.has(id));
    if (gone !== undefined) {
      return failure("notFound", `run ${gone}: was deleted for good, which happens at a start`);
    }
    return this.#write(() => {
      this.#store.restore(runIds);
      const entries: RunEntry[] = [];
      for (const id of runIds) {
        const entry = this.#announced(id);
        if (!entry.ok) return entry;
        entries.push(entry.value);
      }
      return success(entries);
    });
  }

  async removed(): Promise<readonly RemovedRun[]> {
    return this.#store.removed();
  }

  async exportRun(runId: string): Promise<Result<ExportedFile>> {
    return writeRunFile(this.#store, runId, this.#bookmarks.of({ kind: "run", id: runId }));
  }

  /** All or nothing. A run that is here already comes in once more, under an id of its own. */
  async importRun(file: FileRef): Promise<Result<RunEntry>> {
    const read = await this.readRun(file);
    return read.ok ? this.addRun(read.value) : read;
  }

  /** The bytes of a file that somebody refers to. */
  readFile(file: FileRef, maxBytes: number): Promise<Result<Uint8Array>> {
    return this.#files.bytes(file, maxBytes);
  }

  /** An exported run, checked and not taken in. */
  async readRun(file: FileRef): Promise<Result<ReadRun>> {
    const bytes = await this.#files.bytes(file, maxRunFileBytes);
    return bytes.ok ? readRunFile(file.name, bytes.value) : bytes;
  }

  /** One that is here already, the very same, stays as it is here. */
  async addRunOnce(read: ReadRun): Promise<Result<RunEntry>> {
    const { entry, summary } = read.run;
    const here = this.#store.get(entry.id);
    const isSame =
      here?.createdAt === entry.createdAt &&
      this.#store.documents(entry.id)?.summary?.telemetryHash === summary?.telemetryHash;
    return here !== null && isSame ? success(here) : this.addRun(read);
  }

  async addRun({ run, bookmarks, batches }: ReadRun): Promise<Result<RunEntry>> {
    const id = this.#store.has(run.entry.id) ? randomUUID() : run.entry.id;
    const imported = this.#write(() => {
      this.#store.add({ ...run, entry: { ...run.entry, id } }, batches, () =>
        this.#bookmarks.bring(id, bookmarks),
      );
      return this.#announced(id);
    });
    if (!imported.ok) return imported;
    await this.#prepare(id);
    const costs = await readCreationCosts(this.#store, id);
    if (!costs.ok) return imported;
    return this.#write(() => {
      this.#store.keepCreation(id, figuresOfFirst(costs.value));
      return this.#announced(id);
    });
  }

  changes(signal: AbortSignal): AsyncIterable<LibraryChange> {
    return this.#changes.subscribe(signal);
  }

  #announced(runId: string): Result<RunEntry> {
    const entry = this.#store.get(runId);
    if (entry === null) return noSuchRun(runId);
    this.#changes.announce({ kind: "changed", entry });
    return success(entry);
  }

  /** A full or read-only disk is for a person to read, not a bug. */
  #write<T>(work: () => Result<T>): Result<T> {
    try {
      return work();
    } catch (error) {
      return failure("ioError", cannotWrite(this.#store.path, error));
    }
  }
}
