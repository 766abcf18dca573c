// @vitest-environment happy-dom

import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { noRecordFilter } from "../../../app/contract/rpc/records.ts";
import { type LeftOff, playerOf } from "../player/player.ts";
import { readSetting, writeSetting } from "../services/settings.ts";
import { forgetRecordings } from "./forget.ts";
import { placeIn } from "./left-off.ts";
import { useRecordFilter } from "./record-filter.ts";
import { recordingKey } from "./recording.ts";

const run: RecordingRef = { kind: "run", id: "1" };
const log: RecordingRef = { kind: "capture", id: "1" };
const left: LeftOff = {
  playheadMs: 5000,
  view: { startMs: 1000, endMs: 9000 },
  selection: { kind: "band", id: "s1/redo/1" },
  speed: 0.5,
  skipIdle: false,
};
const errors = { ...noRecordFilter, minimumSeverity: 17 };

/** What the services would have at the next start. */
const stored = (key: string): unknown[] =>
  JSON.parse(JSON.stringify(readSetting(key, z.array(z.unknown()), [])));

const filterOf = (recording: RecordingRef) => renderHook(() => useRecordFilter(recording)).result;

describe("how a recording was left", () => {
  afterEach(() => {
    cleanup();
    writeSetting("replay.places", []);
    writeSetting("replay.filters", []);
  });

  it("is found again, a run's and a log's of the same id apart", () => {
    placeIn(run).keep(left);
    const kept = stored("replay.places");
    writeSetting("replay.places", kept);
    expect(placeIn(run).recall()).toEqual(left);
    expect(placeIn(log).recall()).toBeNull();
  });

  it("has which records were shown, until all are shown again", () => {
    const filter = filterOf(log);
    act(() => filter.current[1](errors));
    expect(filterOf(log).current[0]).toEqual(errors);
    expect(filterOf(run).current[0]).toBe(noRecordFilter);
    act(() => filter.current[1](noRecordFilter));
    expect(stored("replay.filters")).toEqual([]);
  });

  it("is of the fifty recordings that were used last", () => {
    const of = (id: number) => placeIn({ kind: "run", id: String(id) });
    for (let id = 0; id < 50; ++id) of(id).keep(left);
    of(0).keep({ ...left, speed: 1 });
    of(50).keep(left);
    expect(stored("replay.places")).toHaveLength(50);
    expect(of(0).recall()?.speed).toBe(1);
    expect(of(1).recall()).toBeNull();
  });

  it.each([
    ["a later version's selection", { selection: { kind: "page", id: 1 } }],
    ["no number", { playheadMs: "soon" }],
    ["a view that ends before it begins", { view: { startMs: 2, endMs: 1 } }],
    ["a speed that there is not", { speed: 0 }],
  ])("is discarded where it is broken, and alone: %s", (_, broken) => {
    writeSetting("replay.places", [
      { of: recordingKey(run), value: { ...left, ...broken } },
      { of: recordingKey(log), value: left },
    ]);
    expect(placeIn(run).recall()).toBeNull();
    expect(placeIn(log).recall()).toEqual(left);
    writeSetting("replay.places", "nonsense");
    expect(placeIn(log).recall()).toBeNull();
    writeSetting("replay.filters", [{ of: recordingKey(log), value: { files: "all" } }]);
    expect(filterOf(log).current[0]).toBe(noRecordFilter);
  });

  it("goes with a recording that is removed, and so does its player", () => {
    const player = playerOf(recordingKey(run));
    for (const recording of [run, log]) placeIn(recording).keep(left);
    const filter = filterOf(run);
    act(() => filter.current[1](errors));
    act(() => forgetRecordings({ runIds: ["1"] }));
    expect(placeIn(run).recall()).toBeNull();
    expect(filterOf(run).current[0]).toBe(noRecordFilter);
    expect(playerOf(recordingKey(run))).not.toBe(player);
    expect(placeIn(log).recall()).toEqual(left);
  });
});
