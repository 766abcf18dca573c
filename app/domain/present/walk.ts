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
  readonly newest: AtNewest | null;
}

interface AtNewest {
  /** Id of the step: others may come before it. */
  readonly id: string;
  /** It goes on, or the run was told to: what comes next follows by itself. */
  readonly waits: boolean;
}

export interface Ground {
  /** At least one. */
  readonly steps: readonly PresentStep[];
  /** More is to come. */
  readonly underWay: boolean;
  /** The run is paused, or on its way to the next pause: what came with it is told one by one. */
  readonly held: boolean;
  /** Steps are not played: one is at their end at once. */
  readonly still: boolean;
}

type Steps = Pick<Ground, "steps">;

const none: PresentStep = {
  ...{ id: "", sentence: "", startMs: 0, endMs: 0, open: false, tells: [] },
  picture: { kind: "lanes", view: { startMs: 0, endMs: 1 } },
};

export const positionOf = ({ steps }: Steps, { at }: Walk): number =>
  Math.min(at, steps.length - 1);

/** The step that is shown. */
export const stepAt = (ground: Steps, walk: Walk): PresentStep =>
  ground.steps[positionOf(ground, walk)] ?? none;

/** The moment up to which is shown. */
export const momentOf = ({ steps }: Steps, { atMs, newest }: Walk): number =>
  newest === null ? atMs : Math.max(...steps.map(({ endMs }) => endMs));

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

function standAt({ steps }: Steps, at: number): Walk {
  return { at, atMs: steps[at]?.endMs ?? 0, playing: false, newest: null };
}

function playFrom(ground: Ground, at: number): Walk {
  const step = ground.steps[at] ?? none;
  if (playingMs(step) === 0) return standAt(ground, at);
  return { at, atMs: step.startMs, playing: !ground.still, newest: null };
}

function newestAt(ground: Ground, at: number, waits = false): Walk {
  const { id, open } = ground.steps[at] ?? none;
  return { ...standAt(ground, at), newest: { id, waits: waits || open } };
}

const lastOf = ({ steps }: Steps): number => steps.length - 1;

/** A recording from its first step on, a run under way from its newest. */
export const begin = (ground: Ground): Walk =>
  ground.underWay ? newestAt(ground, lastOf(ground)) : standAt(ground, 0);

export const toFirst = (ground: Ground): Walk => standAt(ground, 0);

export const toLast = (ground: Ground): Walk =>
  ground.underWay ? newestAt(ground, lastOf(ground)) : standAt(ground, lastOf(ground));

/** To the end of this step if it is not there yet, else through the next. Null: the run has to go on. */
export function onward(ground: Ground, walk: Walk): Walk | null {
  const last = lastOf(ground);
  const here = positionOf(ground, walk);
  if (walk.newest !== null) return here < last ? newestAt(ground, here + 1) : null;
  const atEnd = walk.atMs >= stepAt(ground, walk).endMs;
  if (here === last) return ground.underWay ? newestAt(ground, last) : standAt(ground, last);
  if (!atEnd) return standAt(ground, here);
  return ground.still ? standAt(ground, here + 1) : playFrom(ground, here + 1);
}

/** The run was told to go on. */
export const waiting = (ground: Ground, walk: Walk): Walk =>
  walk.newest === null ? walk : newestAt(ground, positionOf(ground, walk), true);

/**
 * At the newest moment of a run that has more to tell than before: what came with a pause one by one, of a run that
 * nobody holds the last of it.
 */
export function followed(ground: Ground, walk: Walk): Walk {
  const { newest } = walk;
  if (newest === null) return walk;
  const { steps, held } = ground;
  const [last, same] = [lastOf(ground), steps.findIndex(({ id }) => id === newest.id)];
  const found = same < 0 ? Math.min(walk.at, last) : same;
  if (!ground.underWay) return standAt(ground, found);
  const goesOn = steps[same]?.open === true;
  const next = !held
    ? last
    : same < 0 || goesOn || !newest.waits
      ? found
      : Math.min(found + 1, last);
  const isSame = next === same;
  return isSame && next === walk.at ? walk : newestAt(ground, next, isSame && newest.waits);
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
  const here = positionOf(ground, walk);
  return here === lastOf(ground) && ground.underWay
    ? newestAt(ground, here)
    : standAt(ground, here);
}
