/** How long a run takes here, as far as it is known. */
import type { PresetEntry } from "../../../../app/contract/rpc/services.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { formatExact } from "../../../../app/domain/format/numbers.ts";
import { formatRoughDuration } from "../../../../app/domain/format/times.ts";
import { sameValue } from "../../../../app/domain/scenario-form/differences.ts";
import { printTime } from "../../../../app/domain/scenario-form/moments.ts";
import type { ThroughputRow } from "../../../../app/domain/throughput-text.ts";

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
    return {
      name,
      value: "not known",
      what: "as fast as it goes; no completed run of this preset tells it yet",
    };
  }
  const median = `median of ${typicalOf} ${typicalOf === 1 ? "run" : "runs"}`;
  const unchanged = preset !== null && sameValue(preset.scenario, scenario);
  return {
    name,
    value: `≈ ${formatRoughDuration(typicalWallMs)}`,
    what: unchanged ? median : `the unchanged preset, ${median}`,
  };
}
