import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame } from "../../contract/frame.ts";
import { whenNotBusy } from "./busy-library.ts";
import { RunRecording } from "./recording.ts";
import type { RunStore, TimedBatch } from "./run-store.ts";

const busy = () => Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a write that meets a busy library", () => {
  it("is done again until another process has written", async () => {
    let tries = 0;
    const done = whenNotBusy(() => {
      tries += 1;
      if (tries < 4) throw busy();
      return "written";
    });
    await vi.runAllTimersAsync();
    expect(await done).toBe("written");
    expect(tries).toBe(4);
  });

  it("fails where the library stays busy, and at once where something else is wrong", async () => {
    const never = whenNotBusy(() => {
      throw busy();
    });
    const told = expect(never).rejects.toThrow("database is locked");
    await vi.runAllTimersAsync();
    await told;
    let tries = 0;
    const full = whenNotBusy(() => {
      tries += 1;
      throw new Error("the disk is full");
    });
    await expect(full).rejects.toThrow("the disk is full");
    expect(tries).toBe(1);
  });
});

describe("a recording", () => {
  const frame = (ms: number): Frame => ({ timeMs: [ms], counters: {}, waits: {}, events: [] });

  /** A library of which another process has hold for so many writes. */
  function recordingOf(writesBusy: number) {
    const recorded: TimedBatch[] = [];
    let left = writesBusy;
    const store: Pick<RunStore, "record"> = {
      record: (_id, seq, batches) => {
        if (left > 0) {
          left -= 1;
          throw busy();
        }
        expect(seq).toBe(recorded.length);
        recorded.push(...batches);
      },
    };
    const recording = new RunRecording(
      store as RunStore,
      { id: "run", plannedMs: 1000 },
      () => undefined,
    );
    return { recording, recorded };
  }

  it("keeps what a busy library does not take, and writes it in order once it does", async () => {
    const { recording, recorded } = recordingOf(3);
    for (const ms of [1000, 2000]) recording.take(frame(ms), new Uint8Array(8));
    await vi.advanceTimersByTimeAsync(600);
    expect(recorded).toEqual([]);
    recording.take(frame(3000), new Uint8Array(8));
    await vi.advanceTimersByTimeAsync(600);
    expect(recorded.map(({ toMs }) => toMs)).toEqual([1000, 2000, 3000]);
    recording.close();
  });

  it("writes at its end what waits, once the library is free", async () => {
    const { recording, recorded } = recordingOf(2);
    recording.take(frame(1000), new Uint8Array(8));
    const closed = whenNotBusy(() => recording.close());
    await vi.runAllTimersAsync();
    await closed;
    expect(recorded.map(({ toMs }) => toMs)).toEqual([1000]);
  });
});
