import { describe, expect, it } from "vitest";
import type { PresentStep } from "./step.ts";
import {
  backward,
  begin,
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
  ...{ underWay: false, still: false },
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
    const moment = { at: 2, atMs: 600, playing: false, newest: false };
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
    ...{ underWay: true, still: false },
  };
  const grown = {
    ...live,
    steps: [...live.steps.slice(0, 2), step(600, 800), step(800, 900, true)],
  };

  it("is shown at its newest moment, and goes along", () => {
    const walk = begin(live);
    expect([positionOf(live, walk), momentOf(live, walk)]).toEqual([2, 700]);
    expect([positionOf(grown, walk), momentOf(grown, walk)]).toEqual([3, 900]);
  });

  it("has to go on itself at the newest moment, and nowhere else", () => {
    expect(onward(live, begin(live))).toBeNull();
    const back = backward(live, begin(live));
    expect(back).toMatchObject({ at: 2, atMs: 600, playing: true, newest: false });
    const caughtUp = on(live, back);
    expect(caughtUp.newest).toBe(true);
    expect(onward(live, caughtUp)).toBeNull();
    expect(played(live, back, 4000).newest).toBe(true);
  });

  it("stays where it was when the run has ended", () => {
    const ended = { ...grown, underWay: false };
    expect(onward(ended, begin(live))).toMatchObject({ newest: true });
    expect(momentOf(ended, begin(live))).toBe(900);
  });
});
