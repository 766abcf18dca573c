/** What a chart that was added to a report is called, until somebody calls it otherwise. */
import type { AddedChart, AddedChartKind } from "../../contract/report-edits.ts";
import { formatClock } from "../format/times.ts";

const kinds: Readonly<Record<AddedChartKind, string>> = {
  lanes: "Lanes",
  phases: "Phases",
  waits: "Waits",
  responses: "Response times",
};

/** "Lanes, 21:48:07.22 to 21:50:00.00". */
export const addedChartTitle = (
  { kind, fromMs, toMs }: Pick<AddedChart, "kind" | "fromMs" | "toMs">,
  originMs: number,
): string => `${kinds[kind]}, ${formatClock(originMs, fromMs)} to ${formatClock(originMs, toMs)}`;
