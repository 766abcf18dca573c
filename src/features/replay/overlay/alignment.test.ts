import { describe, expect, it } from "vitest";
import {
  creationEvents,
  noSamples,
  phaseEvent,
  seriesOf,
  timelineOf,
} from "../../../../app/domain/timeline/testing/pieces.ts";
import {
  alignmentInWords,
  matchingMoment,
  momentAt,
  momentsOf,
  suggestedPair,
} from "./alignment.ts";

const checkpoint = (startMs: number) =>
  phaseEvent("checkpoint", startMs, startMs + 500, { snapshot: null });
/** Analysis begins 3 s after the command. */
const log = timelineOf([checkpoint(0), ...creationEvents("night", 60_000)], seriesOf([120_000]));
const run = timelineOf(creationEvents("s1", 8_000), seriesOf([30_000]));
const pairOf = (under: typeof log, other: typeof log) =>
  suggestedPair(momentsOf(under), momentsOf(other));

describe("moments to align on", () => {
  it("are the begin and the starts of all phases, in order of time", () => {
    const moments = momentsOf(run);
    expect(moments[0]).toMatchObject({ id: "", atMs: 0, title: "Begin" });
    expect(moments.map(({ atMs }) => atMs)).toEqual(
      [...moments.map(({ atMs }) => atMs)].sort((a, b) => a - b),
    );
    expect(moments).toContainEqual(
      expect.objectContaining({ title: "Start of: Analysis of s1", atMs: 11_000 }),
    );
  });

  it("are by themselves the starts of analysis of the first creations", () => {
    const { under, run: ofRun } = pairOf(log, run);
    expect([under.atMs, ofRun.atMs]).toEqual([63_000, 11_000]);
  });

  it("are checkpoints where the log shows no creation and the run has none", () => {
    const quiet = timelineOf([checkpoint(7_000)], noSamples);
    const { under, run: ofRun } = pairOf(log, quiet);
    expect([under.atMs, ofRun.atMs]).toEqual([0, 7_000]);
    expect(under.row).toBe("normalCheckpoint");
  });

  it("are the begins where nothing of both matches", () => {
    const empty = timelineOf([], noSamples);
    const { under, run: ofRun } = pairOf(log, empty);
    expect([under.id, ofRun.id]).toEqual(["", ""]);
  });

  it("are matched by what is done in them", () => {
    const undo = momentsOf(log).find(({ row }) => row === "undo");
    if (undo === undefined) throw new Error("the creation has no undo");
    expect(matchingMoment(momentsOf(run), undo)?.title).toBe("Start of: Undo of s1");
    expect(matchingMoment([], undo)).toBeNull();
  });

  it("are found again by their phase, or by their time", () => {
    const moments = momentsOf(run);
    const analysis = moments.find(({ row }) => row === "analysis");
    const { id = "", atMs = 0 } = analysis ?? {};
    expect(momentAt(moments, { bandId: id, atMs: 0 })).toBe(analysis);
    expect(momentAt(moments, { bandId: "gone", atMs })?.atMs).toBe(atMs);
    expect(momentAt(moments, { bandId: null, atMs: 0 })?.title).toBe("Begin");
    expect(momentAt(moments, { bandId: "gone", atMs: 1 })).toBeNull();
  });
});

describe("an alignment in words", () => {
  it("says where the moment and the run lie on the log's clock", () => {
    const { shift, extent } = alignmentInWords(log, run, pairOf(log, run));
    // The log's clock begins at 21:48:07.00.
    expect(shift).toBe("What the run did 11.00 s after its start is shown at 21:49:10.00 below.");
    expect(extent).toContain("from 2006-10-23 21:48:59.00 to 21:49:29.00");
    expect(extent).not.toContain("before");
  });

  it("says how much of the run lies outside the log", () => {
    const [begin] = momentsOf(log);
    const last = momentsOf(run).at(-1);
    if (begin === undefined || last === undefined) throw new Error("no moments");
    const early = alignmentInWords(log, run, { under: begin, run: last });
    expect(early.extent).toMatch(/14\.00 s of it before the other begins/);
    const after = { ...last, atMs: -200_000 };
    expect(alignmentInWords(log, run, { under: begin, run: after }).extent).toContain(
      "all of it after the other ends",
    );
    const before = { ...last, atMs: 40_000 };
    expect(alignmentInWords(log, run, { under: begin, run: before }).extent).toContain(
      "all of it before the other begins",
    );
  });
});
