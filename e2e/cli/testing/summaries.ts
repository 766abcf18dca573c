/** What tests ask of a summary. */
import { type Summary, summarySchema } from "../../../app/contract/summary.ts";
import { type Ended, snapscope } from "./snapscope.ts";

/** The one JSON object on stdout; anything beside it is an error. */
export function summaryOf({ status, stdout, stderr }: Ended): Summary {
  if (stdout.trim() === "") throw new Error(`exit code ${status} without a summary:\n${stderr}`);
  return summarySchema.parse(JSON.parse(stdout));
}

export async function summaryOfRun(args: readonly string[]) {
  const ended = await snapscope([...args, "--json"]);
  if (ended.status !== 0) throw new Error(`exit code ${ended.status}:\n${ended.stderr}`);
  return summaryOf(ended);
}

export function snapshotOf({ snapshots }: Summary, index = 0) {
  const snapshot = snapshots[index];
  if (snapshot === undefined) throw new Error(`the run has no snapshot ${index}`);
  return snapshot;
}

export const phasesOf = ({ phases }: Summary, snapshot: string) =>
  phases.filter((phase) => phase.snapshot === snapshot);

/** Null where nobody waited for it: a wait type without tasks is as good as none. */
export const waitOf = ({ waits }: Summary, type: string) =>
  waits.find((wait) => wait.wait_type === type && wait.waiting_tasks_count > 0) ?? null;

export function createdMsOf(summary: Summary): number {
  const { createdMs } = snapshotOf(summary);
  if (createdMs === null) throw new Error("the snapshot was not completed in this run");
  return createdMs;
}
