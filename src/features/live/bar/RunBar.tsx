/** The state of the moment and the run's times, and what governs its progress: pace, pause, step, stop. */
import { Button, Tooltip } from "@fluentui/react-components";
import {
  NextFilled,
  PauseRegular,
  PlayRegular,
  RecordStopRegular,
  StopRegular,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import {
  formatClock,
  formatDuration,
  formatRoughDuration,
} from "../../../../app/domain/format/times.ts";
import { type Activity, hasEnded, takes } from "../../../../app/domain/run/run-activity.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { BreakOn } from "./BreakOn.tsx";
import { PaceControl } from "./PaceControl.tsx";
import { ProlongMenu } from "./ProlongMenu.tsx";
import styles from "./RunBar.module.css";
import type { RunControls } from "./run-controls.ts";
import { StateOfMoment } from "./StateOfMoment.tsx";

export interface RunBarProps {
  readonly timeline: Timeline | null;
  readonly activity: Activity;
  readonly controls: RunControls;
  /** Estimate of wall time; null while it is not known. */
  readonly remainingWallMs: number | null;
  /** On this machine's disks and clock. */
  readonly isReal?: boolean;
  /** What else can be done with it, over or not. */
  readonly children?: ReactNode;
}

export function RunBar(props: RunBarProps) {
  const { timeline, activity, controls, remainingWallMs, isReal = false, children } = props;
  return (
    <section className={styles.bar} aria-label="Run">
      <StateOfMoment activity={activity} />
      <Times timeline={timeline} goesOn={!hasEnded(activity)} remainingWallMs={remainingWallMs} />
      <div className={styles.controls}>
        {!hasEnded(activity) && <Controls {...{ activity, controls, isReal }} />}
        {children}
      </div>
    </section>
  );
}

interface ControlsProps extends Pick<RunBarProps, "activity" | "controls"> {
  readonly isReal: boolean;
}

function Controls({ activity, controls, isReal }: ControlsProps) {
  const canResume = takes(activity, "resume");
  return (
    <>
      <PaceControl
        pace={controls.pace}
        onChange={controls.setPace}
        disabled={!takes(activity, "pace")}
      />
      <Tooltip
        relationship="description"
        content={canResume ? "Lets the run go on (Space)" : "Holds the run where it is (Space)"}
      >
        <Button
          size="small"
          className={styles.pause ?? ""}
          icon={canResume ? <PlayRegular /> : <PauseRegular />}
          disabled={!canResume && !takes(activity, "pause")}
          onClick={controls.togglePause}
          aria-keyshortcuts="Space"
        >
          <span className={styles.inBar}>{canResume ? "Resume" : "Pause"}</span>
        </Button>
      </Tooltip>
      <Tooltip
        relationship="description"
        content="Runs on until the next phase begins or ends, then pauses (N)"
      >
        <Button
          size="small"
          icon={<NextFilled />}
          disabled={!takes(activity, "step")}
          onClick={controls.step}
          aria-keyshortcuts="N"
        >
          <span className={styles.inBar}>
            Step<span className={styles.inWideBar}>&nbsp;to next phase</span>
          </span>
        </Button>
      </Tooltip>
      <BreakOn
        enabled={takes(activity, "plan")}
        isReal={isReal}
        set={(one) => controls.setBreak(one, true)}
      />
      <ProlongMenu enabled={takes(activity, "plan")} prolong={controls.prolong} />
      <StopButtons activity={activity} controls={controls} />
    </>
  );
}

/** What ends the engine stands beside Stop, never in its place: a double click on Stop is one stop. */
function StopButtons({ activity, controls }: Pick<RunBarProps, "activity" | "controls">) {
  return (
    <>
      {takes(activity, "endAtOnce") && (
        <Tooltip
          relationship="description"
          content="The run is asked to stop; what was recorded is kept. This ends its engine at once, without a summary."
        >
          <Button
            size="small"
            className={styles.stop ?? ""}
            icon={<RecordStopRegular />}
            disabled={controls.killed}
            onClick={controls.endAtOnce}
          >
            {controls.killed ? "Ending…" : "End at once"}
          </Button>
        </Tooltip>
      )}
      <Tooltip
        relationship="description"
        content="Stops the run. What was recorded until then is kept, as a cancelled run."
      >
        <Button
          size="small"
          className={styles.stop ?? ""}
          icon={<StopRegular />}
          disabledFocusable={!takes(activity, "stop")}
          onClick={controls.stop}
        >
          <span className={styles.inBar}>Stop</span>
        </Button>
      </Tooltip>
    </>
  );
}

interface TimesProps extends Pick<RunBarProps, "timeline" | "remainingWallMs"> {
  readonly goesOn: boolean;
}

function Times({ timeline, goesOn, remainingWallMs }: TimesProps) {
  if (timeline === null) return null;
  const { originMs, endMs, plannedEndMs } = timeline;
  const remainingMs = plannedEndMs === null ? null : Math.max(0, plannedEndMs - endMs);
  const yours =
    remainingWallMs === null ? null : `about ${formatRoughDuration(remainingWallMs)} of your time`;
  return (
    <dl className={styles.times}>
      <Time name="Engine time" value={formatClock(originMs, endMs)} />
      <Time name="Elapsed" value={formatDuration(endMs)} />
      {goesOn && <Time name="Remaining" note={yours} value={formatRoughDuration(remainingMs)} />}
    </dl>
  );
}

interface TimeProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string | null;
}

function Time({ name, value, note = null }: TimeProps) {
  return (
    <div title={note === null ? undefined : `${name} (${note})`}>
      <dt>
        {name}
        {note !== null && <span className={styles.inBar}> ({note})</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
