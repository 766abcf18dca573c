import { beforeEach, describe, expect, it } from "vitest";
import {
  firstPlace,
  missingOf,
  placeOf,
  placeSchema,
  useNavigation,
  without,
} from "./navigation.ts";

const navigation = () => useNavigation.getState();

describe("navigation", () => {
  beforeEach(() => navigation().restore(firstPlace));

  it("opens what it is asked for on its screen", () => {
    navigation().openLive("run-1");
    expect(placeOf(navigation())).toEqual({ ...firstPlace, screen: "live", liveRunId: "run-1" });
    navigation().openReplay({ kind: "log", logId: "log-1" });
    navigation().openReport("run-2");
    expect(placeOf(navigation())).toEqual({
      screen: "report",
      liveRunId: "run-1",
      replay: { kind: "log", logId: "log-1" },
      reportRunId: "run-2",
    });
  });

  it("finds again what it kept", () => {
    navigation().openReplay({ kind: "run", runId: "run-1" });
    const kept = JSON.parse(JSON.stringify(placeOf(navigation())));
    navigation().restore(firstPlace);
    navigation().restore(placeSchema.parse(kept));
    expect(navigation().screen).toBe("replay");
    expect(navigation().replay).toEqual({ kind: "run", runId: "run-1" });
  });

  it("does not accept a place that a later version may have kept", () => {
    expect(placeSchema.safeParse({ ...firstPlace, screen: "compare" }).success).toBe(false);
  });

  it("forgets a removed run wherever it was open, and stays on the screen", () => {
    navigation().restore({
      screen: "replay",
      liveRunId: "gone",
      replay: { kind: "run", runId: "gone" },
      reportRunId: "kept",
    });
    navigation().forget({ runIds: ["gone"] });
    expect(placeOf(navigation())).toEqual({
      screen: "replay",
      liveRunId: null,
      replay: null,
      reportRunId: "kept",
    });
  });

  it("does not take a log for a run of the same id", () => {
    const place = { ...firstPlace, replay: { kind: "log", logId: "same" } as const };
    expect(without(place, { runIds: ["same"] }).replay).toEqual(place.replay);
    expect(without(place, { logIds: ["same"] }).replay).toBeNull();
  });

  it("names what a kept place shows and what no longer exists", () => {
    const place = {
      screen: "live",
      liveRunId: "a",
      replay: { kind: "log", logId: "l" },
      reportRunId: "b",
    } as const;
    expect(missingOf(place, { runIds: ["a"], logIds: [] })).toEqual({
      runIds: ["b"],
      logIds: ["l"],
    });
    expect(missingOf(place, { runIds: ["a", "b"], logIds: ["l"] })).toEqual({
      runIds: [],
      logIds: [],
    });
  });
});
