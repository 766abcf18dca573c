/** The phases to scale and, where there are any, counters below them: one view of time, one axis. */
import { type ReactNode, useState } from "react";
import * as z from "zod";
import type { Moments } from "../../../../app/domain/timeline/lane-view.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { gutters } from "../../../components/player/lane-geometry.ts";
import { LaneViewProvider } from "../../../components/player/lane-view-context.tsx";
import { OverviewStrip } from "../../../components/player/OverviewStrip.tsx";
import { usePlayedView } from "../../../state/player/lane-view.ts";
import type { MapToggle } from "../../../state/player/map-toggle.ts";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { useSetting } from "../../../state/services/settings.ts";
import { selectedOf } from "../selection.ts";
import styles from "./ReplayCharts.module.css";
import { ReplayPhases } from "./ReplayPhases.tsx";
import { ReplayTransport } from "./ReplayTransport.tsx";

export interface ShownLanes {
  readonly hasHeader: boolean;
  readonly corner: ReactNode;
}

export interface ReplayChartsProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  /** Times of the records that a search found. */
  readonly hitTimes: readonly number[];
  /** The lanes of counters; null: there are none. */
  readonly lanes: ((shown: ShownLanes) => ReactNode) | null;
  /** The choice of the lanes. */
  readonly choice: ReactNode;
  /** Lit on all charts: when the pages that are marked on the map were pushed. */
  readonly moments: Moments | null;
  /** Shows the page map below them, or no more; null: the recording has none. */
  readonly mapToggle: MapToggle | null;
  /** What adds the charts to the report. */
  readonly report: ReactNode;
}

const parts = ["phases", "lanes"] as const;
type Part = (typeof parts)[number];
const partsSchema = z.array(z.enum(parts)).min(1);
const titles: Readonly<Record<Part, string>> = { phases: "Phases", lanes: "Counters" };

/** Where a window is too low for both, the counters, which have phases behind them, go first. */
const partsAtFirst = (): Part[] => (window.innerHeight >= 900 ? [...parts] : ["lanes"]);

export function ReplayCharts(props: ReplayChartsProps) {
  const { timeline, player, hitTimes, lanes, choice, moments, mapToggle } = props;
  const [atFirst] = useState(partsAtFirst);
  const [kept, keep] = useSetting("replay.parts", partsSchema, atFirst);
  const shown: readonly Part[] = lanes === null ? ["phases"] : kept;
  const hasPhases = shown.includes("phases");
  const hasLanes = shown.includes("lanes");
  const selection = usePlayerState(player, (state) => state.selection);
  const view = usePlayedView(player, selectedOf(timeline, selection).span, moments);
  const corner =
    lanes === null ? (
      "As of"
    ) : (
      <>
        <PartToggles shown={shown} onShow={keep} mapToggle={mapToggle} />
        {hasLanes && choice}
      </>
    );
  return (
    <LaneViewProvider value={view} gutter={gutters.phases}>
      <div className={styles.charts} data-counters={hasLanes}>
        {hasPhases && (
          <div className={styles.phases}>
            <ReplayPhases {...{ timeline, player, hitTimes, corner }} aboveLanes={hasLanes} />
          </div>
        )}
        {hasLanes && lanes !== null && (
          <div className={styles.lanes}>{lanes({ hasHeader: !hasPhases, corner })}</div>
        )}
      </div>
      <OverviewStrip timeline={timeline} />
      <ReplayTransport timeline={timeline} player={player}>
        {props.report}
      </ReplayTransport>
    </LaneViewProvider>
  );
}

interface PartTogglesProps {
  readonly shown: readonly Part[];
  readonly onShow: (parts: Part[]) => void;
  readonly mapToggle: MapToggle | null;
}

/** What is shown of both charts, of which one always is; and whether the page map is. */
function PartToggles({ shown, onShow, mapToggle }: PartTogglesProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, no set of fields
    <div className={styles.parts} role="group" aria-label="Charts">
      {parts.map((part) => {
        const isShown = shown.includes(part);
        return (
          <button
            key={part}
            type="button"
            aria-pressed={isShown}
            disabled={isShown && shown.length === 1}
            onClick={() =>
              onShow(parts.filter((other) => (other === part) !== shown.includes(other)))
            }
          >
            {titles[part]}
          </button>
        );
      })}
      {mapToggle !== null && (
        <button
          type="button"
          aria-pressed={mapToggle.isShown}
          aria-keyshortcuts="P"
          aria-label="Page map"
          title="Page map, in the place of the log"
          onClick={mapToggle.toggle}
        >
          Map
        </button>
      )}
    </div>
  );
}
