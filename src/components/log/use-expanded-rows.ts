/**
 * Rows that are shown in full, with their heights. Rows of one line are not measured: measuring each
 * would cost a layout while one scrolls.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LogRows } from "./log-rows.ts";
import type { TallRow } from "./row-geometry.ts";

export interface ExpandedRows {
  /** By index of the record. */
  has(index: number): boolean;
  toggle(index: number): void;
  /** Those of a list, as far as its rows are here; `version` is that of the rows. */
  tallRows(rows: LogRows, version: number): readonly TallRow[];
  /** For the element of an expanded row, whose `data-record` is the index of its record. */
  readonly measure: (element: HTMLElement | null) => void;
}

type Heights = ReadonlyMap<number, number>;
const none: Heights = new Map();

export function useExpandedRows(rowHeight: number): ExpandedRows {
  const [heights, setHeights] = useState(none);
  const observer = useRef<ResizeObserver | null>(null);
  useEffect(() => () => observer.current?.disconnect(), []);

  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    observer.current ??= new ResizeObserver((entries) =>
      setHeights((before) => entries.reduce(withMeasured, before)),
    );
    observer.current.observe(element);
  }, []);

  const toggle = useCallback(
    (index: number) =>
      setHeights((before) => {
        const after = new Map(before);
        if (!after.delete(index)) after.set(index, rowHeight);
        return after;
      }),
    [rowHeight],
  );

  return useMemo(
    () => ({
      has: (index) => heights.has(index),
      toggle,
      measure,
      tallRows: (rows) =>
        [...heights].flatMap(([index, height]) => {
          const row = rows.knownRowOf(index);
          return row < 0 ? [] : [{ row, height }];
        }),
    }),
    [heights, toggle, measure],
  );
}

function withMeasured(heights: Heights, { target }: ResizeObserverEntry): Heights {
  if (!(target instanceof HTMLElement) || !target.isConnected) return heights;
  const index = Number(target.dataset.record);
  const height = target.offsetHeight;
  if (!heights.has(index) || heights.get(index) === height) return heights;
  return new Map(heights).set(index, height);
}
