/** How long a run takes here, as far as it is known. */
import type { PresetEntry } from "../../../app/contract/rpc/services.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { formatExact } from "../../../app/domain/format/numbers.ts";
import { formatRoughDuration } from "../../../app/domain/format/times.ts";
import { sameValue } from "../../../app/domain/scenario-form/differences.ts";
import type { ThroughputRow } from "../../../app/domain/throughput-text.ts";
import { printTime } from "./preview/strip-layout.ts";

/** "2 min of engine time; about 8 s here (median of 3 runs)", of which the latter is the preset's alone. */
export function timesOf(preset: PresetEntry, changed: Scenario | null): string {
  const { typicalWallMs, typicalOf } = preset;
  const { mode, durationSeconds, pace } = changed ?? preset.scenario;
  const engine = `${printTime(durationSeconds)} of engine time`;
  if (changed === null && typicalWallMs !== null) {
    const runs = typicalOf === 1 ? "1 run" : `${typicalOf} runs`;
    return `${engine}; about ${formatRoughDuration(typicalWallMs)} here (median of ${runs})`;
  }
  // A run that was paused or given another pace tells no time, so there may have been some all the same.
  return mode === "virtual" && pace > 0
    ? `${engine}; at its pace ≥ ${formatRoughDuration((durationSeconds * 1000) / pace)} here`
    : engine;
}

/** Never guessed: the pace says it, the machine's own clock does, or runs that were made here. */
export function timeHere(scenario: Scenario, preset: PresetEntry | null): ThroughputRow {
  const name = "Time here";
  const engineMs = scenario.durationSeconds * 1000;
  if (scenario.mode === "real") {
    const what = "and what preparing and verifying take";
    return { name, value: printTime(scenario.durationSeconds), what };
  }
  if (scenario.pace > 0) {
    const value = `≥ ${formatRoughDuration(engineMs / scenario.pace)}`;
    return { name, value, what: `at ${formatExact(scenario.pace)} s of engine time per second` };
  }
  const { typicalWallMs = null, typicalOf = 0 } = preset ?? {};
  if (typicalWallMs === null) {
    return { name, value: "not known", what: "as fast as it goes; no run here tells it yet" };
  }
  const median = `median of ${typicalOf} ${typicalOf === 1 ? "run" : "runs"}`;
  const unchanged = preset !== null && sameValue(preset.scenario, scenario);
  return {
    name,
    value: `≈ ${formatRoughDuration(typicalWallMs)}`,
    what: unchanged ? median : `the unchanged preset, ${median}`,
  };
}
