import { describe, expect, it } from "vitest";
import type { Phase } from "../../../app/contract/phase.ts";
import { recordingTimeline } from "../../../app/domain/timeline/recording-timeline.ts";
import { alignmentChoices, momentOf, shiftBetween, usedAlignment } from "./align.ts";

const timelineOf = (phases: readonly Phase[]) =>
  recordingTimeline({
    origin: "2006-10-23T21:48:07.000",
    endMs: 90_000,
    phases: [...phases],
    marks: [],
  });
const phase = (name: Phase["name"], startMs: number, endMs: number): Phase => ({
  snapshot: "s1",
  name,
  startMs,
  endMs,
  figures: {},
});
const creation = (atMs: number, checkpointMs: number) => [
  phase("files", atMs, atMs + 100),
  phase("checkpoint", atMs + 100, atMs + checkpointMs),
  phase("analysis", atMs + checkpointMs, atMs + checkpointMs + 50),
  phase("complete", atMs + checkpointMs + 50, atMs + checkpointMs + 50),
];

describe("alignment", () => {
  const early = timelineOf(creation(10_000, 4000));
  const late = timelineOf(creation(30_000, 9000));

  it("brings the same moment of the first creations together", () => {
    expect(shiftBetween(early, late, "start")).toBe(0);
    expect(shiftBetween(early, late, "command")).toBe(-20_000);
    expect(shiftBetween(early, late, "analysis")).toBe(14_000 - 39_000);
    expect(shiftBetween(early, late, "end")).toBe(-25_000);
  });

  it("offers the moments that both have, says which recording lacks the others, and takes the starts instead", () => {
    const without = timelineOf([]);
    const problems = (timeline: typeof late | null) =>
      alignmentChoices([
        { name: "early", timeline: early },
        { name: "other", timeline },
      ]);
    expect(problems(late).map(({ problem }) => problem)).toEqual([null, null, null, null]);
    expect(problems(null).map(({ problem }) => problem)).toEqual([null, null, null, null]);
    const reason = "other has no creation of a snapshot";
    expect(problems(without)).toEqual([
      { alignment: "start", problem: null },
      { alignment: "command", problem: reason },
      { alignment: "analysis", problem: reason },
      { alignment: "end", problem: null },
    ]);
    expect(usedAlignment(problems(late), "analysis")).toBe("analysis");
    expect(usedAlignment(problems(without), "analysis")).toBe("start");
    expect(momentOf(without, "end")).toBe(90_000);
    expect(shiftBetween(early, without, "analysis")).toBe(0);
  });
});
