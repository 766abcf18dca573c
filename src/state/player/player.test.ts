import { beforeEach, describe, expect, it } from "vitest";
import { actEvent, seriesOf, timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { createPlayer, type Frames, type LeftOff } from "./player.ts";

/** A clock that a test turns. */
class TestFrames implements Frames {
  nowMs = 0;
  reduced = false;
  #due: ((nowMs: number) => void) | null = null;

  request(onFrame: (nowMs: number) => void): () => void {
    this.#due = onFrame;
    return () => {
      this.#due = null;
    };
  }

  reducedMotion = (): boolean => this.reduced;

  get running(): boolean {
    return this.#due !== null;
  }

  /** One frame, this much later. */
  next(afterMs: number): void {
    this.nowMs += afterMs;
    const due = this.#due;
    this.#due = null;
    due?.(this.nowMs);
  }
}

const timeline = timelineOf(
  [actEvent(1000), actEvent(2000), actEvent(60_000)],
  seriesOf([100_000]),
);

describe("a player", () => {
  let frames: TestFrames;
  let player: ReturnType<typeof createPlayer>;
  const state = () => player.getState();

  beforeEach(() => {
    frames = new TestFrames();
    player = createPlayer(frames);
    state().show(timeline);
    state().setSkipIdle(false);
    state().setSpeed(1);
  });

  it("shows all of a timeline at first", () => {
    expect(state().view).toEqual({ startMs: 0, endMs: 100_000 });
    expect(state().viewMode).toBe("fit");
  });

  it("moves the playhead with the frames while it plays, and stops when told", () => {
    state().play();
    frames.next(0);
    frames.next(100);
    frames.next(100);
    expect(state().playheadMs).toBeCloseTo(200);
    state().togglePlay();
    expect(state().playing).toBe(false);
    expect(frames.running).toBe(false);
  });

  it("does not leap after a page was hidden", () => {
    state().play();
    frames.next(0);
    frames.next(60_000);
    expect(state().playheadMs).toBe(250);
  });

  it("stops at the end, and plays from the start again", () => {
    state().seek(99_950);
    state().play();
    frames.next(0);
    frames.next(100);
    expect(state()).toMatchObject({ playheadMs: 100_000, playing: false });
    state().play();
    expect(state().playheadMs).toBe(0);
  });

  it("goes on from where it is dragged to while it plays", () => {
    state().play();
    frames.next(0);
    state().seek(50_000);
    frames.next(100);
    expect(state().playheadMs).toBeCloseTo(50_100);
  });

  it("steps from event to event where motion is to be reduced", () => {
    frames.reduced = true;
    state().seek(900);
    state().play();
    frames.next(0);
    frames.next(50);
    expect(state().playheadMs).toBe(900);
    frames.next(100);
    expect(state().playheadMs).toBe(1000);
  });

  it("steps by event and by phase, and to the ends where there is no more", () => {
    state().step("event", 1);
    expect(state().playheadMs).toBe(1000);
    state().toEnd();
    state().step("event", -1);
    expect(state().playheadMs).toBe(60_000);
    state().step("phase", 1);
    expect(state().playheadMs).toBe(100_000);
    state().step("phase", -1);
    expect(state().playheadMs).toBe(0);
  });

  it("keeps the playhead within what there is", () => {
    state().seek(1e9);
    expect(state().playheadMs).toBe(100_000);
    state().seek(-5);
    expect(state().playheadMs).toBe(0);
  });

  it("keeps the speed within 0.1 and 100", () => {
    state().setSpeed(1e6);
    expect(state().speed).toBe(100);
    state().setSpeed(0);
    expect(state().speed).toBe(0.1);
  });

  it("zooms about the crosshair, and brings the playhead into view when it moves", () => {
    state().pointAt(20_000);
    state().zoom(0.1);
    expect(state().view).toEqual({ startMs: 18_000, endMs: 28_000 });
    expect(state().viewMode).toBe("free");
    state().seek(90_000);
    expect(state().view.endMs).toBeGreaterThanOrEqual(90_000);
    expect(state().view.endMs - state().view.startMs).toBeCloseTo(10_000);
    state().fit();
    expect(state().view).toEqual({ startMs: 0, endMs: 100_000 });
  });

  it("pans by a share of what is visible, and zooms to a span", () => {
    state().zoomToSpan({ startMs: 40_000, endMs: 50_000 });
    const { view } = state();
    expect(view.startMs).toBeLessThan(40_000);
    state().pan(0.5);
    expect(state().view.startMs).toBeCloseTo(view.startMs + 0.5 * (view.endMs - view.startMs));
  });

  it("follows a run as it grows, until one looks elsewhere", () => {
    state().setView({ startMs: 0, endMs: 10_000 });
    state().followLive();
    expect(state().view.endMs).toBe(100_000);
    const longer = timelineOf([], seriesOf([150_000]), 300_000);
    state().show(longer);
    expect(state().view).toEqual({ startMs: 141_000, endMs: 151_000 });
    state().zoom(2);
    expect(state().viewMode).toBe("follow");
    state().pan(-0.5);
    const { view } = state();
    state().show(timelineOf([], seriesOf([160_000]), 300_000));
    expect(state().view).toEqual(view);
  });

  it("goes on showing all of a run that grows, if it did", () => {
    state().show(timelineOf([], seriesOf([150_000]), 300_000));
    expect(state().view).toEqual({ startMs: 0, endMs: 300_000 });
  });

  it("brings a view back that a shorter timeline no longer reaches", () => {
    state().setView({ startMs: 80_000, endMs: 100_000 });
    state().show(timelineOf([], seriesOf([50_000])));
    expect(state().view).toEqual({ startMs: 30_000, endMs: 50_000 });
  });

  it("holds the crosshair while it is locked", () => {
    state().pointAt(5);
    state().toggleLock();
    state().pointAt(7);
    expect(state().cursorMs).toBe(5);
    state().toggleLock();
    state().pointAt(null);
    expect(state().cursorMs).toBeNull();
  });

  it("locks the crosshair at the playhead when it is nowhere", () => {
    state().seek(2000);
    state().toggleLock();
    expect(state()).toMatchObject({ cursorMs: 2000, cursorLocked: true });
  });

  it("does nothing before there is a timeline", () => {
    const empty = createPlayer(frames).getState();
    empty.play();
    empty.seek(5);
    empty.step("event", 1);
    empty.followLive();
    expect(frames.running).toBe(false);
  });
});

describe("a player with a memory", () => {
  const zoomed: LeftOff = {
    playheadMs: 60_000,
    view: { startMs: 55_000, endMs: 65_000 },
    selection: { kind: "record", index: 7 },
    speed: 2,
    skipIdle: false,
  };
  /** What is kept, and a player that goes on from it. */
  function goingOn(left: LeftOff | null, shown = timeline) {
    const kept: { left: LeftOff | null } = { left };
    const frames = new TestFrames();
    const player = createPlayer(frames, {
      recall: () => kept.left,
      keep: (next) => {
        kept.left = next;
      },
    });
    player.getState().show(shown);
    return { kept, frames, state: () => player.getState() };
  }

  it("goes on where one was, with the same zoom, selection and speed", () => {
    expect(goingOn(zoomed).state()).toMatchObject({
      playheadMs: 60_000,
      view: zoomed.view,
      viewMode: "free",
      selection: zoomed.selection,
      speed: 2,
      skipIdle: false,
      playing: false,
    });
    expect(goingOn({ ...zoomed, view: null }).state()).toMatchObject({
      view: { startMs: 0, endMs: 100_000 },
      viewMode: "fit",
    });
  });

  it("stays within a recording that is shorter than it was, and remembers what was meant until one moves", () => {
    const { kept, state } = goingOn(zoomed, timelineOf([], seriesOf([50_000])));
    expect(state()).toMatchObject({
      playheadMs: 50_000,
      view: { startMs: 40_000, endMs: 50_000 },
    });
    state().setSpeed(5);
    expect(kept.left).toEqual({ ...zoomed, speed: 5 });
    state().seek(20_000);
    expect(kept.left?.playheadMs).toBe(20_000);
  });

  it("comes to where one was as the log is read, unless one has moved by then", () => {
    const partly = timelineOf([], seriesOf([20_000]));
    const read = goingOn(zoomed, partly);
    expect(read.state().playheadMs).toBe(20_000);
    read.state().show(timeline);
    expect(read.state()).toMatchObject({ playheadMs: 60_000, view: zoomed.view });
    const moved = goingOn(zoomed, partly);
    moved.state().seek(5000);
    moved.state().show(timeline);
    expect(moved.state().playheadMs).toBe(5000);
  });

  it("follows a run that goes on, wherever one was in it", () => {
    const { state } = goingOn(zoomed, timelineOf([], seriesOf([100_000]), 300_000));
    expect(state()).toMatchObject({
      view: { startMs: 0, endMs: 300_000 },
      viewMode: "fit",
      playheadMs: 0,
      selection: null,
      speed: 2,
    });
  });

  it("keeps what one does, of a record its place alone, and nothing that one only points at", () => {
    const { kept, state } = goingOn(null);
    state().pointAt(5000);
    expect(kept.left).toBeNull();
    state().zoomToSpan({ startMs: 40_000, endMs: 50_000 });
    state().select({ kind: "record", index: 3, record: {} as TimelineRecord });
    state().seek(41_000);
    expect(kept.left).toEqual({
      playheadMs: 41_000,
      view: state().view,
      selection: { kind: "record", index: 3 },
      speed: 10,
      skipIdle: true,
    });
    state().fit();
    expect(kept.left?.view).toBeNull();
  });

  it("keeps the playhead of a recording that plays once a second, and where it stops", () => {
    const { kept, frames, state } = goingOn(null);
    state().setSkipIdle(false);
    state().setSpeed(1);
    state().play();
    frames.next(0);
    frames.next(200);
    expect(kept.left?.playheadMs).toBe(0);
    for (let frame = 0; frame < 5; ++frame) frames.next(200);
    expect(kept.left?.playheadMs).toBe(1000);
    state().pause();
    expect(kept.left?.playheadMs).toBe(1200);
  });
});
