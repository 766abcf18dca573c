/** What a creation has done at a moment: its phases one by one, for the checklist beside the lanes. */
import {
  givenPhases,
  occasionalPhases,
  type PhaseName,
  phaseNames,
} from "../../../app/contract/phase.ts";
import { type DurationSign, durationSign } from "../../../app/domain/duration-bound.ts";
import { isFromStartup, isPartOf } from "../../../app/domain/timeline/creation.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";

export interface CreationStep {
  readonly phase: PhaseName;
  readonly state: "done" | "current" | "pending";
  /** The time of a step that is done or under way; null while it is pending. */
  readonly durationMs: number | null;
  readonly instant: boolean;
  /** What the source of a step that is done leaves open of its duration. */
  readonly sign: DurationSign;
  readonly bandId: string | null;
}

export interface CreationState {
  readonly snapshot: string;
  readonly state: "creating" | "complete" | "incomplete";
  readonly startMs: number;
  /** The log tells of the creation from its start-up on, and not of its command. */
  readonly fromStartup: boolean;
  /** Since the command or that start-up, until the end or the moment that is looked at. */
  readonly elapsedMs: number;
  /** What the source leaves open of how long the creation took. */
  readonly sign: DurationSign;
  /** What the scenario gave of that, which predicts nothing. */
  readonly givenMs: number;
  readonly steps: readonly CreationStep[];
  /** 0 to 1 of the step under way, if it tells, and what it would still take at its pace so far. */
  readonly progress: number | null;
  readonly remainingMs: number | null;
}

const listed = phaseNames.filter((name) => name !== "complete");

/**
 * The creation that is under way at `atMs`, else the last one that began before it. `goesOn`: the
 * timeline still grows, so that a phase without an end is under way and not left unfinished.
 */
export function creationStateAt(
  timeline: Timeline,
  atMs: number,
  goesOn: boolean,
): CreationState | null {
  const commands = timeline.bands.filter(({ row, phase }) => row === "command" && phase === null);
  const begun = commands.filter(({ startMs }) => startMs <= atMs);
  const command = begun.findLast(({ endMs }) => endMs === null || endMs > atMs) ?? begun.at(-1);
  if (command === undefined || command.snapshot === null) return null;
  const bands = timeline.bands.filter((band) => band.phase !== null && isPartOf(band, command));
  const steps = listed
    .filter((phase) => isStep(phase, bands, command))
    .map((phase) => stepAt(phase, bands, atMs));
  const over = command.endMs !== null && command.endMs <= atMs;
  const brokenOff = command.endMs === null && !goesOn && atMs >= timeline.endMs;
  const current = bands.find(({ phase }) =>
    steps.some((step) => step.phase === phase && step.state === "current"),
  );
  // Progress is what was last told: it is of now, and of no other moment.
  const progress = atMs >= timeline.endMs ? (current?.progress ?? null) : null;
  return {
    snapshot: command.snapshot,
    state: over ? "complete" : brokenOff ? "incomplete" : "creating",
    startMs: command.startMs,
    fromStartup: isFromStartup(timeline.bands, command),
    elapsedMs: (over ? (command.endMs ?? atMs) : atMs) - command.startMs,
    sign: over ? durationSign(command) : "",
    givenMs: steps.reduce(
      (sum, step) => sum + (givenPhases.has(step.phase) ? (step.durationMs ?? 0) : 0),
      0,
    ),
    steps,
    progress,
    remainingMs: remainingOf(current, progress, atMs),
  };
}

/** The final flush, which only some creations have, is expected of one that goes on. */
function isStep(phase: PhaseName, bands: readonly Band[], command: Band): boolean {
  if (!occasionalPhases.has(phase)) return true;
  if (bands.some((band) => band.phase === phase)) return true;
  return phase === "flush" && command.endMs === null;
}

function stepAt(phase: PhaseName, bands: readonly Band[], atMs: number): CreationStep {
  const band = bands.find((candidate) => candidate.phase === phase);
  if (band === undefined || band.startMs > atMs) {
    return { phase, state: "pending", durationMs: null, instant: false, sign: "", bandId: null };
  }
  const { id, startMs, endMs } = band;
  const instant = band.instant || endMs === startMs;
  const done = instant || (endMs !== null && endMs <= atMs);
  return {
    phase,
    state: done ? "done" : "current",
    durationMs: (done ? (endMs ?? startMs) : atMs) - startMs,
    instant,
    sign: done ? durationSign(band) : "",
    bandId: id,
  };
}

function remainingOf(band: Band | undefined, progress: number | null, atMs: number): number | null {
  if (band === undefined || progress === null || progress <= 0) return null;
  return ((atMs - band.startMs) * (1 - progress)) / progress;
}
