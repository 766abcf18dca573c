/** What a run is doing, in words: the state of the moment in the run bar, and what is announced when it changes. */
import { occasionalPhases, phaseNames } from "../../contract/phase.ts";
import type { RunEntry, RunStatus } from "../../contract/rpc/runs.ts";
import { listed } from "../format/listed.ts";
import { formatPercent } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { phaseTerm } from "../glossary/glossary.ts";
import type { Band, BandRow, Timeline } from "../timeline/timeline.ts";
import { type BreakHit, hitText } from "./breaks.ts";
import { type RunActivity, type RunCommand, takesCommand } from "./run-commands.ts";
import { shownStatus } from "./run-status.ts";
import { isSteadyNow } from "./steady-now.ts";

export interface Activity {
  readonly kind: RunActivity;
  /** In a word or a few: "Redo 41 %". */
  readonly text: string;
  /** What that belongs to: "Creating sales_snapshot_1". */
  readonly detail: string | null;
  /** Both without what changes all the time: what a screen reader is told. */
  readonly announcement: string;
}

const said = (kind: RunActivity, text: string, detail: string | null = null): Activity => ({
  kind,
  text,
  detail,
  announcement: detail === null ? text : `${text} ${detail}`,
});

const endedWords: Readonly<Record<Exclude<RunStatus, "running">, string>> = {
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  interrupted: "Interrupted",
};

export function activityOf(timeline: Timeline | null, entry: RunEntry | null): Activity {
  if (entry !== null && shownStatus(entry) === "unverified") {
    return {
      ...said("failed", "Completed", "not verified"),
      announcement: "Completed, not verified",
    };
  }
  if (entry !== null && entry.status !== "running") {
    return said(entry.status, endedWords[entry.status]);
  }
  const state = timeline?.state ?? null;
  if (timeline === null || state === null) return said("starting", "Starting");
  switch (state.state) {
    case "warmup":
      return said("warmup", "Warming up");
    case "running":
      if (state.stepping) return said("running", "Running", "to the next phase");
      return said("running", isSteadyNow(timeline) ? "Steady" : "Running");
    case "paused":
      return state.brokeOn === null ? paused(timeline) : broken(timeline, state.brokeOn);
    case "creating":
      return creating(timeline, state.stepping);
    case "restarting":
      return outage("restarting", "Restarting", "the server", timeline);
    case "reverting":
      return outage("reverting", "Reverting", "the database", timeline);
    case "restoring":
      return outage("restoring", "Restoring", "the database", timeline);
    case "verifying":
      return said("verifying", "Verifying", "the snapshots");
    case "ended":
      return said("verifying", "Finishing");
  }
}

function paused({ bands }: Timeline): Activity {
  const { snapshots, phase } = creationsUnderWay(bands);
  const what = snapshots.length === 0 ? null : `Creating ${listed(snapshots)}`;
  const detail = phase === null ? what : `${what}: ${lower(phaseText(phase))}`;
  return { ...said("paused", "Paused", detail), announcement: "Paused" };
}

/** What it is paused at is what one looks for: it comes before what goes on. */
function broken(timeline: Timeline, hit: BreakHit): Activity {
  const what = hitText(hit);
  const detail = what.replace(/^Paused /, "");
  return { ...paused(timeline), detail, announcement: what };
}

function creating({ bands }: Timeline, stepping: boolean): Activity {
  const { commands, snapshots, phase } = creationsUnderWay(bands);
  const [command] = commands;
  if (command === undefined) return said("creating", "Creating a snapshot");
  const what = `Creating ${listed(snapshots)}`;
  const next = stepping ? `running to ${nextPhase(bands, command)}` : null;
  const name = phase === null ? null : lower(titleOf(phase));
  return {
    kind: "creating",
    text: phase === null ? what : phaseText(phase),
    detail:
      (phase === null ? [next] : [what, next]).filter((part) => part !== null).join(", ") || null,
    announcement: next === null ? `${what}${name === null ? "" : `: ${name}`}` : atBegin(next),
  };
}

interface CreationsUnderWay {
  readonly commands: readonly Band[];
  /** In the order in which they were asked for. */
  readonly snapshots: readonly string[];
  /** The phase of one of them; null: none goes on. */
  readonly phase: Band | null;
}

/** Creations take their turns: one that is asked for while another goes on waits for its end. */
function creationsUnderWay(bands: readonly Band[]): CreationsUnderWay {
  const commands = bands.filter(
    ({ row, phase, endMs }) => row === "command" && phase === null && endMs === null,
  );
  const snapshots = commands.flatMap(({ snapshot }) => snapshot ?? []);
  const phase = bands.findLast(
    (band) => isUnderWay(band) && band.snapshot !== null && snapshots.includes(band.snapshot),
  );
  const first = commands.find(({ snapshot }) => snapshot === phase?.snapshot) ?? commands[0];
  return {
    commands: first === undefined ? [] : [first, ...commands.filter((one) => one !== first)],
    snapshots,
    phase: phase ?? null,
  };
}

const rowsOfOutages: Readonly<
  Record<"restarting" | "reverting" | "restoring", ReadonlySet<BandRow>>
> = {
  restarting: new Set(["serverStart", "recovery", "recoverySteps"]),
  reverting: new Set(["revert", "recovery", "recoverySteps"]),
  restoring: new Set(["restore", "restoreSteps"]),
};

/** Nobody can use the database: what of it goes on. */
function outage(
  kind: keyof typeof rowsOfOutages,
  text: string,
  what: string,
  { bands }: Timeline,
): Activity {
  const step = bands.findLast((band) => isUnderWay(band) && rowsOfOutages[kind].has(band.row));
  const isTold = step !== undefined && step.progress !== null && step.progress > 0;
  const detail = isTold ? `${what}: ${lower(phaseText(step))}` : what;
  return { ...said(kind, text, detail), announcement: `${text} ${what}` };
}

/** "Redo 41 %". */
function phaseText(band: Band): string {
  const progress = band.progress === null ? "" : ` ${formatPercent(band.progress, 0)}`;
  return `${titleOf(band)}${progress}`;
}

const titleOf = ({ phase }: Band): string => (phase === null ? "" : phaseTerm(phase).title);

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Without those that only some creations have: they are told when they come. */
const expected = phaseNames.filter((name) => name === "flush" || !occasionalPhases.has(name));
const inOrder: readonly (string | null)[] = expected;

/** In words. Creations go through their phases in one order. */
function nextPhase(bands: readonly Band[], command: Band): string {
  const begun = bands
    .filter(({ snapshot, startMs }) => snapshot === command.snapshot && startMs >= command.startMs)
    .map(({ phase }) => inOrder.indexOf(phase));
  const next = expected[Math.max(...begun) + 1];
  return next === undefined ? "the next phase" : phaseTerm(next).title.toLowerCase();
}

const isUnderWay = ({ phase, endMs }: Band): boolean => phase !== null && endMs === null;

/** Shown from the press of Stop until the run has ended. */
export const stopping: Activity = {
  kind: "stopping",
  text: "Stopping",
  detail: "what was recorded is kept",
  announcement: "Stopping the run; what was recorded is kept",
};

/** Shown while the services are away: the run may go on or not. */
export const disconnected: Activity = said("disconnected", "Not connected");

/** The command can be given, and something may come of it. */
export const takes = ({ kind }: Activity, command: RunCommand): boolean =>
  takesCommand(kind, command);

export const hasEnded = ({ kind }: Activity): boolean => kind in endedWords;
