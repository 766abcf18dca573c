/** What the pointer is over in the phase chart: told only when that changes. */
import { useState } from "react";
import { type ChartHit, type ChartRows, idOfHit } from "./use-chart-rows.ts";

export interface Hover {
  /** The chart of which it is a part: after a zoom something else lies below the pointer. */
  readonly chart: ChartRows;
  readonly hit: ChartHit;
  /** px of the plot, where the pointer came to it. */
  readonly x: number;
  readonly y: number;
}

export function useHover(chart: ChartRows): {
  readonly at: Hover | null;
  onMove(point: { readonly x: number; readonly y: number } | null): void;
} {
  const [at, setAt] = useState<Hover | null>(null);
  return {
    at: at?.chart === chart ? at : null,
    onMove(point) {
      const hit = point === null ? null : chart.hitAt(point.x, point.y);
      if (hit === null || point === null) {
        if (at !== null) setAt(null);
        return;
      }
      const same =
        at?.chart === chart && idOfHit(at.hit) === idOfHit(hit) && at.hit.count === hit.count;
      if (!same) setAt({ chart, hit, ...point });
    },
  };
}
