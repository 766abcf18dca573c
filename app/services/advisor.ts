/** Recommendations for a run that ended, with what the devices of its volumes can do. */
import { usedVolumes } from "../contract/placement.ts";
import type { Recommendation } from "../contract/recommendation.ts";
import type { DevicesService } from "../contract/rpc/services.ts";
import type { Summary } from "../contract/summary.ts";
import { recommendationsOn } from "../domain/advisor/recommendations.ts";

/** Nothing is said of volumes whose devices cannot be measured, as of real files. */
export async function recommendationsFor(
  summary: Summary,
  devices: DevicesService,
): Promise<Recommendation[]> {
  // Every rule is about snapshots: without one no engine has to be asked.
  if (summary.snapshots.length === 0) return recommendationsOn(summary, new Map());
  const { placement, volumes } = summary.scenario.storage;
  const used = new Set(usedVolumes(placement));
  const asked = volumes.flatMap(({ name, device }) =>
    device !== undefined && used.has(name) ? [{ name, device }] : [],
  );
  // Each by itself, so that one that cannot be measured takes nothing from the others; one process answers.
  const answers = await Promise.all(asked.map(({ device }) => devices.figures([device])));
  const figures = asked.flatMap(({ name }, at) => {
    const answer = answers[at];
    const [measured] = answer?.ok ? answer.value : [];
    return measured === undefined ? [] : [[name, measured] as const];
  });
  return recommendationsOn(summary, new Map(figures));
}
