/** From time in the lanes to the pages that were pushed in it: the page map, with the time selected. */
import { useMemo } from "react";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { lanesOf } from "../../../app/domain/timeline/lanes.ts";
import { peakOf } from "../../../app/domain/timeline/peak.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { useActions } from "../shell/actions.ts";
import type { MapToggle } from "./map-toggle.ts";
import type { PlayerStore } from "./player.ts";

export interface PagesThen {
  /** Which pages will be shown. */
  readonly title: string;
  /** Of the selected time, else of the time in which the lane was highest. */
  show(laneId: string): void;
}

/** Of lanes drawn from a series. Null: there can be no map. */
export function usePagesThen(
  player: PlayerStore,
  map: MapToggle | null,
  selected: Span | null,
  series: Series,
): PagesThen | null {
  return useMemo(() => {
    if (map === null) return null;
    return {
      title:
        selected === null
          ? "See the pages pushed at its peak"
          : "See the pages pushed in the selected time",
      show: (laneId) => {
        const [lane] = lanesOf([laneId]);
        const { view, select } = player.getState();
        const span = selected ?? (lane === undefined ? null : peakOf(lane, series, view));
        if (span !== null) select({ kind: "span", span });
        map.show();
      },
    };
  }, [player, map, selected, series]);
}

/** The same by a key, of the selected time. */
export function usePagesThenAction(map: MapToggle | null, selected: Span | null): void {
  useActions([
    {
      id: "view.pages-then",
      title: "See the pages pushed in the selected time",
      group: "View",
      keys: "Shift+P",
      enabled: map !== null && selected !== null,
      run: () => map?.show(),
    },
  ]);
}
