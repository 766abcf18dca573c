/** What each creation of a snapshot cost, with the rates of devices beside what users noticed. */
import type { CreationCost, SpanFigures } from "../contract/creation-cost.ts";
import type { ReportCreation, ReportFigures } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { meanOver } from "./span-means.ts";

export const creationsOf = (costs: readonly CreationCost[], series: Series): ReportCreation[] =>
  costs.map((cost) => ({
    ...cost,
    before: withDevices(cost.before, series),
    during: withDevices(cost.during, series),
    after: withDevices(cost.after, series),
  }));

function withDevices(
  figures: SpanFigures | null,
  { timeMs, counters }: Series,
): ReportFigures | null {
  if (figures === null) return null;
  const mean = (counter: string) =>
    meanOver(timeMs, counters[counter] ?? new Float64Array(), figures.fromMs, figures.toMs);
  return {
    ...figures,
    dataWriteBytesPerSecond: mean("dataWriteBytesPerSecond"),
    snapshotWriteBytesPerSecond: mean("snapshotWriteBytesPerSecond"),
    logReadBytesPerSecond: mean("logReadBytesPerSecond"),
  };
}
