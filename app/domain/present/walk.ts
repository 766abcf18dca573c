/**
 * Where one is in a presentation, and how one goes on: each step is played from its start to its end, where
 * one then stands. At the newest moment of a run under way one goes along with it.
 */
import { lengthOf } from "../timeline/span.ts";
import type { PresentStep } from "./step.ts";

export interface Walk {
  /** Position of the step. */
  readonly at: number;
  readonly atMs: number;
  readonly playing: boolean;
  /** At the newest moment of a run under way. */
  readonly newest: boolean;
}

export interface Ground {
  /** At least one. */
  readonly steps: readonly PresentStep[];
  /** More is to come. */
  readonly underWay: boolean;
  /** Steps are not played: one is at their end at once. */
  readonly still: boolean;
}

const none: PresentStep = {
  ...{ id: "", sentence: "", startMs: 0, endMs: 0, open: false, tells: [] },
  picture: { kind: "lanes", view: { startMs: 0, endMs: 1 } },
};

/** The step that is shown: of the newest moment the last one. */
export function stepAt({ steps }: Pick<Ground, "steps">, { at, newest }: Walk): PresentStep {
  return (newest ? steps.at(-1) : (steps[at] ?? steps.at(-1))) ?? none;
}

/** As far as is shown. */
export const momentOf = (ground: Pick<Ground, "steps">, walk: Walk): number =>
  walk.newest ? stepAt(ground, walk).endMs : walk.atMs;

export const positionOf = ({ steps }: Pick<Ground, "steps">, { at, newest }: Walk): number =>
  newest ? steps.length - 1 : Math.min(at, steps.length - 1);

/** What has been told up to a step, whatever happens at its moment. */
export const toldUpTo = ({ steps }: Pick<Ground, "steps">, position: number): ReadonlySet<string> =>
  new Set(steps.slice(0, position + 1).flatMap(({ tells }) => tells));

const shortestMs = 1500;
const longestMs = 4000;

/** How long a step is played, ms of the viewer: what is long in the picture takes longer. */
export function playingMs({ picture: { view }, ...step }: PresentStep): number {
  const length = lengthOf(step);
  if (length <= 0) return 0;
  return shortestMs + (longestMs - shortestMs) * Math.min(1, length / lengthOf(view));
}

function standAt(ground: Ground, at: number): Walk {
  const step = ground.steps[at] ?? none;
  return { at, atMs: step.endMs, playing: false, newest: false };
}

function playFrom(ground: Ground, at: number): Walk {
  const step = ground.steps[at] ?? none;
  if (playingMs(step) === 0) return standAt(ground, at);
  return { at, atMs: step.startMs, playing: !ground.still, newest: false };
}

const newestOf = ({ steps }: Ground): Walk => {
  const at = steps.length - 1;
  return { at, atMs: steps[at]?.endMs ?? 0, playing: false, newest: true };
};

/** A recording from its first step on, a run under way from its newest. */
export const begin = (ground: Ground): Walk =>
  ground.underWay ? newestOf(ground) : standAt(ground, 0);

export const toFirst = (ground: Ground): Walk => standAt(ground, 0);

export const toLast = (ground: Ground): Walk =>
  ground.underWay ? newestOf(ground) : standAt(ground, ground.steps.length - 1);

/** To the end of this step if it is not there yet, else through the next. Null: the run has to go on. */
export function onward(ground: Ground, walk: Walk): Walk | null {
  if (walk.newest) return ground.underWay ? null : walk;
  const last = ground.steps.length - 1;
  const here = Math.min(walk.at, last);
  if (walk.atMs < stepAt(ground, walk).endMs) {
    return here === last && ground.underWay ? newestOf(ground) : standAt(ground, here);
  }
  if (here === last) return ground.underWay ? newestOf(ground) : standAt(ground, last);
  const next = playFrom(ground, here + 1);
  if (ground.still) return standAt(ground, here + 1);
  return next;
}

/** Pressed again so soon after the start of a step, one means the step before. */
const againMs = 800;

/** This step once more from its start; from there, the step before. */
export function backward(ground: Ground, walk: Walk): Walk {
  const at = positionOf(ground, walk);
  const step = stepAt(ground, walk);
  const wholeMs = playingMs(step);
  const played = wholeMs === 0 ? 0 : (momentOf(ground, walk) - step.startMs) / lengthOf(step);
  const isAtStart = ground.still ? played <= 0 : played * wholeMs <= againMs;
  return playFrom(ground, isAtStart ? Math.max(0, at - 1) : at);
}

/** After some time of the viewer. */
export function played(ground: Ground, walk: Walk, elapsedMs: number): Walk {
  if (!walk.playing) return walk;
  const step = stepAt(ground, walk);
  const wholeMs = playingMs(step);
  const atMs = walk.atMs + (wholeMs === 0 ? 0 : (elapsedMs / wholeMs) * lengthOf(step));
  if (wholeMs > 0 && atMs < step.endMs) return { ...walk, atMs };
  const last = walk.at >= ground.steps.length - 1;
  return last && ground.underWay ? newestOf(ground) : standAt(ground, walk.at);
}
