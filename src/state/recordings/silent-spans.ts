/** The silent spans of creations that files of a server tell of, read for whoever gives them to a scenario. */
import type { RecordingOverview } from "../../../app/contract/rpc/recordings.ts";
import { type SilentSpans, silentSpans } from "../../../app/domain/creation-cost/silent-spans.ts";
import { services } from "../services/services.ts";

export interface LoggedSpans {
  readonly spans: readonly SilentSpans[];
  /** Local time of 0 ms. */
  readonly origin: string;
}

/** Reads the capture if that was not done yet. Rejects where it cannot be read. */
export function readSilentSpans(captureId: string): Promise<LoggedSpans> {
  const { promise, resolve, reject } = Promise.withResolvers<LoggedSpans>();
  let overview: RecordingOverview | null = null;
  let failure: string | null = null;
  services().recordings.watch.subscribe(
    { recording: { kind: "capture", id: captureId } },
    {
      onData: (update) => {
        overview = update.overview ?? overview;
        if (update.progress.state === "failed") failure = update.progress.message;
      },
      onError: reject,
      onComplete: () =>
        overview === null
          ? reject(new Error(failure ?? "it was not read to its end"))
          : resolve({ spans: silentSpans(overview.phases), origin: overview.origin }),
    },
  );
  return promise;
}
