import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { OpenedLog } from "../../contract/rpc/services.ts";
import { readErrorlog } from "../errorlog/read-errorlog.ts";
import { timelineOfLog } from "./log-timeline.ts";

function opened(bytes: Uint8Array): OpenedLog {
  const log = readErrorlog(bytes, "ERRORLOG");
  if (!log.ok) throw new Error(log.error.message);
  const { source, origin, events, phases, snapshots } = log.value;
  return {
    id: "00000000-0000-4000-8000-000000000000",
    fileName: "ERRORLOG",
    openedAt: "2026-01-01T00:00:00Z",
    source,
    origin,
    rows: events,
    phases,
    snapshots,
  };
}

const paper = timelineOfLog(
  opened(readFileSync(new URL("../../../assets/sample-logs/sqlcat-2006.log", import.meta.url))),
);

describe("the timeline of the SQLCAT log", () => {
  it("begins at its first record and ends at its last", () => {
    expect(new Date(paper.originMs).toISOString()).toBe("2006-10-23T21:48:07.220Z");
    expect(paper).toMatchObject({ kind: "log", endMs: 1_743_220, plannedEndMs: null });
    expect(paper.series.timeMs).toHaveLength(0);
  });

  it("has the creation to scale, with what the log states and what it only bounds", () => {
    const facts = paper.bands.map(({ row, startMs, endMs, startSource, endSource }) => [
      row,
      startMs,
      endMs,
      startSource,
      endSource,
    ]);
    expect(facts).toEqual([
      ["command", 0, 1_732_580, "logged", "logged"],
      ["files", 0, 20, "logged", "logged"],
      ["checkpoint", 213, 81_120, "derived", "logged"],
      ["files", 139_670, 139_670, "logged", "logged"],
      ["startup", 478_240, 478_240, "logged", "logged"],
      ["analysis", 478_240, 509_590, "logged", "logged"],
      ["redo", 509_990, 1_706_840, "logged", "bound"],
      ["undo", 1_706_840, 1_732_580, "bound", "logged"],
      ["command", 1_732_580, 1_732_580, "logged", "logged"],
      ["normalCheckpoint", 1_732_595, 1_743_220, "derived", "logged"],
    ]);
    expect(paper.asOf).toEqual([{ snapshot: "snapshot_test_2", atMs: 478_240 }]);
  });

  it("ties each of its fifteen records to a band", () => {
    expect(paper.records.map(({ phase }) => phase)).toEqual([
      ...["files", "files", "checkpoint", "open", "startup", "startup"],
      ...["analysis", "analysis", "analysis", "redo", "redo", "redo", "undo", "complete"],
      "checkpoint",
    ]);
    expect(paper.records.at(-1)?.bandId).toBe("/checkpoint/1");
    expect(paper.records[2]).toMatchObject({
      sinceMs: 81_100,
      bandId: "snapshot_test_2/checkpoint/1",
    });
  });

  it("keeps records of a log that breaks off, and leaves ends open", () => {
    const text = [
      "2006-10-23 21:48:07.22 spid51      Creating file P:\\a.ss.",
      "2006-10-23 21:48:08.22 spid51      Starting up database 'a'.",
      "2006-10-23 21:48:09.22 spid51      RECOVERY (a, 7): Analysis starting",
    ].join("\n");
    const broken = timelineOfLog(opened(new TextEncoder().encode(text)));
    expect(broken.endMs).toBe(2000);
    expect(broken.bands.find(({ row }) => row === "command")?.endMs).toBeNull();
    expect(broken.bands.find(({ row }) => row === "analysis")?.endMs).toBeNull();
  });
});
