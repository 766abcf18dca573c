import { describe, expect, it } from "vitest";
import type { Frame } from "../../contract/frame.ts";
import type { LiveUpdate } from "../../contract/rpc/timeline-data.ts";
import { newEntry } from "../run-entry.ts";
import { fakeScenario, never } from "../testing/scratch-services.ts";
import { LiveFeed, pointsOfWhole } from "./live-feed.ts";

const scenario = await fakeScenario("");
const head = {
  entry: newEntry({ id: crypto.randomUUID(), scenario, preset: null, name: scenario.name }),
  origin: "2006-10-23T21:48:07.000",
};

/** Samples `from` to `to` of one a second, with the ordinal as the throughput. */
const frameOf = (from: number, to: number): Frame => {
  const ordinals = Array.from({ length: to - from }, (_, index) => from + index);
  return {
    timeMs: ordinals.map((ordinal) => (ordinal + 1) * 1000),
    counters: { transactionsPerSecond: ordinals },
    waits: {},
    events: [],
  };
};

describe("LiveFeed", () => {
  it("sends the whole again before a watcher holds too much", async () => {
    const feed = new LiveFeed(() => head);
    const pieces: LiveUpdate[] = [];
    let taken = 0;
    for await (const piece of feed.watch(never())) {
      pieces.push(piece);
      if (piece.ended) break;
      // 500 points fit a piece as they are.
      feed.take(frameOf(taken, taken + 500));
      taken += 500;
      if (pieces.length > 40) feed.end(null);
    }
    const restarts = pieces.flatMap(({ restart }, index) => (restart ? index : []));
    expect(restarts).toHaveLength(2);
    const whole = pieces[restarts[1] ?? 0];
    expect(whole?.series.timeMs.length).toBeLessThanOrEqual(pointsOfWhole);
    expect(whole?.series.timeMs.at(-1)).toBe((restarts[1] ?? 0) * 500_000);
  });

  it("merges what came while a watcher was away, by time", async () => {
    const feed = new LiveFeed(() => head);
    const watching = feed.watch(never());
    await watching.next();
    feed.take(frameOf(0, 2000));
    feed.end(null);
    const { value } = await watching.next();
    const piece = value as LiveUpdate;
    expect(piece.series.timeMs.length).toBeLessThanOrEqual(512);
    expect(piece.series.samplesPerPoint).toBe(8);
    // The mean of ordinals 0 to 7, and the end of the eighth second.
    expect(piece.series.counters.transactionsPerSecond?.[0]).toBe(3.5);
    expect(piece.series.timeMs[0]).toBe(8000);
    expect(piece.ended).toBe(true);
  });

  it("merges the first samples of a later piece from where the piece before it ended", async () => {
    const feed = new LiveFeed(() => head);
    const watching = feed.watch(never());
    await watching.next();
    feed.take(frameOf(0, 2000));
    await watching.next();
    feed.take(frameOf(2000, 4000));
    feed.end(null);
    const { series } = (await watching.next()).value as LiveUpdate;
    expect(series.timeMs[0]).toBe(2_008_000);
    // The mean of ordinals 2000 to 2007.
    expect(series.counters.transactionsPerSecond?.[0]).toBe(2003.5);
  });

  it("shows the run as it is called by now", async () => {
    let name = "before";
    const feed = new LiveFeed(() => ({ ...head, entry: { ...head.entry, name } }));
    const watching = feed.watch(never());
    expect((await watching.next()).value.entry.name).toBe("before");
    name = "after";
    feed.end(null);
    expect((await watching.next()).value.entry.name).toBe("after");
  });
});
