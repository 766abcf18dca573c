/** What governs a run's progress, with what was asked and is not yet obeyed. */
import { useEffect, useState } from "react";
import { type Break, breakCommand } from "../../../../app/domain/run/breaks.ts";
import { paceLabel, paces } from "../../../../app/domain/run/pace.ts";
import { prolongations, prolongationText } from "../../../../app/domain/run/prolong.ts";
import {
  type Activity,
  hasEnded,
  stopping,
  takes,
} from "../../../../app/domain/run/run-activity.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { endEngine, sendCommand } from "../commands.ts";

export interface RunControls {
  readonly pace: number | null;
  /** Asked to stop, and not yet over. */
  readonly stopping: boolean;
  /** Its engine is being ended. */
  readonly killed: boolean;
  setPace(pace: number): void;
  togglePause(): void;
  step(): void;
  /** Moves the end of the run. */
  prolong(seconds: number): void;
  /** Sets a break, or takes it away. */
  setBreak(one: Break, set: boolean): void;
  /** Asks the run to stop. */
  stop(): void;
  /** Ends the engine of a run that was asked to stop, without a summary. */
  endAtOnce(): void;
}

type Stop = "no" | "asked" | "killed";

export function useRunControls(
  runId: string,
  timeline: Timeline | null,
  activity: Activity,
): RunControls {
  const told = timeline?.state?.pace ?? null;
  // What was chosen is shown at once; from when the engine tells the same, what it tells counts.
  const [chosen, setChosen] = useState<number | null>(null);
  const [stop, setStop] = useState<Stop>("no");
  const ended = hasEnded(activity);
  const obeyed = chosen !== null && told === chosen;
  useEffect(() => {
    if (obeyed) setChosen(null);
  }, [obeyed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another run nothing was asked yet
  useEffect(() => setStop("no"), [runId]);

  const canResume = takes(activity, "resume");
  const controls: RunControls = {
    pace: chosen ?? told,
    stopping: stop !== "no" && !ended,
    killed: stop === "killed" && !ended,
    setPace: (pace) => {
      setChosen(pace);
      void sendCommand(runId, { kind: "setPace", pace }).then((given) => given || setChosen(null));
    },
    togglePause: () => void sendCommand(runId, { kind: canResume ? "resume" : "pause" }),
    step: () => void sendCommand(runId, { kind: "stepToNextPhase" }),
    prolong: (seconds) => void sendCommand(runId, { kind: "prolong", seconds }),
    setBreak: (one, set) => {
      const command = breakCommand(one, set);
      if (command !== null) void sendCommand(runId, command);
    },
    stop: () => {
      setStop("asked");
      void sendCommand(runId, { kind: "cancel" }).then((asked) => asked || setStop("no"));
    },
    endAtOnce: () => {
      setStop("killed");
      void endEngine(runId).then((ended) => ended || setStop("asked"));
    },
  };
  useRunActions(controls, controls.stopping ? stopping : activity);
  return controls;
}

function useRunActions(controls: RunControls, activity: Activity): void {
  const canResume = takes(activity, "resume");
  useActions([
    {
      id: "run.pause",
      title: canResume ? "Resume the run" : "Pause the run",
      group: "Run",
      keys: "Space",
      enabled: canResume || takes(activity, "pause"),
      run: controls.togglePause,
    },
    {
      id: "run.step",
      title: "Step to the next phase",
      group: "Run",
      // The second is what a presenter's remote sends.
      keys: ["N", "PageDown"],
      enabled: takes(activity, "step"),
      run: controls.step,
    },
    {
      id: "run.stop",
      title: "Stop the run",
      group: "Run",
      enabled: takes(activity, "stop"),
      run: controls.stop,
    },
    {
      id: "run.end-at-once",
      title: "End the engine of the run at once, without a summary",
      group: "Run",
      enabled: takes(activity, "endAtOnce") && !controls.killed,
      run: controls.endAtOnce,
    },
    ...prolongations.map((seconds) => ({
      id: `run.prolong.${seconds}`,
      title: `Prolong the run by ${prolongationText(seconds)}`,
      group: "Run" as const,
      enabled: takes(activity, "plan"),
      run: () => controls.prolong(seconds),
    })),
    ...paces.map((pace) => ({
      id: `run.pace.${pace}`,
      title: pace === 0 ? "Pace: as fast as it goes" : `Pace: ${paceLabel(pace)}`,
      group: "Run" as const,
      enabled: takes(activity, "pace"),
      run: () => controls.setPace(pace),
    })),
  ]);
}
