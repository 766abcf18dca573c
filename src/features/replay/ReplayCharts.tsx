/** The phases to scale and, for a run, its counters below them, in one view of time. */
import { ChevronDown16Regular, ChevronRight16Regular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import * as z from "zod";
import { lanesOf, standardLanes } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { LanePicker } from "../../components/player/LanePicker.tsx";
import { LaneStack } from "../../components/player/LaneStack.tsx";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import { useSetting } from "../../state/settings.ts";
import styles from "./ReplayCharts.module.css";
import { ReplayPhases } from "./ReplayPhases.tsx";
import { selectedOf } from "./selection.ts";

export interface ReplayChartsProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  /** Times of the records that a search found. */
  readonly hitTimes: readonly number[];
}

const laneIds = z.array(z.string()).min(1);
const usualLanes = standardLanes.map(({ id }) => id);
const isOpen = z.boolean();

/** Where a window is too low for both, the counters, which have phases behind them, go first. */
const hasRoomForBoth = window.innerHeight >= 900;

export function ReplayCharts({ timeline, player, hitTimes }: ReplayChartsProps) {
  const hasCounters = timeline.series.timeMs.length > 0;
  return (
    <div className={styles.charts} data-counters={hasCounters}>
      {hasCounters ? (
        <>
          <Collapsible setting="replay.phases-open" title="Phases" openAtFirst={hasRoomForBoth}>
            <ReplayPhases timeline={timeline} player={player} hitTimes={hitTimes} />
          </Collapsible>
          <Collapsible setting="replay.lanes-open" title="Counters" grows>
            <ReplayLanes timeline={timeline} player={player} />
          </Collapsible>
        </>
      ) : (
        <ReplayPhases timeline={timeline} player={player} hitTimes={hitTimes} />
      )}
    </div>
  );
}

interface CollapsibleProps {
  readonly setting: string;
  readonly title: string;
  readonly openAtFirst?: boolean;
  /** Takes what height is left. */
  readonly grows?: boolean;
  readonly children: ReactNode;
}

function Collapsible(props: CollapsibleProps) {
  const { setting, title, openAtFirst = true, grows = false, children } = props;
  const [open, setOpen] = useSetting(setting, isOpen, openAtFirst);
  const Chevron = open ? ChevronDown16Regular : ChevronRight16Regular;
  return (
    <div className={styles.part} data-grows={grows && open}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Chevron aria-hidden="true" />
        {title}
      </button>
      {open && children}
    </div>
  );
}

function ReplayLanes({ timeline, player }: Omit<ReplayChartsProps, "hitTimes">) {
  const view = usePlayerState(player, (state) => state.view);
  const cursorMs = usePlayerState(player, (state) => state.cursorMs);
  const cursorLocked = usePlayerState(player, (state) => state.cursorLocked);
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  const selection = usePlayerState(player, (state) => state.selection);
  const [chosen, choose] = useSetting("replay.lanes", laneIds, usualLanes);
  const known = lanesOf(chosen);
  const lanes = known.length > 0 ? known : standardLanes;
  const act = () => player.getState();
  return (
    <div className={styles.lanes}>
      <LaneStack
        label="Counters of the run"
        timeline={timeline}
        lanes={lanes}
        view={view}
        cursorMs={cursorMs}
        cursorLocked={cursorLocked}
        playheadMs={playheadMs}
        selectedSpan={selectedOf(timeline, selection).span}
        corner={<LanePicker chosen={lanes} onChoose={choose} />}
        onView={(next) => act().setView(next)}
        onCursor={(atMs) => act().pointAt(atMs)}
        onToggleLock={() => act().toggleLock()}
        onSeek={(atMs) => act().seek(atMs)}
        onSpan={(span) => act().select({ kind: "span", span })}
      />
    </div>
  );
}
