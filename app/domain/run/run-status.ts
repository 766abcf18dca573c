/** How a run's status is told, in labels, the palette and the search. */
import type { RunEntry, RunStatus } from "../../contract/rpc/runs.ts";

type Ended = Pick<RunEntry, "status" | "verified">;

/** What came to its end, and does not show what it must, is no success. */
export type ShownStatus = RunStatus | "unverified";

export const shownStatus = ({ status, verified }: Ended): ShownStatus =>
  status === "completed" && verified === false ? "unverified" : status;

const words: Readonly<Record<ShownStatus, string>> = {
  running: "Running",
  completed: "Completed",
  unverified: "Not verified",
  failed: "Failed",
  cancelled: "Cancelled",
  interrupted: "Interrupted",
};

export const runStatusWord = (run: Ended): string => words[shownStatus(run)];
