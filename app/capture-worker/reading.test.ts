import { describe, expect, it } from "vitest";
import type { CaptureOverview } from "../contract/capture.ts";
import type { CaptureUpdate } from "../contract/rpc/captures.ts";
import { type Readable, Reading } from "./reading.ts";

/** A capture of so many slices of one byte, that fails at one of them if told to. */
class Slices implements Readable {
  readonly #slices: number;
  readonly #failsAt: number;
  #read = 0;
  overviews = 0;

  constructor(slices: number, failsAt = Infinity) {
    this.#slices = slices;
    this.#failsAt = failsAt;
  }

  get progress() {
    return { bytesRead: this.#read, bytesTotal: this.#slices, records: this.#read * 2 };
  }

  readSlice(): boolean {
    if (this.#read >= this.#failsAt) throw new Error("EIO: i/o error, read");
    this.#read += 1;
    return this.#read < this.#slices;
  }

  overview() {
    this.overviews += 1;
    return { endMs: this.#read } as unknown as CaptureOverview;
  }
}

function readingOf(capture: Readable) {
  let nowMs = 0;
  const heard: CaptureUpdate[] = [];
  const reading = new Reading(capture, () => nowMs);
  const listen = () => reading.start((update) => heard.push(update));
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { reading, heard, listen, pass };
}

describe("reading", () => {
  it("begins when somebody listens", () => {
    const { reading, heard, listen } = readingOf(new Slices(3));
    expect([reading.step(), reading.started]).toEqual([false, false]);
    listen();
    expect([reading.step(), reading.step(), reading.step()]).toEqual([true, true, false]);
    expect(heard.at(-1)?.progress).toEqual({
      state: "complete",
      bytesRead: 3,
      bytesTotal: 3,
      records: 6,
      message: null,
    });
    expect(reading.ended).toBe(true);
  });

  it("gives an overview of the first slice, each time twice as much is read, and at the end", () => {
    const { reading, heard, listen } = readingOf(new Slices(20));
    listen();
    while (reading.step());
    const shown = heard.filter(({ overview }) => overview !== null);
    expect(shown.map(({ progress }) => progress.bytesRead)).toEqual([1, 2, 4, 8, 16, 20]);
  });

  it("tells of progress at most every 100 ms between", () => {
    const { reading, heard, listen, pass } = readingOf(new Slices(1000));
    listen();
    for (let slice = 0; slice < 64; slice += 1) reading.step();
    heard.length = 0;
    for (let slice = 0; slice < 30; slice += 1) {
      pass(10);
      reading.step();
    }
    expect(heard.map(({ progress, overview }) => [progress.bytesRead, overview])).toEqual([
      [74, null],
      [84, null],
      [94, null],
    ]);
  });

  it("ends when it is cancelled, keeps what was read, and can go on", () => {
    const { reading, heard, listen } = readingOf(new Slices(10));
    listen();
    reading.step();
    reading.step();
    reading.cancel();
    reading.cancel();
    expect(heard.at(-1)).toMatchObject({
      progress: { state: "cancelled", bytesRead: 2 },
      overview: { endMs: 2 },
    });
    expect([reading.step(), reading.ended, reading.overview.endMs]).toEqual([false, true, 2]);
    listen();
    while (reading.step());
    expect(heard.at(-1)?.progress).toMatchObject({ state: "complete", bytesRead: 10 });
  });

  it("tells whoever listens late how it ended", () => {
    const { reading, heard, listen } = readingOf(new Slices(1));
    listen();
    reading.step();
    heard.length = 0;
    listen();
    expect(heard).toMatchObject([{ progress: { state: "complete" }, overview: { endMs: 1 } }]);
  });

  it("fails with what the disk said, and keeps what was read until then", () => {
    const { reading, heard, listen } = readingOf(new Slices(10, 4));
    listen();
    while (reading.step());
    expect(heard.at(-1)).toMatchObject({
      progress: { state: "failed", bytesRead: 4, message: "EIO: i/o error, read" },
      overview: { endMs: 4 },
    });
  });

  it("makes the overview once for those who ask between", () => {
    const slices = new Slices(5);
    const { reading } = readingOf(slices);
    expect(reading.overview).toBe(reading.overview);
    expect(slices.overviews).toBe(1);
  });
});
