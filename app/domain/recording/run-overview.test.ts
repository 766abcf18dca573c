import { expect, it } from "vitest";
import type { CaptureOverview, Finding } from "../../contract/capture.ts";
import { nextLogShowsEnd } from "../errorlog/analysis/findings/unfinished-creations.ts";
import { runOverview, type ToldRun } from "./run-overview.ts";

const finding: Finding = {
  ...{ id: "unfinishedCreation/1", weight: "information", title: "The creation of s1 …" },
  ...{ text: nextLogShowsEnd, startMs: 0, endMs: 0, evidence: [], occurrences: 1 },
};

function findingsOf(status: string, ...findings: readonly Finding[]): readonly string[] {
  const run = {
    details: {
      entry: { status, engineMs: 0, plannedMs: 0, name: "a run" },
      scenario: { warmupSeconds: 0 },
      origin: "2006-10-23T21:48:07.000",
    },
    events: [],
    samples: { count: 0, endMs: 0, counters: new Set() },
  } as unknown as ToldRun;
  const log = { findings } as unknown as CaptureOverview;
  return runOverview(run, log).findings.map(({ text }) => text);
}

it("an open creation of a run is said to have met the run's end: there is no next log to open", () => {
  const other = { ...finding, text: "Another one." };
  expect(findingsOf("cancelled", finding, other)).toEqual([
    "The run ended before the snapshot was complete.",
    "Another one.",
  ]);
  expect(findingsOf("running", finding)).toEqual(["The run is still under way."]);
});
