/**
 * Runs of the library as recordings: what the engine told is read from the batches, and the ERRORLOG
 * by the reader of every ERRORLOG.
 */
import type { Advice } from "../../contract/advice.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import { type Result, success } from "../../contract/result.ts";
import type {
  AdviceQuestion,
  PushPiece,
  RecordingOverview,
  RecordingUpdate,
  ResponsesQuestion,
  SeriesQuestion,
} from "../../contract/rpc/recordings.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { Series, SpanResponses } from "../../contract/rpc/timeline-data.ts";
import type { Step } from "../../contract/step.ts";
import { type AskedRun, adviceOn } from "../../domain/advisor/advice.ts";
import { type StepRun, stepsOf } from "../../domain/advisor/steps.ts";
import type { PushLog } from "../../domain/page-map/push-log.ts";
import { runOverview } from "../../domain/recording/run-overview.ts";
import { pickColumns } from "../../domain/series/columns.ts";
import { withoutShortRates } from "../../domain/series/short-sample.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import type { Span } from "../../domain/timeline/span.ts";
import type { OpenCapture } from "../captures/open-capture.ts";
import type { OpenCaptures } from "../captures/open-captures.ts";
import { readCreationCosts } from "../library/creation-costs.ts";
import {
  isLong,
  noSuchRun,
  readDetails,
  readEvents,
  readResponses,
  readSeries,
} from "../library/run-reader.ts";
import type { RunStore } from "../library/run-store.ts";
import type { RecordingSource } from "./recordings-service.ts";
import type { RunLog, RunLogs } from "./run-logs.ts";
import { readPushLog, runPushes } from "./run-pushes.ts";

export interface RecordedRunsOptions {
  readonly store: RunStore;
  /** Brings what a run under way has not written yet into the library. */
  readonly flush: (runId: string) => void;
  readonly logs: RunLogs;
  readonly open: OpenCaptures;
}

/** Sums of waits and means of how busy parts were are the same of merged points, but where a span cuts one. */
const advicePoints = 2000;

/** Of a series. */
const mostSteps = 50;

/** Before its ERRORLOG is read. */
const nothingRead = { state: "reading", bytesRead: 0, bytesTotal: 0, records: 0 } as const;

export class RecordedRuns implements RecordingSource {
  readonly #store: RunStore;
  readonly #flush: (runId: string) => void;
  readonly #logs: RunLogs;
  readonly #open: OpenCaptures;
  /** The log that is shown of each run: one that goes on has another when it is opened again. */
  readonly #shown = new Map<string, RunLog>();

  constructor({ store, flush, logs, open }: RecordedRunsOptions) {
    this.#store = store;
    this.#flush = flush;
    this.#logs = logs;
    this.#open = open;
  }

  async *watch(id: string, signal: AbortSignal): AsyncGenerator<RecordingUpdate> {
    this.#flush(id);
    const told = await readEvents(this.#store, id);
    if (!told.ok) {
      yield {
        progress: { ...nothingRead, state: "failed", message: told.error.message },
        overview: null,
      };
      return;
    }
    const { details, events, samples } = told.value;
    const overview = (log: Parameters<typeof runOverview>[1]): RecordingOverview =>
      runOverview({ details, events, samples }, log);
    yield { progress: { ...nothingRead, message: null }, overview: overview(null) };
    const log = await this.#openLog(id);
    if (!log.ok) {
      yield {
        progress: { ...nothingRead, state: "failed", message: log.error.message },
        overview: null,
      };
      return;
    }
    for await (const update of log.value.watch(signal)) {
      yield {
        progress: update.progress,
        overview: update.overview === null ? null : overview(update.overview),
      };
    }
  }

  /**
   * Makes what the first look at a long run would otherwise wait for: coarser copies, and its log as a
   * file. What cannot be made now is made then.
   */
  async prepare(id: string): Promise<void> {
    const details = readDetails(this.#store, id);
    if (!details.ok || !isLong(details.value)) return;
    try {
      const events = await readEvents(this.#store, id);
      if (events.ok) await this.#logs.of(id);
    } catch {
      // The library was closed meanwhile.
    }
  }

  async cancel(id: string): Promise<Result<null>> {
    const shown = this.#shown.get(id);
    if (shown !== undefined) this.#open.get(shown.key)?.cancel();
    return success(null);
  }

  async log(id: string): Promise<Result<OpenCapture>> {
    const shown = this.#shown.get(id);
    return shown === undefined ? this.#openLog(id) : this.#ensure(id, shown);
  }

  async series(
    id: string,
    question: SeriesQuestion,
    signal?: AbortSignal,
  ): Promise<Result<Series>> {
    this.#flush(id);
    const { points, fromMs, toMs, counters, waits } = question;
    const span = {
      ...(fromMs === undefined ? {} : { fromMs }),
      ...(toMs === undefined ? {} : { toMs }),
    };
    const series = await readSeries(this.#store, { runId: id, points, ...span }, signal);
    if (!series.ok) return series;
    return success(pickColumns(withoutShortRates(series.value), { counters, waits }));
  }

  async responses(
    id: string,
    { fromMs, toMs }: ResponsesQuestion,
    signal?: AbortSignal,
  ): Promise<Result<SpanResponses | null>> {
    this.#flush(id);
    return readResponses(this.#store, id, { startMs: fromMs, endMs: toMs }, signal);
  }

  pushes(id: string, signal: AbortSignal): AsyncGenerator<PushPiece> {
    return runPushes(this.#store, id, { flush: this.#flush, signal });
  }

  async pushLog(id: string, signal?: AbortSignal): Promise<Result<PushLog>> {
    this.#flush(id);
    return readPushLog(this.#store, id, signal);
  }

  async creationCosts(id: string): Promise<Result<readonly CreationCost[]>> {
    this.#flush(id);
    return readCreationCosts(this.#store, id);
  }

  async advice(
    id: string,
    { span }: AdviceQuestion,
    signal?: AbortSignal,
  ): Promise<Result<Advice>> {
    this.#flush(id);
    const asked = await this.#asked(id, span, signal);
    return asked.ok ? success(adviceOn(asked.value, span)) : asked;
  }

  /** From the first run of the series; where one of them was deleted, from the one after it. */
  async steps(id: string, signal?: AbortSignal): Promise<Result<readonly Step[]>> {
    const entries: RunEntry[] = [];
    let entry = this.#store.get(id);
    if (entry === null) return noSuchRun(id);
    while (entry !== null && entries.length < mostSteps) {
      entries.unshift(entry);
      entry = entry.step === undefined ? null : this.#store.get(entry.step.of);
    }
    const runs: StepRun[] = [];
    for (const one of entries) {
      const asked = await this.#asked(one.id, null, signal);
      if (!asked.ok) return asked;
      runs.push({ ...asked.value, entry: one });
    }
    return success(stepsOf(runs));
  }

  async #asked(id: string, span: Span | null, signal?: AbortSignal): Promise<Result<AskedRun>> {
    const details = readDetails(this.#store, id);
    if (!details.ok) return details;
    const { scenario, summary } = details.value;
    const asked = span === null ? {} : { fromMs: span.startMs, toMs: span.endMs };
    const series = await readSeries(
      this.#store,
      { runId: id, points: advicePoints, ...asked },
      signal,
    );
    return series.ok ? success({ scenario, summary, series: series.value }) : series;
  }

  async #openLog(id: string): Promise<Result<OpenCapture>> {
    if (!this.#store.has(id)) return noSuchRun(id);
    const log = await this.#logs.of(id);
    if (!log.ok) return log;
    this.#shown.set(id, log.value);
    return this.#ensure(id, log.value);
  }

  #ensure(id: string, { key, path }: RunLog): Promise<Result<OpenCapture>> {
    return this.#open.ensure(key, () => {
      const documents = this.#store.documents(id);
      return documents === null
        ? noSuchRun(id)
        : success({
            files: [{ name: "ERRORLOG", path, kind: "product" }],
            originMs: clockOrigin(documents.origin),
          });
    });
  }
}
