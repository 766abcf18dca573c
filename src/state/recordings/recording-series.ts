/**
 * Samples of a recording: all of the time at the resolution of a screen and, where one has
 * zoomed in, the visible part at that resolution too.
 */
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { noSeries } from "../../../app/domain/timeline/recording-timeline.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { answerTo } from "../services/ask.ts";
import { useFetched } from "../services/fetching.ts";
import { type FetchSeries, pointsOfPart, useSeriesDetail } from "./series-detail.ts";

export interface RecordingSeriesRequest {
  readonly recording: RecordingRef;
  /** Ids of the counters that are shown. */
  readonly counters: readonly string[];
  /** Whether waits are wanted too. */
  readonly waits?: boolean;
  readonly extent: Span;
  readonly view: Span;
  /** Samples read so far: more of them are another series. */
  readonly samples: number;
}

export interface RecordingSeries {
  readonly series: Series;
  readonly loading: boolean;
  readonly problem: string | null;
}

/** There is another series with each sample of a recording that is being read: none is kept for long. */
const keptMs = 10_000;

export function useRecordingSeries(request: RecordingSeriesRequest): RecordingSeries {
  const { recording, counters, waits = false, extent, view, samples } = request;
  const fetch = useFetchSeries(recording, counters, waits, samples);
  const wanted = counters.length > 0 || waits;
  const asked = ["series", recording, counters.toSorted(), waits, samples];
  const { value, message, standsIn } = useFetched(
    { key: wanted ? asked : null, ask: (_, signal) => fetch(extent, signal) },
    // The last that came is shown until the next does: of other counters, or of more samples.
    { gcTime: keptMs, placeholderData: keepPreviousData },
  );
  const detail = useSeriesDetail({ view, extent, whole: value, fetch });
  const series = detail.series ?? noSeries;
  const loading = wanted && (value === null || standsIn) && message === null;
  const problem = message ?? detail.problem;
  return useMemo(() => ({ series, loading, problem }), [series, loading, problem]);
}

/**
 * Samples of a recording that grows: those that came, and of a part of the past that one looks at what
 * the recording has of it. The newest samples came as they were measured.
 */
export function useGrowingSeries(request: GrowingSeriesRequest): RecordingSeries {
  const { recording, counters, waits = false, came, extent, view } = request;
  const fetch = useFetchSeries(recording, counters, waits, 0);
  const isPast = view.endMs < extent.endMs;
  const { series, problem } = useSeriesDetail({ view, extent, whole: isPast ? came : null, fetch });
  return { series: series ?? came, loading: false, problem };
}

export interface GrowingSeriesRequest
  extends Pick<RecordingSeriesRequest, "recording" | "counters" | "waits" | "view"> {
  /** How far it is measured. */
  readonly extent: Span;
  /** Merged where there are many. */
  readonly came: Series;
}

/** Another function for other counters, whatever their order, and for more samples. */
function useFetchSeries(
  recording: RecordingRef,
  counters: readonly string[],
  waits: boolean,
  samples: number,
): FetchSeries {
  const { kind, id } = recording;
  const ids = JSON.stringify([...counters].sort());
  // biome-ignore lint/correctness/useExhaustiveDependencies: more samples are another series
  return useCallback(
    ({ startMs: fromMs, endMs: toMs }, signal) => {
      const part = { points: pointsOfPart, fromMs, toMs };
      const request = { recording: { kind, id }, counters: JSON.parse(ids), waits, ...part };
      return answerTo(
        (services, signal) => services.recordings.series.query(request, { signal }),
        signal,
      );
    },
    [kind, id, ids, waits, samples],
  );
}
