import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../contract/events.ts";
import { EventDigest } from "./event-digest.ts";

const atMs = fc.nat(1000);
const event: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ kind: fc.constant("errorlog" as const), atMs, line: fc.string() }),
  fc.record({
    kind: fc.constant("phase" as const),
    snapshot: fc.constantFrom("a", "b", null),
    name: fc.constantFrom("redo" as const, "undo" as const),
    startMs: fc.nat(2),
    endMs: fc.option(atMs),
    figures: fc.constant({}),
  }),
  fc.record({
    kind: fc.constant("state" as const),
    atMs,
    state: fc.constantFrom("running" as const, "paused" as const),
  }),
  fc.record({
    kind: fc.constant("snapshot" as const),
    atMs,
    name: fc.constantFrom("a", "b"),
    pagesPushed: fc.nat(),
    sizeOnDiskBytes: fc.nat(),
  }),
  fc.record({
    kind: fc.constant("command" as const),
    atNs: fc.nat(),
    command: fc.constant({ kind: "cancel" }),
    outcome: fc.constant("applied" as const),
  }),
  fc.record({
    kind: fc.constant("latency" as const),
    atMs,
    type: fc.constant("all"),
    p99Ms: fc.constant(1),
    count: fc.nat(),
  }),
);

const digested = (events: readonly RunEvent[], sizes = 8) => {
  const digest = new EventDigest({ sizes });
  digest.take(events);
  return digest.events;
};

describe("EventDigest", () => {
  it("keeps every line, command and end of a phase, in order", () => {
    const stays = (one: RunEvent) =>
      one.kind === "errorlog" ||
      one.kind === "command" ||
      (one.kind === "phase" && one.endMs !== null);
    fc.assert(
      fc.property(fc.array(event, { maxLength: 100 }), (events) => {
        expect(digested(events).filter(stays)).toEqual(events.filter(stays));
      }),
    );
  });

  it("only leaves out, never changes or reorders", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 100 }), (events) => {
        const places = digested(events).map((kept) => events.indexOf(kept));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        expect(places).not.toContain(-1);
      }),
    );
  });

  it("keeps the newest progress of an open phase, and none of an ended one", () => {
    const progress = (endMs: number | null, done: number): RunEvent => ({
      kind: "phase",
      snapshot: "a",
      name: "redo",
      startMs: 1,
      endMs,
      progress: done,
      figures: {},
    });
    expect(digested([progress(null, 0), progress(null, 0.5)])).toEqual([progress(null, 0.5)]);
    expect(digested([progress(null, 0), progress(9, 1)])).toEqual([progress(9, 1)]);
    const twice = [progress(9, 1), progress(null, 0)];
    expect(digested(twice)).toEqual(twice);
  });

  it("keeps changes of state, and the newest of a state told again", () => {
    const state = (at: number, name: "running" | "paused"): RunEvent => ({
      kind: "state",
      atMs: at,
      state: name,
    });
    expect(
      digested([state(1, "running"), state(2, "running"), state(3, "paused"), state(4, "running")]),
    ).toEqual([state(2, "running"), state(3, "paused"), state(4, "running")]);
  });

  it("thins the sizes of a snapshot, and keeps the newest", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (count) => {
        const sizes = Array.from(
          { length: count },
          (_, index): RunEvent => ({
            kind: "snapshot",
            atMs: index,
            name: "a",
            pagesPushed: index,
            sizeOnDiskBytes: index,
          }),
        );
        const kept = digested(sizes, 8);
        expect(kept.length).toBeLessThanOrEqual(8);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(count, 4));
        expect(kept.at(-1)).toEqual(sizes.at(-1));
      }),
    );
  });

  it("leaves response times to the series", () => {
    const latency: RunEvent = { kind: "latency", atMs: 1, type: "all", p99Ms: 1, count: 1 };
    expect(digested([latency])).toEqual([]);
  });

  it("keeps the newest records of many, and says how many it leaves out", () => {
    const digest = new EventDigest({ sizes: 8, records: 10 });
    const line = (atMs: number): RunEvent => ({ kind: "errorlog", atMs, line: String(atMs) });
    digest.take(Array.from({ length: 95 }, (_, at) => line(at)));
    const kept = digest.events.length;
    expect(kept).toBeGreaterThanOrEqual(10);
    expect(kept).toBeLessThanOrEqual(20);
    expect(digest.events.at(-1)).toMatchObject({ line: "94" });
    expect(digest.recordsLeftOut).toBe(95 - kept);
  });

  it("keeps of samples that were told before their end the newest", () => {
    const partial = (atMs: number): RunEvent => ({
      kind: "partialSample",
      fromMs: 0,
      atMs,
      counters: {},
      waits: {},
      p99Ms: null,
    });
    expect(digested([partial(1), partial(2)])).toEqual([partial(2)]);
  });
});
