/** A run of a figure in which nothing happened but what a test asks for. */
import { engineRevision } from "../../../contract/engine-revision.ts";
import type { FigureRun } from "../../../contract/figure-results.ts";

export const fakeFigureRun = (run: Partial<FigureRun>): FigureRun => ({
  seed: 1,
  engineRevision,
  wallSeconds: 1,
  telemetryHash: "0123456789abcdef",
  transactionsPerSecond: 0,
  responses: [],
  creations: [],
  operations: [],
  waits: [],
  counters: null,
  ...run,
});
