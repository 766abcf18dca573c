/** Playing, stepping, speed: what one does with the playhead. */
import { Button, Switch, Tooltip } from "@fluentui/react-components";
import {
  ChevronDoubleLeft16Regular,
  ChevronDoubleRight16Regular,
  ChevronLeft16Regular,
  ChevronRight16Regular,
  Pause16Filled,
  Play16Filled,
} from "@fluentui/react-icons";
import type { ReactElement, ReactNode } from "react";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { formatRoughDuration } from "../../../app/domain/format/times.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import { playedSpan, playingTime } from "../../../app/domain/timeline/playback.ts";
import { lengthOf } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { phaseAt } from "./phase-rows.ts";
import { SpeedControl } from "./SpeedControl.tsx";
import styles from "./TransportBar.module.css";

export interface TransportBarProps {
  readonly timeline: Timeline;
  readonly playheadMs: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly skipIdle: boolean;
  onTogglePlay(): void;
  onStep(what: "event" | "phase", direction: 1 | -1): void;
  onSpeed(speed: number): void;
  onSkipIdle(skipIdle: boolean): void;
  /** More at the right, such as Fit. */
  readonly children?: ReactNode;
}

export function TransportBar(props: TransportBarProps): ReactNode {
  const { timeline, playheadMs, playing, speed, skipIdle, onTogglePlay, onStep } = props;
  const { startMs, endMs } = playedSpan(timeline);
  const plays = `Plays ${formatRoughDuration(lengthOf({ startMs, endMs }))} in ${formatRoughDuration(
    playingTime(timeline, speed, skipIdle),
  )}`;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Playback">
      <div className={styles.steps}>
        <Key text="Previous phase (Shift+←)">
          <Button
            appearance="subtle"
            icon={<ChevronDoubleLeft16Regular />}
            disabled={playheadMs <= startMs}
            onClick={() => onStep("phase", -1)}
          />
        </Key>
        <Key text="Previous event (←)">
          <Button
            appearance="subtle"
            icon={<ChevronLeft16Regular />}
            disabled={playheadMs <= startMs}
            onClick={() => onStep("event", -1)}
          />
        </Key>
        <Key text={playing ? "Pause (Space)" : "Play (Space)"}>
          <Button
            appearance="primary"
            icon={playing ? <Pause16Filled /> : <Play16Filled />}
            onClick={onTogglePlay}
          />
        </Key>
        <Key text="Next event (→)">
          <Button
            appearance="subtle"
            icon={<ChevronRight16Regular />}
            disabled={playheadMs >= endMs}
            onClick={() => onStep("event", 1)}
          />
        </Key>
        <Key text="Next phase (Shift+→)">
          <Button
            appearance="subtle"
            icon={<ChevronDoubleRight16Regular />}
            disabled={playheadMs >= endMs}
            onClick={() => onStep("phase", 1)}
          />
        </Key>
      </div>
      <output className={styles.time} aria-label="Time of the playhead" aria-live="off">
        {formatMomentOf(timeline, playheadMs)}
      </output>
      <Moment timeline={timeline} atMs={playheadMs} />
      <SpeedControl speed={speed} onSpeed={props.onSpeed} />
      <Switch
        checked={skipIdle}
        label="Skip idle"
        title={plays}
        onChange={(_, { checked }) => props.onSkipIdle(checked)}
      />
      <div className={styles.more}>{props.children}</div>
    </div>
  );
}

/** The phase at the playhead, in a size that is read from afar; what it does is in its title. */
function Moment({ timeline, atMs }: { readonly timeline: Timeline; readonly atMs: number }) {
  const phase = phaseAt(timeline, atMs);
  const term = phase === null ? null : phaseTerm(phase);
  return (
    <span className={styles.moment} title={term?.what ?? ""} data-moment={phase ?? "none"}>
      {term?.title ?? (atMs < timeline.warmupEndMs ? "Warm-up" : "")}
    </span>
  );
}

function Key({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <Tooltip content={text} relationship="label">
      {children}
    </Tooltip>
  );
}
