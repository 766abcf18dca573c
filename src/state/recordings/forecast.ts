/** What becomes of a run's snapshots: as soon as it is known what the devices that a revert uses can do. */
import { useMemo } from "react";
import type { Forecast } from "../../../app/contract/forecast.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { forecastOfRun, saysSomething, usualHours } from "../../../app/domain/forecast/forecast.ts";
import { revertVolumes } from "../../../app/domain/forecast/revert-time.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { useVolumeFigures } from "../experiments/device-figures.ts";

interface ForecastRequest {
  /** With the series of Transactions/sec. */
  readonly timeline: Timeline;
  /** Null: not known yet. */
  readonly scenario: Scenario | null;
  readonly atMs: number;
}

const nothing: ReturnType<typeof revertVolumes> = [];

/** Whether there is, or was, a snapshot of either kind. */
export const mayForecast = ({ snapshots, acts }: Pick<Timeline, "snapshots" | "acts">): boolean =>
  snapshots.length > 0 || acts.some(({ kind }) => kind === "createArraySnapshot");

/** Null: there is no snapshot, or the devices have not answered yet. */
export function useForecast(request: ForecastRequest): Forecast | null {
  const { timeline, scenario, atMs } = request;
  const has = mayForecast(timeline);
  const reverts = timeline.snapshots.length > 0;
  const volumes = useMemo(
    () => (scenario === null || !reverts ? nothing : revertVolumes(scenario)),
    [scenario, reverts],
  );
  const { figures, problem } = useVolumeFigures(volumes);
  const isWaiting = volumes.length > 0 && figures === null && problem === null;
  return useMemo(() => {
    if (scenario === null || !has || isWaiting) return null;
    const question = { scenario, figures, hours: usualHours };
    const forecast = forecastOfRun(question, timeline, atMs);
    return saysSomething(forecast) ? forecast : null;
  }, [timeline, scenario, atMs, figures, has, isWaiting]);
}
