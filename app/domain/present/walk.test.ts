import { describe, expect, it } from "vitest";
import type { PresentStep } from "./step.ts";
import {
  backward,
  begin,
  followed,
  type Ground,
  momentOf,
  onward,
  played,
  playingMs,
  positionOf,
  toFirst,
  toLast,
  toldUpTo,
  type Walk,
  waiting,
} from "./walk.ts";

const step = (startMs: number, endMs: number, open = false): PresentStep => ({
  ...{
    id: `${startMs}`,
    sentence: `From ${startMs}.`,
    startMs,
    endMs,
    open,
    tells: [`${startMs}`],
  },
  picture: { kind: "lanes", view: { startMs: 0, endMs: 1000 } },
});
const recorded: Ground = {
  steps: [step(0, 100), step(100, 600), step(600, 600), step(600, 1000)],
  ...{ underWay: false, held: false, still: false },
};
const on = (ground: Ground, walk: Walk): Walk => {
  const next = onward(ground, walk);
  if (next === null) throw new Error("the run has to go on");
  return next;
};

describe("going through a recording", () => {
  it("plays each step to its end in a bounded time, and stands there", () => {
    const second = on(recorded, begin(recorded));
    expect(second).toMatchObject({ at: 1, atMs: 100, playing: true });
    expect(playingMs(step(100, 600))).toBe(2750);
    expect(playingMs(step(0, 1))).toBeGreaterThanOrEqual(1500);
    expect(playingMs(step(0, 5000))).toBe(4000);
    const middle = played(recorded, second, 1375);
    expect(middle).toMatchObject({ atMs: 350, playing: true });
    expect(played(recorded, middle, 1375)).toMatchObject({ at: 1, atMs: 600, playing: false });
  });

  it("is at the end of what plays when it goes on", () => {
    const second = on(recorded, begin(recorded));
    const end = on(recorded, second);
    expect(end).toMatchObject({ at: 1, atMs: 600, playing: false });
    expect(on(recorded, end)).toMatchObject({ at: 2, atMs: 600, playing: false });
  });

  it("goes back to the start of this step, and from there to the step before", () => {
    const end = on(recorded, on(recorded, begin(recorded)));
    const again = backward(recorded, end);
    expect(again).toMatchObject({ at: 1, atMs: 100, playing: true });
    const soon = played(recorded, again, 300);
    expect(backward(recorded, soon)).toMatchObject({ at: 0, atMs: 0, playing: true });
    const late = played(recorded, again, 1500);
    expect(backward(recorded, late)).toMatchObject({ at: 1, atMs: 100 });
    const moment = { at: 2, atMs: 600, playing: false, newest: null };
    expect(backward(recorded, moment)).toMatchObject({ at: 1, atMs: 100 });
  });

  it("stays at the last step, and goes to first and last at once", () => {
    const last = toLast(recorded);
    expect(last).toMatchObject({ at: 3, atMs: 1000, playing: false });
    expect(on(recorded, last)).toEqual(last);
    expect(toFirst(recorded)).toMatchObject({ at: 0, atMs: 100, playing: false });
    expect(backward(recorded, backward(recorded, toFirst(recorded)))).toMatchObject({ at: 0 });
  });

  it("has told what its steps up to here tell, and no more of what happens at their moment", () => {
    expect([...toldUpTo(recorded, 2)]).toEqual(["0", "100", "600"]);
    expect([...toldUpTo(recorded, 0)]).toEqual(["0"]);
  });

  it("jumps where motion is not wanted", () => {
    const still = { ...recorded, still: true };
    const second = on(still, begin(still));
    expect(second).toMatchObject({ at: 1, atMs: 600, playing: false });
    const start = backward(still, second);
    expect(start).toMatchObject({ at: 1, atMs: 100, playing: false });
    expect(backward(still, start)).toMatchObject({ at: 0, atMs: 0 });
    expect(on(still, start)).toMatchObject({ at: 1, atMs: 600 });
  });
});

describe("a run under way", () => {
  const live: Ground = {
    steps: [step(0, 100), step(100, 600), step(600, 700, true)],
    ...{ underWay: true, held: true, still: false },
  };
  const [begins, phase] = live.steps;
  /** The phase is over; at the same moment something is told of it, and the next one begins. */
  const paused: Ground = {
    ...live,
    steps: [begins ?? step(0, 0), phase ?? step(0, 0), step(600, 800)].concat(
      { ...step(800, 800), id: "figures" },
      { ...step(800, 800, true), id: "next" },
    ),
  };
  const idAt = (ground: Ground, walk: Walk) => ground.steps[positionOf(ground, walk)]?.id;

  it("is shown at its newest moment", () => {
    const walk = begin(live);
    expect([positionOf(live, walk), momentOf(live, walk)]).toEqual([2, 700]);
    const on = { ...live, steps: [...live.steps.slice(0, 2), step(600, 760, true)] };
    expect(momentOf(on, followed(on, walk))).toBe(760);
  });

  it("tells one by one what came with a pause, and goes on after the last of it", () => {
    const walk = followed(paused, begin(live));
    expect(idAt(paused, walk)).toBe("figures");
    expect(followed(paused, walk)).toBe(walk);
    const next = on(paused, walk);
    expect(idAt(paused, next)).toBe("next");
    expect(onward(paused, next)).toBeNull();
  });

  it("waits for what comes after a moment once it was told to go on", () => {
    const complete = { ...live, steps: [...live.steps.slice(0, 2), step(600, 600)] };
    const stood = begin(complete);
    const goesOn = { ...complete, steps: [...complete.steps, step(601, 650, true)] };
    expect(idAt(goesOn, followed(goesOn, stood))).toBe("600");
    expect(idAt(goesOn, followed(goesOn, waiting(complete, stood)))).toBe("601");
  });

  it("goes along with a run that nobody holds", () => {
    const free = { ...paused, held: false };
    expect(idAt(free, followed(free, begin(live)))).toBe("next");
  });

  it("has to go on itself at the newest moment, and nowhere else", () => {
    expect(onward(live, begin(live))).toBeNull();
    const back = backward(live, begin(live));
    expect(back).toMatchObject({ at: 2, atMs: 600, playing: true, newest: null });
    const caughtUp = on(live, back);
    expect(caughtUp.newest).not.toBeNull();
    expect(onward(live, caughtUp)).toBeNull();
    expect(played(live, back, 4000).newest).not.toBeNull();
  });

  it("stays where it was when the run has ended", () => {
    const ended = { ...paused, underWay: false };
    const walk = followed(ended, begin(live));
    expect(walk).toMatchObject({ at: 2, atMs: 800, newest: null });
    expect(on(ended, walk)).toMatchObject({ at: 3 });
  });
});
