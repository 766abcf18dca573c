/** What the map shows, counted beside all else that the page does. */
import { useEffect, useRef, useState } from "react";
import type { MapCounts, MapWish } from "../../../app/domain/page-map/map-counts.ts";
import type { PageGrid } from "../../../app/domain/page-map/page-grid.ts";
import { MapCounter } from "./map-counter.ts";

/** The latest that is counted, which may be of the wish before; null: nothing yet, or there is none. */
export function useMapCounts(wish: MapWish<PageGrid> | null): MapCounts<PageGrid> | null {
  const [counts, setCounts] = useState<MapCounts<PageGrid> | null>(null);
  const counter = useRef<MapCounter<PageGrid> | null>(null);
  useEffect(() => {
    const own = new MapCounter<PageGrid>(setCounts);
    counter.current = own;
    return () => {
      own.stop();
      counter.current = null;
    };
  }, []);
  useEffect(() => {
    if (wish !== null) counter.current?.want(wish);
  }, [wish]);
  return counts;
}
