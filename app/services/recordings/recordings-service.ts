/** Answers questions about a recording, wherever it comes from: the one place that tells kinds apart. */
import type { Remote } from "comlink";
import type { CaptureWorkerApi } from "../../capture-worker/api.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import type { Recommendation } from "../../contract/recommendation.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type {
  RecordingOverview,
  RecordingRef,
  RecordingsService,
  RecordingUpdate,
  ResponsesQuestion,
  SeriesQuestion,
} from "../../contract/rpc/recordings.ts";
import type { Series, SpanResponses } from "../../contract/rpc/timeline-data.ts";
import type { OpenCapture } from "../captures/open-capture.ts";

/** Where the recordings of a kind come from. */
export interface RecordingSource {
  watch(id: string, signal: AbortSignal): AsyncIterable<RecordingUpdate>;
  cancel(id: string): Promise<Result<null>>;
  /** The records, as a thread holds them. */
  log(id: string): Promise<Result<OpenCapture>>;
  series(id: string, question: SeriesQuestion): Promise<Result<Series>>;
  responses(id: string, span: ResponsesQuestion): Promise<Result<SpanResponses | null>>;
  creationCosts(id: string): Promise<Result<readonly CreationCost[]>>;
  recommendations(id: string): Promise<Result<readonly Recommendation[]>>;
}

export interface ReadRecording {
  readonly overview: RecordingOverview;
  readonly log: OpenCapture;
}

type Asked<Question extends "rows" | "hits" | "nextHit" | "rowOf" | "rowAt"> = Parameters<
  RecordingsService[Question]
>[0];

export class Recordings implements RecordingsService {
  readonly #sources: Readonly<Record<RecordingRef["kind"], RecordingSource>>;

  constructor(sources: Readonly<Record<RecordingRef["kind"], RecordingSource>>) {
    this.#sources = sources;
  }

  watch({ kind, id }: RecordingRef, signal: AbortSignal) {
    return this.#sources[kind].watch(id, signal);
  }

  cancel({ kind, id }: RecordingRef) {
    return this.#sources[kind].cancel(id);
  }

  log({ kind, id }: RecordingRef) {
    return this.#sources[kind].log(id);
  }

  series(question: SeriesQuestion) {
    const { kind, id } = question.recording;
    return this.#sources[kind].series(id, question);
  }

  responses(question: ResponsesQuestion) {
    const { kind, id } = question.recording;
    return this.#sources[kind].responses(id, question);
  }

  creationCosts({ kind, id }: RecordingRef) {
    return this.#sources[kind].creationCosts(id);
  }

  recommendations({ kind, id }: RecordingRef) {
    return this.#sources[kind].recommendations(id);
  }

  rows({ recording, ...request }: Asked<"rows">) {
    return this.#ask(recording, (api) => api.rows(request));
  }

  facets(recording: RecordingRef) {
    return this.#ask(recording, (api) => api.facets());
  }

  hits({ recording, ...request }: Asked<"hits">) {
    return this.#ask(recording, (api) => api.hits(request));
  }

  nextHit({ recording, ...request }: Asked<"nextHit">) {
    return this.#ask(recording, (api) => api.nextHit(request));
  }

  rowOf({ recording, ...request }: Asked<"rowOf">) {
    return this.#ask(recording, (api) => api.rowOf(request));
  }

  rowAt({ recording, ...request }: Asked<"rowAt">) {
    return this.#ask(recording, (api) => api.rowAt(request));
  }

  /** For exports: the records and what is known of them when its reading has ended, in whatever way. */
  async whenRead(recording: RecordingRef): Promise<Result<ReadRecording>> {
    let [overview, message]: [RecordingOverview | null, string | null] = [null, null];
    for await (const update of this.watch(recording, new AbortController().signal)) {
      overview = update.overview ?? overview;
      message = update.progress.message;
    }
    const log = await this.log(recording);
    if (!log.ok) return log;
    return overview === null
      ? failure("interrupted", message ?? "nothing of it could be read")
      : success({ overview, log: log.value });
  }

  async #ask<T>(
    recording: RecordingRef,
    work: (api: Remote<CaptureWorkerApi>) => PromiseLike<Result<T>>,
  ): Promise<Result<T>> {
    const log = await this.log(recording);
    return log.ok ? log.value.ask(work) : log;
  }
}
