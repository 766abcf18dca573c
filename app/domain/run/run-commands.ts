/** What can be asked of a run in each of its states: buttons, keys and the palette go by this table. */
import type { runStates } from "../../contract/events.ts";
import type { RunStatus } from "../../contract/rpc/runs.ts";

/** States that the engine tells, those that only who follows a run knows of, and how a run ends. */
export type RunActivity =
  /** Its engine has told nothing yet. */
  | "starting"
  | Exclude<(typeof runStates)[number], "ended">
  /** Asked to stop, and not yet over. */
  | "stopping"
  /** The services are away: it may go on or not. */
  | "disconnected"
  | Exclude<RunStatus, "running">;

/** pace: how fast it goes, pause and step with it. act: what an administrator or users do. */
export type RunCommand = "pace" | "act" | "stop" | "endAtOnce";

const no: readonly RunCommand[] = [];
const all: readonly RunCommand[] = ["pace", "act", "stop"];
/** The engine heeds nothing else until this is over: a pause would come too late for what is seen. */
const onlyStop: readonly RunCommand[] = ["stop"];

const table: Readonly<Record<RunActivity, readonly RunCommand[]>> = {
  // The engine keeps what it is told before its start.
  starting: all,
  warmup: all,
  running: all,
  paused: all,
  creating: all,
  restarting: onlyStop,
  reverting: onlyStop,
  restoring: onlyStop,
  verifying: onlyStop,
  stopping: ["endAtOnce"],
  disconnected: no,
  completed: no,
  failed: no,
  cancelled: no,
  interrupted: no,
};

export const takesCommand = (activity: RunActivity, command: RunCommand): boolean =>
  table[activity].includes(command);

export const runActivities = Object.keys(table) as readonly RunActivity[];
