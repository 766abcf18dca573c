/** Going through the steps of a presentation: what a press does, and what time does to a step that plays. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { PresentStep } from "../../../app/domain/present/step.ts";
import {
  backward,
  begin,
  followed,
  type Ground,
  momentOf,
  onward,
  played,
  positionOf,
  stepAt,
  toFirst,
  toLast,
  toldUpTo,
  type Walk,
  waiting,
} from "../../../app/domain/present/walk.ts";

/** Only where something is to be chosen does `choose` mean something. */
export type Press = "onward" | "backward" | "first" | "last" | "choose";

export interface Walking {
  readonly step: PresentStep;
  readonly position: number;
  /** The moment up to which is shown. */
  readonly atMs: number;
  /** At the newest moment of a run under way. */
  readonly isNow: boolean;
  /** What has been told until now. */
  readonly told: ReadonlySet<string>;
  press(press: Press): void;
}

const motion = "(prefers-reduced-motion: reduce)";

function onMotion(listener: () => void): () => void {
  const query = matchMedia(motion);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

const isStill = (): boolean => matchMedia(motion).matches;

/** A page in the background gets no frames; on return it must not leap. */
const longestFrameMs = 250;

export interface WalkedRun {
  readonly underWay: boolean;
  /** It is paused, or on its way to the next pause. */
  readonly held: boolean;
  /** Asks it to go on to its next phase; false: it cannot. */
  goOn(): boolean;
}

export function useWalk(steps: readonly PresentStep[], run: WalkedRun): Walking {
  const { underWay, held } = run;
  const still = useSyncExternalStore(onMotion, isStill);
  const ground: Ground = { steps, underWay, held, still };
  const [kept, setWalk] = useState<Walk>(() => begin(ground));
  const walk = followed(ground, kept);
  if (walk !== kept) setWalk(walk);
  const { playing } = walk;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is played does not change while it plays
  useEffect(() => {
    if (!playing) return;
    let before: number | null = null;
    let request = requestAnimationFrame(function frame(nowMs) {
      const elapsedMs = Math.min(nowMs - (before ?? nowMs), longestFrameMs);
      before = nowMs;
      setWalk((current) => played(ground, current, elapsedMs));
      request = requestAnimationFrame(frame);
    });
    return () => cancelAnimationFrame(request);
  }, [playing, steps, still, underWay]);

  const press = (what: Press): void => {
    if (what === "choose") return;
    if (what !== "onward") {
      const go = { backward, first: toFirst, last: toLast }[what];
      setWalk((current) => go(ground, current));
      return;
    }
    const next = onward(ground, walk);
    if (next !== null) setWalk(next);
    else if (run.goOn()) setWalk(waiting(ground, walk));
  };
  const position = positionOf(ground, walk);
  const told = useMemo(() => toldUpTo({ steps }, position), [steps, position]);
  return {
    step: stepAt(ground, walk),
    ...{ position, told, press },
    atMs: momentOf(ground, walk),
    isNow: walk.newest !== null,
  };
}

const over: WalkedRun = { underWay: false, held: false, goOn: () => false };

/** What is recorded does not go on. */
export const useRecordedWalk = (steps: readonly PresentStep[]): Walking => useWalk(steps, over);
