/**
 * Samples of what is visible of a timeline, at the resolution of a screen. All of the time is here
 * already, merged to the points of a screen; where one has zoomed in, the visible part is asked for
 * and takes the place of the whole.
 *
 * There is one question at a time. However much the view moves meanwhile, the next one is asked when
 * the answer is here, for the view of that moment: so a wheel that is turned fast asks as often as
 * the answers come, and no timer guesses when it has come to rest.
 */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Result } from "../../../app/contract/result.ts";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { lengthOf, overlaps, type Span } from "../../../app/domain/timeline/span.ts";
import { useConnection } from "../services/services.ts";

/** Asks for the samples of a span, and never rejects. Once the signal is aborted nobody waits. */
export type FetchSeries = (span: Span, signal: AbortSignal) => Promise<Result<Series>>;

/** Samples of a span. */
export interface Part {
  readonly span: Span;
  readonly series: Series;
}

export interface Look {
  /** What is visible. */
  readonly view: Span;
  /** All of the time. */
  readonly extent: Span;
  /** The samples of all of it. */
  readonly whole: Series;
}

export interface Detail {
  /** The finer samples; null: there are none, or none yet. */
  readonly part: Part | null;
  readonly problem: string | null;
}

/** More than a 4K screen has columns for a lane. */
export const pointsOfPart = 4096;

/** A share of the view, on both sides: panning a little needs no new question. */
const around = 0.5;

export const covers = (part: Span, view: Span, extent: Span): boolean =>
  part.startMs <= Math.max(view.startMs, extent.startMs) &&
  part.endMs >= Math.min(view.endMs, extent.endMs);

export const partAround = (view: Span, extent: Span): Span => ({
  startMs: Math.max(extent.startMs, view.startMs - around * lengthOf(view)),
  endMs: Math.min(extent.endMs, view.endMs + around * lengthOf(view)),
});

/** A part is fine enough while it is not much longer than the view, or has every sample. */
const isFine = ({ span, series }: Part, view: Span): boolean =>
  series.samplesPerPoint <= 1 || lengthOf(span) <= 3 * lengthOf(view);

/** What there is to draw: the part where it has all that is visible, if coarse; else the whole. */
const shownOf = (part: Part | null, { view, extent, whole }: Look): Part =>
  part !== null && covers(part.span, view, extent) ? part : { span: extent, series: whole };

const nothing: Detail = { part: null, problem: null };

export class SeriesDetail {
  readonly #fetch: FetchSeries;
  readonly #listeners = new Set<() => void>();
  #look: Look | null = null;
  #detail: Detail = nothing;
  #asked: AbortController | null = null;

  constructor(fetch: FetchSeries) {
    this.#fetch = fetch;
  }

  /** One object until something comes. */
  get current(): Detail {
    return this.#detail;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is visible now. */
  look(look: Look): void {
    this.#look = look;
    this.#askIfNeeded();
  }

  /** Nobody looks any more. */
  close(): void {
    this.#look = null;
    this.#asked?.abort();
    this.#asked = null;
  }

  #askIfNeeded(): void {
    const look = this.#look;
    if (look === null || this.#asked !== null) return;
    const { part, problem } = this.#detail;
    if (!overlaps(look.view, look.extent) || isFine(shownOf(part, look), look.view)) {
      // What could not be had is not needed any more.
      if (problem !== null) this.#tell({ part, problem: null });
      return;
    }
    const asked = new AbortController();
    this.#asked = asked;
    void this.#ask(partAround(look.view, look.extent), asked.signal);
  }

  async #ask(span: Span, signal: AbortSignal): Promise<void> {
    const answer = await this.#fetch(span, signal);
    if (signal.aborted) return;
    this.#asked = null;
    if (!answer.ok) {
      // Asked again when the view moves: at once it would fail again.
      this.#tell({ part: this.#detail.part, problem: answer.error.message });
      return;
    }
    const look = this.#look;
    const part = { span, series: answer.value };
    // The view may have gone elsewhere; an answer that does not show it is of no use.
    if (look !== null && covers(span, look.view, look.extent)) this.#tell({ part, problem: null });
    this.#askIfNeeded();
  }

  #tell(detail: Detail): void {
    this.#detail = detail;
    for (const listener of this.#listeners) listener();
  }
}

export interface DetailRequest extends Omit<Look, "whole"> {
  /** Null: not here yet. */
  readonly whole: Series | null;
  /** Another function is another series: what came of the last one is not shown any more. */
  readonly fetch: FetchSeries;
}

export interface DetailedSeries {
  /** Null until the whole is here. */
  readonly series: Series | null;
  readonly problem: string | null;
}

/** The samples to draw: the whole at first, and what is visible in full once it has come. */
export function useSeriesDetail(request: DetailRequest): DetailedSeries {
  const { view, extent, whole, fetch } = request;
  const connection = useConnection();
  const detail = useMemo(() => new SeriesDetail(fetch), [fetch]);
  useEffect(() => () => detail.close(), [detail]);
  useEffect(() => {
    if (whole !== null && connection === "open") detail.look({ view, extent, whole });
  }, [detail, view, extent, whole, connection]);
  const { part, problem } = useSyncExternalStore(detail.subscribe, () => detail.current);
  const series = whole === null ? null : shownOf(part, { view, extent, whole }).series;
  return useMemo(() => ({ series, problem }), [series, problem]);
}
