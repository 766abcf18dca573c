/** The phases to scale and, where there are any, counters below them, in one view of time. */
import { ChevronDown16Regular, ChevronRight16Regular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import * as z from "zod";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import type { PlayerStore } from "../../../state/player/player.ts";
import { useSetting } from "../../../state/services/settings.ts";
import styles from "./ReplayCharts.module.css";
import { ReplayPhases } from "./ReplayPhases.tsx";

export interface ReplayChartsProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  /** Times of the records that a search found. */
  readonly hitTimes: readonly number[];
  /** The lanes of counters; null: there are none. */
  readonly lanes: ReactNode;
  /** Beside the title of the counters. */
  readonly aside: ReactNode;
}

const isOpen = z.boolean();

/** Where a window is too low for both, the counters, which have phases behind them, go first. */
const hasRoomForBoth = (): boolean => window.innerHeight >= 900;

export function ReplayCharts(props: ReplayChartsProps) {
  const { timeline, player, hitTimes, lanes, aside } = props;
  const hasCounters = lanes !== null;
  const [openAtFirst] = useState(hasRoomForBoth);
  return (
    <div className={styles.charts} data-counters={hasCounters}>
      {hasCounters ? (
        <>
          <Collapsible setting="replay.phases-open" title="Phases" openAtFirst={openAtFirst}>
            <ReplayPhases timeline={timeline} player={player} hitTimes={hitTimes} />
          </Collapsible>
          <Collapsible setting="replay.lanes-open" title="Counters" aside={aside} grows>
            <div className={styles.lanes}>{lanes}</div>
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
  /** Where it is open. */
  readonly aside?: ReactNode;
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
      <div className={styles.partHead}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Chevron aria-hidden="true" />
          {title}
        </button>
        {open && props.aside}
      </div>
      {open && children}
    </div>
  );
}
