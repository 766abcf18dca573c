/** Recommendations for a run that ended, with what the devices of its volumes can do. */
import type { DeviceFigures } from "../contract/device.ts";
import { usedVolumes } from "../contract/placement.ts";
import type { Recommendation } from "../contract/recommendation.ts";
import type { DevicesService } from "../contract/rpc/services.ts";
import type { Summary } from "../contract/summary.ts";
import { recommendationsOn } from "../domain/advisor/recommendations.ts";

/** Of a volume whose device cannot be measured, as of real files, nothing is said. */
export async function recommendationsFor(
  summary: Summary,
  devices: DevicesService,
): Promise<Recommendation[]> {
  const figures = new Map<string, DeviceFigures>();
  // Every rule is about snapshots: without one no engine has to be asked.
  if (summary.snapshots.length > 0) {
    const used = new Set(usedVolumes(summary.scenario.storage.placement));
    for (const { name, device } of summary.scenario.storage.volumes) {
      if (device === undefined || !used.has(name)) continue;
      const measured = await devices.figures(device);
      if (measured.ok) figures.set(name, measured.value);
    }
  }
  return recommendationsOn(summary, figures);
}
