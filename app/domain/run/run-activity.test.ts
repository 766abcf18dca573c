import { describe, expect, it } from "vitest";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { runEntryOf } from "../../contract/testing/run-entry.ts";
import { actEvent, phaseEvent, seriesOf, timelineOf } from "../timeline/testing/pieces.ts";
import type { RunState } from "../timeline/timeline.ts";
import { activityOf, hasEnded, takes } from "./run-activity.ts";

const entryOf = (status: RunEntry["status"]): RunEntry => runEntryOf({ status });

function inState(
  state: RunState["state"],
  events: readonly TimelineEvent[] = [],
  { stepping = false, series = seriesOf([]) } = {},
) {
  const timeline = timelineOf([...events], series);
  const known = { state, atMs: 0, pace: 1, stepping, brokeOn: null } as const;
  return activityOf({ ...timeline, state: known }, entryOf("running"));
}

const files = phaseEvent("files", 0, 5000);
const checkpoint = phaseEvent("checkpoint", 5000, 9000);
const redo = phaseEvent("redo", 9000, null, { progress: 0.414 });

describe("what a run is doing", () => {
  it("is the phase and its progress while a snapshot is created, and whose", () => {
    expect(inState("creating", [files, checkpoint, redo])).toEqual({
      kind: "creating",
      text: "Redo 41 %",
      detail: "Creating s1",
      announcement: "Creating s1: redo",
    });
    expect(inState("creating", [files])).toMatchObject({ text: "Creating s1", detail: null });
  });

  it("names all snapshots that are asked for: they are created one after the other", () => {
    const second = phaseEvent("files", 9500, null, { snapshot: "s2", progress: 0 });
    const both = inState("creating", [files, checkpoint, redo, second]);
    expect(both.detail).toBe("Creating s1 and s2");
  });

  it("says to which phase it goes on while it steps, and that it does", () => {
    expect(inState("creating", [files, checkpoint], { stepping: true })).toEqual({
      kind: "creating",
      text: "Creating s1",
      detail: "running to open",
      announcement: "Running to open",
    });
    expect(inState("creating", [files, checkpoint, redo], { stepping: true })).toMatchObject({
      text: "Redo 41 %",
      detail: "Creating s1, running to undo",
    });
    expect(inState("running", [], { stepping: true })).toMatchObject({
      text: "Running",
      detail: "to the next phase",
    });
  });

  it("says in a pause what is held, and tells a screen reader no more than the pause", () => {
    expect(inState("paused", [files, redo])).toEqual({
      kind: "paused",
      text: "Paused",
      detail: "Creating s1: redo 41 %",
      announcement: "Paused",
    });
    expect(inState("paused").detail).toBeNull();
  });

  it("says how far a restore is, where that is told", () => {
    const restore = phaseEvent("restore", 9000, null, { snapshot: null, progress: 0.25 });
    expect(inState("restoring", [restore])).toMatchObject({
      text: "Restoring",
      detail: "the database: restore 25 %",
      announcement: "Restoring the database",
    });
    expect(inState("restoring").detail).toBe("the database");
  });

  it("says how a run ended, whatever its last state was", () => {
    for (const status of ["completed", "failed", "cancelled", "interrupted"] as const) {
      const activity = activityOf(timelineOf([]), entryOf(status));
      expect(activity.kind).toBe(status);
      expect(hasEnded(activity)).toBe(true);
      expect(takes(activity, "act")).toBe(false);
    }
    const unverified = activityOf(null, runEntryOf({ status: "completed", verified: false }));
    expect(unverified).toMatchObject({ kind: "failed", announcement: "Completed, not verified" });
  });

  it("tells every state of the engine apart, and a run that has not begun", () => {
    const texts = (
      ["warmup", "running", "paused", "creating", "restarting", "reverting", "restoring"] as const
    ).map((state) => inState(state).text);
    expect([...texts, inState("verifying").text, activityOf(null, null).text]).toEqual([
      ...["Warming up", "Running", "Paused", "Creating a snapshot", "Restarting", "Reverting"],
      ...["Restoring", "Verifying", "Starting"],
    ]);
  });
});

describe("a load that is steady", () => {
  const seconds = Array.from({ length: 120 }, (_, at) => 6000 + at * 1000);
  const even = seriesOf(seconds, (at) => 200 + (at % 2));
  const textOf = (events: readonly TimelineEvent[], series = even) =>
    inState("running", events, { series }).text;

  it("is called so once a hundred samples show it, and not while it changes", () => {
    expect(textOf([])).toBe("Steady");
    expect(
      textOf(
        [],
        seriesOf(seconds.slice(0, 90), (at) => 200 + (at % 2)),
      ),
    ).toBe("Running");
    expect(
      textOf(
        [],
        seriesOf(seconds, (at) => 200 + 2 * at),
      ),
    ).toBe("Running");
    expect(
      textOf(
        [],
        seriesOf(seconds, () => 0),
      ),
    ).toBe("Running");
  });

  it("has to show it anew after an act, and is none while something else goes on", () => {
    expect(textOf([actEvent(60_000)])).toBe("Running");
    const backup = (endMs: number | null) => phaseEvent("backup", 8000, endMs, { snapshot: null });
    expect(textOf([backup(null)])).toBe("Running");
    expect(textOf([backup(9000)])).toBe("Steady");
  });
});
