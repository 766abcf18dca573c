/** What the users of a draft will get, as soon as the devices' figures are known. */
import { useMemo } from "react";
import type { Forecast } from "../../../../app/contract/forecast.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { predictSnapshot, usualHours } from "../../../../app/domain/forecast/forecast.ts";
import {
  askedVolumes,
  predictThroughput,
  type Throughput,
} from "../../../../app/domain/throughput.ts";
import { useVolumeFigures } from "../../../state/experiments/device-figures.ts";

export interface Prediction {
  /** Null: of a real run, whose disks are the machine's; or not known yet. */
  readonly throughput: Throughput | null;
  /** The forecast of the first snapshot that is planned; null: none is, or it is not known what the load will be. */
  readonly forecast: Forecast | null;
  /** Why there is none, where that is no question of waiting. */
  readonly problem: string | null;
}

const nothing: ReturnType<typeof askedVolumes> = [];

/** `valid`: false while a value keeps the draft from running. */
export function useThroughput(scenario: Scenario, valid: boolean): Prediction | null {
  const volumes = useMemo(() => (valid ? askedVolumes(scenario) : nothing), [scenario, valid]);
  const { figures, problem } = useVolumeFigures(volumes);
  const throughput = useMemo(
    () => (figures === null || !valid ? null : predictThroughput(scenario, figures)),
    [scenario, figures, valid],
  );
  const forecast = useMemo(
    () => predictSnapshot({ scenario, figures, hours: usualHours }, throughput),
    [scenario, figures, throughput],
  );
  return volumes.length === 0 ? null : { throughput, forecast, problem };
}
