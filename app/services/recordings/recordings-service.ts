/** Answers questions about a recording, wherever it comes from: the one place that tells kinds apart. */

import type { Advice } from "../../contract/advice.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type {
  AdviceQuestion,
  PushPiece,
  RecordingOverview,
  RecordingRef,
  RecordingsService,
  RecordingUpdate,
  ResponsesQuestion,
  SeriesQuestion,
} from "../../contract/rpc/recordings.ts";
import type { Series, SpanResponses } from "../../contract/rpc/timeline-data.ts";
import type { Step } from "../../contract/step.ts";
import type { PushLog } from "../../domain/page-map/push-log.ts";
import type { OpenCapture } from "../captures/open-capture.ts";
import type { ThreadWork } from "../captures/worker-thread.ts";

/** Where the recordings of a kind come from. */
export interface RecordingSource {
  watch(id: string, signal: AbortSignal): AsyncIterable<RecordingUpdate>;
  cancel(id: string): Promise<Result<null>>;
  /** The records, as a thread holds them. */
  log(id: string): Promise<Result<OpenCapture>>;
  series(id: string, question: SeriesQuestion, signal?: AbortSignal): Promise<Result<Series>>;
  responses(
    id: string,
    span: ResponsesQuestion,
    signal?: AbortSignal,
  ): Promise<Result<SpanResponses | null>>;
  pushes(id: string, signal: AbortSignal): AsyncIterable<PushPiece>;
  /** As far as it is recorded; null: of a server. */
  pushLog(id: string, signal?: AbortSignal): Promise<Result<PushLog | null>>;
  creationCosts(id: string): Promise<Result<readonly CreationCost[]>>;
  advice(id: string, question: AdviceQuestion, signal?: AbortSignal): Promise<Result<Advice>>;
  steps(id: string, signal?: AbortSignal): Promise<Result<readonly Step[]>>;
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

  series(question: SeriesQuestion, signal?: AbortSignal) {
    const { kind, id } = question.recording;
    return this.#sources[kind].series(id, question, signal);
  }

  responses(question: ResponsesQuestion, signal?: AbortSignal) {
    const { kind, id } = question.recording;
    return this.#sources[kind].responses(id, question, signal);
  }

  pushes({ kind, id }: RecordingRef, signal: AbortSignal) {
    return this.#sources[kind].pushes(id, signal);
  }

  pushLog({ kind, id }: RecordingRef, signal?: AbortSignal) {
    return this.#sources[kind].pushLog(id, signal);
  }

  creationCosts({ kind, id }: RecordingRef) {
    return this.#sources[kind].creationCosts(id);
  }

  advice(question: AdviceQuestion, signal?: AbortSignal) {
    const { kind, id } = question.recording;
    return this.#sources[kind].advice(id, question, signal);
  }

  steps({ kind, id }: RecordingRef, signal?: AbortSignal) {
    return this.#sources[kind].steps(id, signal);
  }

  rows({ recording, ...request }: Asked<"rows">, signal?: AbortSignal) {
    return this.#ask(recording, (api, crossing) => api.rows(request, crossing), signal);
  }

  facets(recording: RecordingRef, signal?: AbortSignal) {
    return this.#ask(recording, (api, crossing) => api.facets(crossing), signal);
  }

  hits({ recording, ...request }: Asked<"hits">, signal?: AbortSignal) {
    return this.#ask(recording, (api, crossing) => api.hits(request, crossing), signal);
  }

  nextHit({ recording, ...request }: Asked<"nextHit">, signal?: AbortSignal) {
    return this.#ask(recording, (api, crossing) => api.nextHit(request, crossing), signal);
  }

  rowOf({ recording, ...request }: Asked<"rowOf">, signal?: AbortSignal) {
    return this.#ask(recording, (api, crossing) => api.rowOf(request, crossing), signal);
  }

  rowAt({ recording, ...request }: Asked<"rowAt">, signal?: AbortSignal) {
    return this.#ask(recording, (api, crossing) => api.rowAt(request, crossing), signal);
  }

  /** For exports: the records and what is known of them when its reading has ended, in whatever way. */
  async whenRead(
    recording: RecordingRef,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Result<ReadRecording>> {
    let [overview, message]: [RecordingOverview | null, string | null] = [null, null];
    for await (const update of this.watch(recording, signal)) {
      overview = update.overview ?? overview;
      message = update.progress.message;
    }
    signal.throwIfAborted();
    const log = await this.log(recording);
    if (!log.ok) return log;
    return overview === null
      ? failure("interrupted", message ?? "nothing of it could be read")
      : success({ overview, log: log.value });
  }

  async #ask<T>(
    recording: RecordingRef,
    work: ThreadWork<T>,
    signal: AbortSignal | undefined,
  ): Promise<Result<T>> {
    const log = await this.log(recording);
    return log.ok ? log.value.ask(work, signal) : log;
  }
}
