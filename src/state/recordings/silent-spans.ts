/** The silent spans of creations that files of a server tell of, read for whoever gives them to a scenario. */
import { failure, type Result, success } from "../../../app/contract/result.ts";
import type { RecordingOverview, RecordingUpdate } from "../../../app/contract/rpc/recordings.ts";
import { type SilentSpans, silentSpans } from "../../../app/domain/creation-cost/silent-spans.ts";
import { follow } from "../services/ask.ts";

export interface LoggedSpans {
  readonly spans: readonly SilentSpans[];
  /** Local time of 0 ms. */
  readonly origin: string;
}

/** Reads the capture if that was not done yet, to its end or until nobody waits any more. */
export function readSilentSpans(
  captureId: string,
  signal: AbortSignal,
): Promise<Result<LoggedSpans>> {
  const { promise, resolve } = Promise.withResolvers<Result<LoggedSpans>>();
  let overview: RecordingOverview | null = null;
  let reason = "It was not read to its end.";
  const failed = (message: string): void => resolve(failure("ioError", message));
  const recording = { kind: "capture", id: captureId } as const;
  const unfollow = follow<RecordingUpdate>(
    (services, listener) => services.recordings.watch.subscribe({ recording }, listener),
    {
      onData: (update) => {
        overview = update.overview ?? overview;
        if (update.progress.state === "failed") reason = update.progress.message ?? reason;
      },
      onFailed: failed,
      onComplete: () =>
        overview === null
          ? failed(reason)
          : resolve(success({ spans: silentSpans(overview.phases), origin: overview.origin })),
    },
  );
  signal.addEventListener("abort", () => {
    unfollow();
    failed(reason);
  });
  return promise;
}
