import { describe, expect, it } from "vitest";
import type { RunEntry, RunStatus } from "../../../app/contract/rpc/runs.ts";
import { noncedReport } from "./nonced-report.ts";
import { matchingRuns, recentRuns } from "./recent-runs.ts";

function run(name: string, status: RunStatus, createdAt: string, tags: string[] = []): RunEntry {
  return {
    id: crypto.randomUUID(),
    name,
    preset: "two-snapshots",
    mode: "virtual",
    seed: 1,
    status,
    error: null,
    verified: null,
    createdAt,
    endedAt: null,
    wallMs: null,
    engineMs: 0,
    plannedMs: 1,
    users: 1,
    snapshots: 0,
    transactionsPerSecond: null,
    tags,
    note: "",
    recordedBytes: 0,
  };
}

const runs = [
  run("new failure", "failed", "2026-03-04T10:00:00Z"),
  run("old", "completed", "2026-03-01T10:00:00Z", ["baseline"]),
  run("running now", "running", "2026-03-05T10:00:00Z"),
  run("newer", "completed", "2026-03-02T10:00:00Z"),
];
const names = (entries: readonly RunEntry[]) => entries.map(({ name }) => name);

describe("recentRuns", () => {
  it("puts completed runs first, the newest of each first", () => {
    expect(names(recentRuns(runs))).toEqual(["newer", "old", "running now", "new failure"]);
  });
});

describe("matchingRuns", () => {
  it.each([
    ["", 4],
    ["  ", 4],
    ["BASE", 1],
    ["two-snap fail", 1],
    ["2026-03-02", 1],
    ["nothing", 0],
  ])("finds for %j the runs that have every word", (search, count) => {
    expect(matchingRuns(runs, search)).toHaveLength(count);
  });
});

describe("noncedReport", () => {
  it("gives each sheet the nonce, and touches nothing else", () => {
    const html = "<style>a{}</style><styled><p>&lt;style&gt;</p><style media=x>b{}</style>";
    expect(noncedReport(html, "n1")).toBe(
      '<style nonce="n1">a{}</style><styled><p>&lt;style&gt;</p><style nonce="n1" media=x>b{}</style>',
    );
  });

  it("leaves the report as it is where the page has no policy", () => {
    expect(noncedReport("<style></style>", "")).toBe("<style></style>");
  });
});
