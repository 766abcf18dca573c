/** What a chart of lanes is drawn from, whether a run was recorded or the files of a server were read. */
import type { Report, ReportCreation, ReportPhase } from "../../contract/report.ts";
import { type Lane, standardLanes } from "../../domain/timeline/lanes.ts";

/** A point as the span that its value holds for; null: not measured. In the unit of the series. */
export interface Step {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: number | null;
}

export interface LanesSource {
  readonly origin: string;
  /** Hatched up to here; 0: nothing is. */
  readonly warmupMs: number;
  readonly phases: readonly ReportPhase[];
  readonly creations: readonly ReportCreation[];
  readonly acts: Report["acts"];
  readonly samples: Report["samples"];
  readonly lanes: readonly Lane[];
  stepsOf(laneId: string): readonly Step[];
}

export const runLanes = ({ run, phases, creations, acts, samples }: Report): LanesSource => ({
  origin: run.origin,
  warmupMs: run.warmupMs,
  phases,
  creations,
  acts,
  samples,
  lanes: standardLanes,
  stepsOf: (laneId) => stepsOf(samples, laneId),
});

/** A point covers the time since the one before it, the first of them since the start. */
export function stepsOf(samples: Report["samples"], laneId: string): Step[] {
  const values = samples.lanes.find(({ id }) => id === laneId)?.values ?? [];
  return samples.timeMs.map((toMs, row) => ({
    fromMs: row === 0 ? 0 : (samples.timeMs[row - 1] ?? 0),
    toMs,
    value: values[row] ?? null,
  }));
}
