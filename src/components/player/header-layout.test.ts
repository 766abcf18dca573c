import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TimelineEvent } from "../../../app/contract/rpc/timeline-data.ts";
import {
  creationEvents,
  phaseEvent,
  seriesOf,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { placeActs } from "./act-labels.ts";
import { placeAsOf, placePhases } from "./header-layout.ts";
import type { Room } from "./label-layout.ts";

describe("names above the lanes", () => {
  const act = {
    kind: "command",
    atNs: 50_000e6,
    command: { kind: "setUsers", users: 9 },
    outcome: "applied",
  } as const;
  const timeline = timelineOf([...creationEvents("s1", 10_000), act], seriesOf([100_000]));
  const all = { startMs: 0, endMs: 100_000 };
  const namesIn = (shown: Timeline, steadyFromMs: number | null = null) =>
    placePhases(shown, { view: all, width: 1000, acts: [], steadyFromMs });

  it("say which side of the as-of line is in the snapshot", () => {
    const { flags } = placeAsOf(timeline, { startMs: 0, endMs: 26_000 }, 1000);
    expect(flags).toHaveLength(1);
    const [flag] = flags;
    expect(flag?.text).toBe("as of 21:48:20.00");
    expect(flag?.inside ?? 0).toBeLessThan(flag?.left ?? 0);
    expect(flag?.outside ?? 0).toBeGreaterThan(flag?.left ?? 0);
  });

  it("say of which snapshot an as-of line is where there are several, as far as there is room", () => {
    const two = timelineOf(
      [...creationEvents("s1", 10_000), ...creationEvents("s2", 60_000)],
      seriesOf([100_000]),
    );
    const textsIn = (width: number) =>
      placeAsOf(two, all, width).flags.map(({ text }) => text.replace(/\d\d:.*/, "…"));
    expect(textsIn(1000)).toEqual(["s1 as of …", "s2 as of …"]);
    expect(textsIn(360)).toEqual(["as of …", "s2 as of …"]);
  });

  it("name a short creation as a whole, with its length", () => {
    const day = { startMs: 0, endMs: 1_000_000 };
    const names = placePhases(timeline, { view: day, width: 1000, acts: [], steadyFromMs: null });
    expect(names.map(({ text }) => text)).toEqual(["s1, 6.00 s"]);
    const near = { startMs: 9000, endMs: 17_000 };
    const inFull = placePhases(timeline, { view: near, width: 1000, acts: [], steadyFromMs: null });
    expect(inFull.map(({ text }) => text)).toContain("Redo");
  });

  it("leave out flags and acts that are not visible", () => {
    const beyond = { startMs: 90_000, endMs: 100_000 };
    expect(placeAsOf(timeline, beyond, 1000).flags).toEqual([]);
    expect(placeActs(timeline, beyond, 1000, [])).toEqual({ diamonds: [], labels: [] });
  });

  const acts = (...times: readonly number[]) =>
    timelineOf(
      times.map((atMs) => ({ ...act, atNs: atMs * 1e6 })),
      seriesOf([100_000]),
    );
  const labelsOf = (shown: Timeline, taken: readonly Room[] = []) =>
    placeActs(shown, all, 1000, taken).labels.map(({ text, left }) => [text, left]);

  it("name an act beside its diamond, on the side that is free", () => {
    expect(placeActs(timeline, all, 1000, []).diamonds).toMatchObject([
      { left: 500, covered: false },
    ]);
    expect(labelsOf(timeline)).toEqual([["users 9", 512]]);
    expect(labelsOf(timeline, [{ left: 515, right: 900 }])).toEqual([["users 9", 439]]);
  });

  it("shorten the name of an act where there is no room for all of it", () => {
    expect(
      labelsOf(timeline, [
        { left: 560, right: 1000 },
        { left: 0, right: 440 },
      ]),
    ).toEqual([["users…", 512]]);
    const taken = [{ left: 0, right: 1000 }];
    expect(placeActs(timeline, all, 1000, taken)).toMatchObject({
      diamonds: [{ left: 500, covered: true }],
      labels: [],
    });
  });

  it("name acts that are close to one another together, or say how many they are", () => {
    expect(labelsOf(acts(50_000, 52_000))).toEqual(
      [
        ["users 9", 439],
        ["users 9", 532],
      ].toSorted(),
    );
    expect(labelsOf(acts(50_000, 52_000, 54_000))).toEqual([["users 9, users 9, users 9", 552]]);
    const rooms = [
      { left: 660, right: 1000 },
      { left: 0, right: 400 },
    ];
    expect(labelsOf(acts(50_000, 52_000, 54_000), rooms)).toEqual([["3 actions", 552]]);
    const [label] = placeActs(acts(50_000, 52_000, 54_000), all, 1000, rooms).labels;
    expect(label?.acts.map(({ atMs }) => atMs)).toEqual([50_000, 52_000, 54_000]);
  });

  it("leave no act without a name where there is room for one, and lay none over another", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 8, max: 90 }), { maxLength: 12 }), (seconds) => {
        const shown = acts(...seconds.toSorted((a, b) => a - b).map((at) => at * 1000));
        const { diamonds, labels } = placeActs(shown, all, 1000, []);
        const named = new Set(labels.flatMap(({ acts: of }) => of.map(({ id }) => id)));
        expect(diamonds.filter(({ act: { id } }) => !named.has(id))).toEqual([]);
        const rooms = labels
          .map(({ left, text }) => ({ left, right: left + 7 * text.length }))
          .toSorted((a, b) => a.left - b.left);
        rooms.slice(1).forEach(({ left }, at) => {
          expect(left).toBeGreaterThanOrEqual(rooms[at]?.right ?? 0);
        });
      }),
    );
  });

  it("show what an array took away as a loss", () => {
    const reserve = (atMs: number, what: "warning" | "deleted"): TimelineEvent => ({
      ...{ kind: "reserve", atMs, what, volume: "Q" },
      snapshot: what === "deleted" ? "noon" : null,
    });
    const told = timelineOf([reserve(10_000, "warning"), reserve(60_000, "deleted")]);
    expect(placeActs(told, all, 1000, []).diamonds.map(({ act }) => act.outcome)).toEqual([
      "applied",
      "lost",
    ]);
  });

  it("name a snapshot that was lost before anything that was asked", () => {
    const track = { name: "s1", points: [], dropped: false, lostMs: 60_000 };
    const lost = { ...timeline, snapshots: [track] };
    const { diamonds, labels } = placeActs(lost, all, 1000, [
      { left: 0, right: 480 },
      { left: 620, right: 1000 },
    ]);
    expect(diamonds.map(({ act: { outcome } }) => outcome)).toEqual(["applied", "lost"]);
    expect(labels.map(({ text }) => text)).toEqual(["s1 lost"]);
  });

  it("name phases that are wide enough, with their progress", () => {
    const underWay = timelineOf(
      [phaseEvent("redo", 20_000, null, { progress: 0.418 })],
      seriesOf([80_000]),
    );
    expect(namesIn(underWay).map(({ text }) => text)).toContain("Redo 41 %");
    const tiny = timelineOf([phaseEvent("redo", 20_000, 20_050)], seriesOf([80_000]));
    expect(namesIn(tiny).map(({ text }) => text)).not.toContain("Redo");
  });

  it("name a phase anywhere in its band where its start is taken, and a short backup like a short checkpoint", () => {
    const crowded = timelineOf(
      [phaseEvent("redo", 10_000, 11_000), phaseEvent("flush", 10_500, 60_000)],
      seriesOf([100_000]),
    );
    expect(namesIn(crowded).map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Redo", "Final flush"]),
    );
    const short = (name: "backup" | "checkpoint", startMs: number) =>
      phaseEvent(name, startMs, startMs + 500, { snapshot: null });
    const both = timelineOf([short("backup", 20_000), short("checkpoint", 60_000)]);
    const texts = (shown: Timeline) =>
      namesIn({ ...shown, warmupEndMs: 0 }).map(({ text }) => text);
    expect(texts(both).toSorted()).toEqual(["Backup", "Checkpoint"]);
    const many = timelineOf(Array.from({ length: 40 }, (_, at) => short("checkpoint", 2000 * at)));
    expect(texts(many)).toEqual([]);
  });

  it("tell where the steady state begins, as far as it is in view", () => {
    expect(namesIn(timeline, 70_000)).toContainEqual({ id: "steady", text: "Steady", left: 704 });
    expect(namesIn(timeline, 200_000).map(({ id }) => id)).not.toContain("steady");
  });
});
