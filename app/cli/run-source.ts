/** A run of this process as what a report is made from, whether it went into the library or not. */

import type { Advice } from "../contract/advice.ts";
import { noCreationFigures } from "../contract/creation-cost.ts";
import type { Result } from "../contract/result.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Summary } from "../contract/summary.ts";
import { plannedMsAfter } from "../domain/run/prolong.ts";
import type { RunRecording } from "../report/report-input.ts";
import { endingOf, newEntry } from "../services/run-entry.ts";
import type { Recorder } from "./recorder.ts";

export interface RunOfProcess {
  readonly recorder: Recorder;
  readonly scenario: Scenario;
  readonly result: Result<Summary>;
  readonly startedAt: Date;
  /** `performance.now()` of the start. */
  readonly startedMs: number;
  /** Null: the run is in no library. */
  readonly savedId: string | null;
  /** Name of the preset it was made from. */
  readonly preset: string | null;
  /** The run's name, as the library has it or would have it. */
  readonly name: string;
  readonly advice: Advice;
}

/** Without a summary (the engine died) the log that was streamed tells when the run started. */
export const originOfRun = (
  recorder: Recorder,
  scenario: Scenario,
  summary: Summary | null,
): string =>
  summary?.run.origin ?? scenario.startTime ?? recorder.loggedOrigin ?? "1970-01-01T00:00:00";

export function sourceOfRun(run: RunOfProcess, points: number): RunRecording {
  const { recorder, scenario, result, preset, name } = run;
  const summary = result.ok ? result.value : null;
  const progress = {
    engineMs: recorder.endMs,
    plannedMs: plannedMsAfter(scenario.durationSeconds * 1000, recorder.events),
    snapshots: snapshotsIn(recorder),
  };
  return {
    entry: {
      ...newEntry({ id: "", scenario, preset, name }),
      plannedMs: progress.plannedMs,
      ...endingOf(result, null, { progress, cost: noCreationFigures }, run.startedMs),
      id: run.savedId,
      createdAt: run.startedAt.toISOString(),
    },
    scenario: summary?.scenario ?? scenario,
    summary,
    origin: originOfRun(recorder, scenario, summary),
    series: recorder.series(points),
    events: recorder.events,
  };
}

const snapshotsIn = ({ events }: Recorder): number =>
  new Set(events.flatMap((event) => (event.kind === "snapshot" ? event.name : []))).size;
