import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  arrangement,
  givenLayouts,
  type LaneArrangement,
  lanesIn,
  lanesWithoutUsers,
  withLane,
  withMoved,
  withoutLane,
  withPinned,
} from "./lane-layout.ts";
import { lanes, lanesOf, standardLanes } from "./lanes.ts";
import { waitLanes } from "./wait-lanes.ts";

const shown = arrangement(["a", "b", "c", "d"], ["c"]);

describe("lanes that are arranged", () => {
  it("have pinned ones first, and each once", () => {
    expect(shown).toEqual({ lanes: ["c", "a", "b", "d"], pinned: ["c"] });
    expect(arrangement(["a", "a"], ["gone"])).toEqual({ lanes: ["a"], pinned: [] });
  });

  it("are pinned below those that are, and come off as the first of the others", () => {
    const two = withPinned(shown, "d", true);
    expect(two).toEqual({ lanes: ["c", "d", "a", "b"], pinned: ["c", "d"] });
    expect(withPinned(two, "c", false)).toEqual({ lanes: ["d", "c", "a", "b"], pinned: ["d"] });
    expect(withPinned(shown, "not shown", true)).toEqual(shown);
  });

  it("move among their like alone", () => {
    expect(withMoved(shown, "d", 1).lanes).toEqual(["c", "d", "a", "b"]);
    expect(withMoved(shown, "d", 0).lanes).toEqual(["c", "d", "a", "b"]);
    expect(withMoved(shown, "c", 3)).toEqual(shown);
    const two = withPinned(shown, "d", true);
    expect(withMoved(two, "d", 0)).toEqual({ lanes: ["d", "c", "a", "b"], pinned: ["d", "c"] });
  });

  it("come and go, pinned or not", () => {
    expect(withLane(shown, "e").lanes).toEqual(["c", "a", "b", "d", "e"]);
    expect(withLane(shown, "c")).toEqual(shown);
    expect(withoutLane(shown, "c")).toEqual({ lanes: ["a", "b", "d"], pinned: [] });
  });

  it("stay each once with pinned ones first, whatever is done to them", () => {
    const id = fc.constantFrom("a", "b", "c", "d", "e");
    const act = fc.oneof(
      id.map((one) => (before: LaneArrangement) => withLane(before, one)),
      id.map((one) => (before: LaneArrangement) => withoutLane(before, one)),
      fc.tuple(id, fc.boolean()).map(
        ([one, is]) =>
          (before: LaneArrangement) =>
            withPinned(before, one, is),
      ),
      fc.tuple(id, fc.integer({ min: -1, max: 6 })).map(
        ([one, place]) =>
          (before: LaneArrangement) =>
            withMoved(before, one, place),
      ),
    );
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        const after = acts.reduce((before, next) => next(before), shown);
        expect(after).toEqual(arrangement(after.lanes, after.pinned));
      }),
    );
  });
});

describe("layouts", () => {
  it("that are given have lanes that there are, and names of their own", () => {
    for (const layout of givenLayouts) {
      expect(lanesOf(layout.lanes).map(({ id }) => id)).toEqual(layout.lanes);
    }
    expect(new Set(givenLayouts.map(({ name }) => name)).size).toBe(givenLayouts.length);
    expect(givenLayouts[0]?.lanes).toEqual(standardLanes.map(({ id }) => id));
  });

  it("show of a recording what it has, a counter of the engine under the ids of its files", () => {
    const [transactions] = lanes;
    if (transactions === undefined) throw new Error("no lane");
    const own = ["\\\\A\\SQLServer:Databases(x)\\Transactions/sec", "\\\\B\\same"].map((id) => ({
      ...transactions,
      id,
      engineId: transactions.id,
    }));
    const writeLog = waitLanes("time").filter(({ waitType }) => waitType === "WRITELOG");
    const asked = arrangement(["wait:WRITELOG", transactions.id, "freePages"]);
    expect(lanesIn(asked, [...own, ...writeLog]).map(({ id }) => id)).toEqual([
      "wait:WRITELOG",
      ...own.map(({ id }) => id),
    ]);
  });
});

describe("lanes without users", () => {
  const asked = (users: number, ...kinds: string[]) =>
    lanesWithoutUsers({
      workload: { users },
      timeline: kinds.map((kind) => ({ atSeconds: 1, command: { kind } })),
    } as unknown as Parameters<typeof lanesWithoutUsers>[0]);

  it("are those of backups and scans, where there is one", () => {
    expect(asked(0, "backup")?.[0]).toBe("backupRestoreBytesPerSecond");
    expect(asked(0, "createSnapshot", "scanTable")).toEqual(asked(0, "backup"));
    expect(asked(0, "createSnapshot")).toBeNull();
  });

  it("are the usual ones where somebody works, or will", () => {
    expect(asked(1, "backup")).toBeNull();
    expect(asked(0, "backup", "setUsers")).toBeNull();
  });
});
