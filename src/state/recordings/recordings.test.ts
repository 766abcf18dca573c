import { describe, expect, it } from "vitest";
import type { RecordingUpdate } from "../../../app/contract/rpc/recordings.ts";
import { noRecordFilter } from "../../../app/contract/rpc/records.ts";
import { isFiltering, textQueryOf, withToggled } from "./record-filter.ts";
import { afterUpdate } from "./recording.ts";
import { covers, partAround } from "./series-detail.ts";

describe("a filter of records", () => {
  it("is of the values that are chosen, and none when none is", () => {
    const one = withToggled(noRecordFilter, "sources", "spid51");
    expect(one.sources).toEqual(["spid51"]);
    const two = withToggled(one, "sources", "Backup");
    expect(two.sources).toEqual(["spid51", "Backup"]);
    const none = withToggled(withToggled(two, "sources", "spid51"), "sources", "Backup");
    expect(none).toEqual(noRecordFilter);
    expect([isFiltering(none), isFiltering(one)]).toEqual([false, true]);
  });

  it("names files by their positions", () => {
    expect(withToggled(noRecordFilter, "files", "2").files).toEqual([2]);
    const both = withToggled(withToggled(noRecordFilter, "files", "2"), "files", "0");
    expect(both.files).toEqual([2, 0]);
    expect(withToggled(both, "files", "2").files).toEqual([0]);
  });

  it("has a query only where something is typed", () => {
    expect(textQueryOf({ text: "", pattern: true })).toBeNull();
    expect(textQueryOf({ text: "redo", pattern: false })).toEqual({ text: "redo", pattern: false });
  });
});

const progress = (state: RecordingUpdate["progress"]["state"], message: string | null = null) => ({
  state,
  bytesRead: 1,
  bytesTotal: 2,
  records: 3,
  message,
});

describe("a recording that is read", () => {
  const unread = { progress: null, overview: null, message: null };
  const overview = { origin: "2026-03-01T00:00:00.000" } as unknown as RecordingUpdate["overview"];

  it("keeps what is known of it while only progress is told", () => {
    const first = afterUpdate(unread, { progress: progress("reading"), overview });
    const second = afterUpdate(first, { progress: progress("reading"), overview: null });
    expect(second).toMatchObject({ overview, message: null, progress: { state: "reading" } });
  });

  it("says why it failed, and keeps what was read", () => {
    const first = afterUpdate(unread, { progress: progress("reading"), overview });
    const failed = afterUpdate(first, { progress: progress("failed", "gone"), overview: null });
    expect(failed).toMatchObject({ overview, message: "gone" });
  });
});

describe("samples of a recording", () => {
  const extent = { startMs: 0, endMs: 1000 };

  it("are fetched around what is visible, but not beyond all of it", () => {
    expect(partAround({ startMs: 400, endMs: 600 }, extent)).toEqual({ startMs: 300, endMs: 700 });
    expect(partAround({ startMs: 0, endMs: 800 }, extent)).toEqual(extent);
  });

  it("serve every view that lies in them, with the margin at the ends of all", () => {
    const part = { startMs: 300, endMs: 1000 };
    expect(covers(part, { startMs: 300, endMs: 600 }, extent)).toBe(true);
    expect(covers(part, { startMs: 299, endMs: 600 }, extent)).toBe(false);
    expect(covers(part, { startMs: 900, endMs: 1020 }, extent)).toBe(true);
    expect(covers(extent, { startMs: -10, endMs: 1010 }, extent)).toBe(true);
  });
});
