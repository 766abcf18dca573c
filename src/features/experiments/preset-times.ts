/** How long a preset goes on, and how long it takes to watch. */
import type { PresetEntry } from "../../../app/contract/rpc/services.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { formatRoughDuration } from "../../../app/domain/format/times.ts";
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
