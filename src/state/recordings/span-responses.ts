/** Response times over a span of a recording, from its samples' histograms merged. */
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { SpanResponses } from "../../../app/contract/rpc/timeline-data.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Call } from "../services/ask.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";

/** Another span's answer stands in while one drags. Null value: not here yet, or none were measured. */
export function useSpanResponses(
  recording: RecordingRef,
  span: Span | null,
): Loading<SpanResponses | null> {
  const key = span === null ? null : ["responses", recording, span.startMs, span.endMs];
  const ask: Call<SpanResponses | null> = (services, signal) => {
    const { startMs: fromMs = 0, endMs: toMs = 0 } = span ?? {};
    return services.recordings.responses.query({ recording, fromMs, toMs }, { signal });
  };
  return useFetched({ key, ask }, { placeholderData: standingIn(key, 2) });
}
