/** The phases of a report as the bands that charts draw. */
import type { ReportPhase } from "../contract/report.ts";
import { BandTable } from "../domain/timeline/bands.ts";
import type { Band } from "../domain/timeline/timeline.ts";

/** Without the row of commands, which says no more than the phases in it. */
export function bandsOf(phases: readonly ReportPhase[]): readonly Band[] {
  const table = new BandTable({ toldOnce: true });
  for (const phase of phases) table.take(phase);
  return table.list.filter(({ phase }) => phase !== null);
}
