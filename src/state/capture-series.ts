/**
 * Samples of a capture's counters: all of the time at the resolution of a screen and, where one has
 * zoomed in, the visible part at that resolution too.
 */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Series } from "../../app/contract/rpc/timeline-data.ts";
import { noSeries } from "../../app/domain/timeline/capture-timeline.ts";
import type { Span } from "../../app/domain/timeline/span.ts";
import { type FetchSeries, pointsOfPart, useSeriesDetail } from "./series-detail.ts";
import { messageOf, services, useConnection } from "./services.ts";

export interface CaptureSeriesRequest {
  readonly captureId: string;
  /** Ids of the counters that are shown. */
  readonly counters: readonly string[];
  readonly extent: Span;
  readonly view: Span;
  /** Samples read so far: more of them are another series. */
  readonly samples: number;
}

export interface CaptureSeries {
  readonly series: Series;
  readonly loading: boolean;
  readonly problem: string | null;
}

/** The last that came is shown until the next does: of other counters, or of more samples. */
interface Whole {
  readonly of: FetchSeries;
  readonly series: Series;
}

export function useCaptureSeries(request: CaptureSeriesRequest): CaptureSeries {
  const { captureId, counters, extent, view, samples } = request;
  const connection = useConnection();
  const [whole, setWhole] = useState<Whole | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fetch = useFetchSeries(captureId, counters, samples);

  const hasWhole = whole?.of === fetch;
  const { startMs, endMs } = extent;
  useEffect(() => {
    if (hasWhole || connection !== "open" || counters.length === 0) return;
    const asked = new AbortController();
    fetch({ startMs, endMs }, asked.signal).then(
      (answer) => {
        if (asked.signal.aborted) return;
        if (answer.ok) setWhole({ of: fetch, series: answer.value });
        setProblem(answer.ok ? null : answer.error.message);
      },
      (error: unknown) => {
        if (!asked.signal.aborted) setProblem(messageOf(error));
      },
    );
    return () => asked.abort();
  }, [hasWhole, connection, counters, fetch, startMs, endMs]);

  const detail = useSeriesDetail({ view, extent, whole: whole?.series ?? null, fetch });
  const series = detail.series ?? noSeries;
  const loading = counters.length > 0 && !hasWhole && problem === null;
  const trouble = problem ?? detail.problem;
  return useMemo(() => ({ series, loading, problem: trouble }), [series, loading, trouble]);
}

/** Another function for other counters, whatever their order, and for more samples. */
function useFetchSeries(id: string, counters: readonly string[], samples: number): FetchSeries {
  const ids = JSON.stringify([...counters].sort());
  // biome-ignore lint/correctness/useExhaustiveDependencies: more samples are another series
  return useCallback(
    ({ startMs: fromMs, endMs: toMs }, signal) => {
      const request = { id, counters: JSON.parse(ids), points: pointsOfPart, fromMs, toMs };
      return services().captures.series.query(request, { signal });
    },
    [id, ids, samples],
  );
}
