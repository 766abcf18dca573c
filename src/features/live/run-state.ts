/** What a run is doing, in words: the chip of the run bar, and what is announced when it changes. */
import { occasionalPhases, phaseNames } from "../../../app/contract/phase.ts";
import type { RunEntry, RunStatus } from "../../../app/contract/rpc/runs.ts";
import { formatPercent } from "../../../app/domain/format/numbers.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import {
  type RunActivity,
  type RunCommand,
  takesCommand,
} from "../../../app/domain/run/run-commands.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { shownStatus } from "../../components/ui/run-status.ts";

export interface Activity {
  readonly kind: RunActivity;
  readonly text: string;
  /** What of it is under way: "redo 41 %". */
  readonly detail: string | null;
  /** The same without what changes all the time: what a screen reader is told. */
  readonly announcement: string;
}

const said = (kind: RunActivity, text: string): Activity => ({
  kind,
  text,
  detail: null,
  announcement: text,
});

const endedWords: Readonly<Record<Exclude<RunStatus, "running">, string>> = {
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  interrupted: "Interrupted",
};

export function activityOf(timeline: Timeline | null, entry: RunEntry | null): Activity {
  if (entry !== null && shownStatus(entry) === "unverified") {
    return said("failed", "Completed, not verified");
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
      return said("running", state.stepping ? "Running to the next phase…" : "Running");
    case "paused":
      return said("paused", "Paused");
    case "creating":
      return creating(timeline, state.stepping);
    case "restarting":
      return said("restarting", "Restarting the server");
    case "reverting":
      return said("reverting", "Reverting the database");
    case "restoring":
      return said("restoring", "Restoring the database");
    case "verifying":
      return said("verifying", "Verifying snapshots");
    case "ended":
      return said("verifying", "Finishing");
  }
}

function creating({ bands }: Timeline, stepping: boolean): Activity {
  const command = bands.findLast(
    ({ row, phase, endMs }) => row === "command" && phase === null && endMs === null,
  );
  if (command === undefined) return said("creating", "Creating a snapshot");
  const what = `Creating snapshot ‘${command.snapshot}’`;
  if (stepping) {
    const text = `Running to ${nextPhase(bands, command)}…`;
    const detail = `snapshot ‘${command.snapshot}’`;
    return { kind: "creating", text, detail, announcement: text };
  }
  const phase = bands.findLast((band) => isUnderWay(band) && band.snapshot === command.snapshot);
  if (phase === undefined || phase.phase === null) return said("creating", what);
  const name = phaseTerm(phase.phase).title.toLowerCase();
  const progress = phase.progress === null ? "" : ` ${formatPercent(phase.progress, 0)}`;
  return {
    kind: "creating",
    text: what,
    detail: `${name}${progress}`,
    announcement: `${what}: ${name}`,
  };
}

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
