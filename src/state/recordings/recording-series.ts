/**
 * Samples of a recording: all of the time at the resolution of a screen and, where one has
 * zoomed in, the visible part at that resolution too.
 */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { noSeries } from "../../../app/domain/timeline/recording-timeline.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { messageOf, services, useConnection } from "../services.ts";
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

/** The last that came is shown until the next does: of other counters, or of more samples. */
interface Whole {
  readonly of: FetchSeries;
  readonly series: Series;
}

export function useRecordingSeries(request: RecordingSeriesRequest): RecordingSeries {
  const { recording, counters, waits = false, extent, view, samples } = request;
  const connection = useConnection();
  const [whole, setWhole] = useState<Whole | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fetch = useFetchSeries(recording, counters, waits, samples);

  const wanted = counters.length > 0 || waits;
  const hasWhole = whole?.of === fetch;
  const { startMs, endMs } = extent;
  useEffect(() => {
    if (hasWhole || connection !== "open" || !wanted) return;
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
  }, [hasWhole, connection, wanted, fetch, startMs, endMs]);

  const detail = useSeriesDetail({ view, extent, whole: whole?.series ?? null, fetch });
  const series = detail.series ?? noSeries;
  const loading = wanted && !hasWhole && problem === null;
  const trouble = problem ?? detail.problem;
  return useMemo(() => ({ series, loading, problem: trouble }), [series, loading, trouble]);
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
      return services().recordings.series.query(request, { signal });
    },
    [kind, id, ids, waits, samples],
  );
}
