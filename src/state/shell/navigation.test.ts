import { beforeEach, describe, expect, it } from "vitest";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import {
  type ComparisonPlace,
  firstPlace,
  missingOf,
  placeOf,
  placeSchema,
  showsCapture,
  useNavigation,
  without,
} from "./navigation.ts";

const navigation = () => useNavigation.getState();
const run = (id: string) => ({ kind: "run", id }) as const;
const capture = (id: string) => ({ kind: "capture", id }) as const;
const reportOf = (recording: RecordingRef) => ({ recording, span: null });

const comparison = (...sides: readonly RecordingRef[][]): ComparisonPlace => ({
  sides: sides.map((recordings) => ({ name: "a side", recordings, point: null })),
  studyId: null,
  primary: null,
  align: "analysis",
});

describe("navigation", () => {
  beforeEach(() => navigation().restore(firstPlace));

  it("opens what it is asked for on its screen", () => {
    navigation().openLive("run-1");
    expect(placeOf(navigation())).toEqual({ ...firstPlace, screen: "live", liveRunId: "run-1" });
    navigation().openReplay(capture("capture-1"));
    navigation().openReport(reportOf(run("run-2")));
    expect(placeOf(navigation())).toEqual({
      screen: "report",
      liveRunId: "run-1",
      replay: capture("capture-1"),
      report: reportOf(run("run-2")),
      compare: null,
      figure: null,
    });
  });

  it("finds again what it kept", () => {
    navigation().openReplay(run("run-1"));
    const span = { fromMs: 10, toMs: 20, label: "21:48:07.22 to 21:48:07.23" };
    navigation().openReport({ recording: capture("capture-1"), span });
    const kept = JSON.parse(JSON.stringify(placeOf(navigation())));
    navigation().restore(firstPlace);
    navigation().restore(placeSchema.parse(kept));
    expect(navigation().screen).toBe("report");
    expect(navigation().replay).toEqual(run("run-1"));
    expect(navigation().report).toEqual({ recording: capture("capture-1"), span });
  });

  it("finds again what a version without captures kept", () => {
    const kept = {
      screen: "replay",
      liveRunId: null,
      replay: { kind: "log", logId: "log-1" },
      reportRunId: "run-1",
    };
    expect(placeSchema.parse(kept)).toEqual({
      screen: "replay",
      liveRunId: null,
      replay: capture("log-1"),
      report: reportOf(run("run-1")),
      compare: null,
      figure: null,
    });
    const { compare, ...beforeCompare } = firstPlace;
    expect(placeSchema.parse(beforeCompare)).toEqual(firstPlace);
    expect(placeSchema.parse({ ...kept, replay: null, reportRunId: null })).toEqual({
      ...firstPlace,
      screen: "replay",
    });
  });

  it("does not accept a place that a later version may have kept", () => {
    expect(placeSchema.safeParse({ ...firstPlace, screen: "ledger" }).success).toBe(false);
  });

  it("forgets a removed run wherever it was open, and stays on the screen", () => {
    navigation().restore({
      screen: "replay",
      liveRunId: "gone",
      replay: run("gone"),
      report: reportOf(run("kept")),
      compare: comparison([run("gone")], [run("kept"), run("gone")]),
      figure: "sqlcat-1",
    });
    navigation().forget({ runIds: ["gone"] });
    expect(placeOf(navigation())).toEqual({
      screen: "replay",
      liveRunId: null,
      replay: null,
      report: reportOf(run("kept")),
      compare: comparison([run("kept")]),
      figure: "sqlcat-1",
    });
  });

  it("does not take a capture for a run of the same id", () => {
    const place = { ...firstPlace, replay: capture("same"), report: reportOf(capture("same")) };
    expect(without(place, { runIds: ["same"] })).toEqual(place);
    expect(without(place, { captureIds: ["same"] })).toEqual(firstPlace);
  });

  it("names what a kept place shows and what no longer exists", () => {
    const place = {
      screen: "live",
      liveRunId: "a",
      replay: capture("c"),
      report: reportOf(run("b")),
      compare: comparison([run("a")], [capture("d")]),
      figure: null,
    } as const;
    expect(missingOf(place, { runIds: ["a"], captureIds: [] })).toEqual({
      runIds: ["b"],
      captureIds: ["c", "d"],
    });
    expect(missingOf(place, { runIds: ["a", "b"], captureIds: ["c", "d"] })).toEqual({
      runIds: [],
      captureIds: [],
    });
  });

  it("knows whether a place shows a capture", () => {
    expect(showsCapture(firstPlace)).toBe(false);
    expect(showsCapture({ ...firstPlace, replay: run("a"), report: reportOf(run("b")) })).toBe(
      false,
    );
    expect(showsCapture({ ...firstPlace, replay: capture("c") })).toBe(true);
    expect(showsCapture({ ...firstPlace, report: reportOf(capture("c")) })).toBe(true);
  });
});
