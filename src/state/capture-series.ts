/**
 * Samples of a capture's counters: all of the time at the resolution of a screen and, where one has
 * zoomed in, the visible part at that resolution too.
 */
import { useEffect, useMemo, useState } from "react";
import type { Series } from "../../app/contract/rpc/timeline-data.ts";
import { noSeries } from "../../app/domain/timeline/capture-timeline.ts";
import { lengthOf, type Span } from "../../app/domain/timeline/span.ts";
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

interface Part {
  readonly key: string;
  readonly span: Span;
  readonly series: Series;
}

/** More than a 4K screen has columns for a lane. */
const points = 4096;
/** Of the view, on both sides: panning a little needs no new question. */
const around = 0.5;
/** While one zooms, no question is sent for every turn of the wheel. */
const restMs = 120;

export const covers = (part: Span, view: Span, extent: Span): boolean =>
  part.startMs <= Math.max(view.startMs, extent.startMs) &&
  part.endMs >= Math.min(view.endMs, extent.endMs);

/** A part is fine enough while it is not much longer than the view, or has every sample. */
const isFine = ({ span, series }: Part, view: Span): boolean =>
  series.samplesPerPoint <= 1 || lengthOf(span) <= 3 * lengthOf(view);

export const partAround = (view: Span, extent: Span): Span => ({
  startMs: Math.max(extent.startMs, view.startMs - around * lengthOf(view)),
  endMs: Math.min(extent.endMs, view.endMs + around * lengthOf(view)),
});

export function useCaptureSeries(request: CaptureSeriesRequest): CaptureSeries {
  const { captureId, counters, extent, view, samples } = request;
  const connection = useConnection();
  const key = JSON.stringify([captureId, [...counters].sort(), samples]);
  const [whole, setWhole] = useState<Part | null>(null);
  const [detail, setDetail] = useState<Part | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const hasWhole = whole?.key === key;
  const { startMs, endMs } = extent;
  useEffect(() => {
    if (hasWhole || connection !== "open" || counters.length === 0) return;
    const take = (part: Part): void => {
      setWhole(part);
      setProblem(null);
    };
    return fetchPart({ captureId, counters, key, span: { startMs, endMs } }, take, setProblem);
  }, [hasWhole, connection, captureId, counters, key, startMs, endMs]);

  const isShown = (part: Part | null): part is Part =>
    part !== null && part.key === key && covers(part.span, view, extent) && isFine(part, view);
  const shown = [detail, whole].find(isShown) ?? null;
  const wanted = hasWhole && shown === null ? partAround(view, extent) : null;
  const [wantedStart, wantedEnd] = [wanted?.startMs ?? null, wanted?.endMs ?? null];
  useEffect(() => {
    if (wantedStart === null || wantedEnd === null || connection !== "open") return;
    let end = (): void => undefined;
    const span = { startMs: wantedStart, endMs: wantedEnd };
    const timer = setTimeout(() => {
      end = fetchPart({ captureId, counters, key, span }, setDetail, setProblem);
    }, restMs);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [wantedStart, wantedEnd, connection, captureId, counters, key]);

  const series = (shown ?? whole)?.series ?? noSeries;
  const loading = counters.length > 0 && !hasWhole && problem === null;
  return useMemo(() => ({ series, loading, problem }), [series, loading, problem]);
}

interface PartRequest {
  readonly captureId: string;
  readonly counters: readonly string[];
  readonly key: string;
  readonly span: Span;
}

/** Returns what makes its answer count no more. */
function fetchPart(
  { captureId: id, counters, key, span }: PartRequest,
  take: (part: Part) => void,
  fail: (message: string) => void,
): () => void {
  let current = true;
  const request = { id, counters: [...counters], points, fromMs: span.startMs, toMs: span.endMs };
  services()
    .captures.series.query(request)
    .then(
      (answer) => {
        if (!current) return;
        if (answer.ok) take({ key, span, series: answer.value });
        else fail(answer.error.message);
      },
      (error: unknown) => {
        if (current) fail(messageOf(error));
      },
    );
  return () => {
    current = false;
  };
}
