/** What can be asked of a run in each of its states: buttons, keys, the palette and the steer row go by this table. */
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

export const runCommands = [
  /** How fast it goes. */
  "pace",
  "pause",
  "resume",
  /** On to where the next phase begins or ends. */
  "step",
  /** Its end is moved, or what it is to pause at by itself is told. */
  "plan",
  /** What an administrator or users do: snapshots, users, backups and the like. */
  "act",
  "stop",
  /** Ends the engine without a summary. */
  "endAtOnce",
] as const;
export type RunCommand = (typeof runCommands)[number];

const none: readonly RunCommand[] = [];
const moving: readonly RunCommand[] = ["pace", "pause", "step", "plan", "act", "stop"];
/** The engine heeds nothing else until this is over: a pause would come too late for what is seen. */
const onlyStop: readonly RunCommand[] = ["stop"];

const table: Readonly<Record<RunActivity, readonly RunCommand[]>> = {
  // The engine keeps what it is told before its start.
  starting: moving,
  warmup: moving,
  running: moving,
  paused: ["pace", "resume", "step", "plan", "act", "stop"],
  creating: moving,
  restarting: onlyStop,
  reverting: onlyStop,
  restoring: onlyStop,
  verifying: onlyStop,
  stopping: ["endAtOnce"],
  disconnected: none,
  completed: none,
  failed: none,
  cancelled: none,
  interrupted: none,
};

export const takesCommand = (activity: RunActivity, command: RunCommand): boolean =>
  table[activity].includes(command);

export const runActivities = Object.keys(table) as readonly RunActivity[];
