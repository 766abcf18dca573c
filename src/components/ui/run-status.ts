/** The words for a run's status, as labels, the palette and the search have them. */
import type { RunStatus } from "../../../app/contract/rpc/runs.ts";

const words: Readonly<Record<RunStatus, string>> = {
  running: "Running",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  interrupted: "Interrupted",
};

export const runStatusWord = (status: RunStatus): string => words[status];
