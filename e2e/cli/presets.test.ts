import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { engineRevision } from "../../app/contract/engine-revision.ts";
import type { PhaseName } from "../../app/contract/phase.ts";
import { type Report, reportSchema } from "../../app/contract/report.ts";
import { scenarioSchema } from "../../app/contract/scenario.ts";
import { goldenFolder, makeScratch, removeScratch, snapscope } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));

interface Ran {
  readonly report: Report;
  /** The pace of the preset; it is run as fast as it goes, which gives the same run. */
  readonly pace: number;
}

async function ran(preset: string): Promise<Ran> {
  const { stdout } = await snapscope(["presets", preset, "--json"], { cwd });
  const { pace } = scenarioSchema.parse(JSON.parse(stdout));
  const ended = await snapscope(["run", preset, "--pace", "0", "--report", "json"], { cwd });
  expect([ended.status, ended.stderr]).toEqual([0, expect.any(String)]);
  const text = readFileSync(join(cwd, `${preset}-report.json`), "utf8");
  return { report: reportSchema.parse(JSON.parse(text)), pace };
}

/** Seconds that a phase of the creation takes to watch. */
const secondsShown = ({ report, pace }: Ran, name: PhaseName): number =>
  report.phases
    .filter((phase) => phase.snapshot !== null && phase.name === name)
    .reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0) /
  (1000 * pace);

/** What one sees of the creation in the two lanes. */
function costOf({ creations: [creation], run }: Report) {
  if (creation?.before == null || creation.during === null || run === null) {
    throw new Error("the creation did not complete");
  }
  const { before, during, throughput, p99 } = creation;
  return {
    dip: 1 - (during.transactionsPerSecond ?? 0) / (before.transactionsPerSecond ?? 0),
    rise: (during.responses?.p99Ms ?? 0) / (before.responses?.p99Ms ?? Number.POSITIVE_INFINITY),
    throughput,
    p99,
    duringSeconds: during.toMs / 1000,
    verified: run.verified,
  };
}

const presets = [
  "creation-on-a-busy-array",
  "creation-in-the-classroom",
  "restore-after-a-wrong-update",
] as const;
const runs = new Map<string, Ran>();
for (const preset of presets) runs.set(preset, await ran(preset));

function runOf(preset: (typeof presets)[number]): Ran {
  const run = runs.get(preset);
  if (run === undefined) throw new Error(`${preset} was not run`);
  return run;
}

describe("the telemetry of presets", () => {
  const path = join(goldenFolder, "telemetry-hashes.json");

  it("changes with the revision of the engine, and with nothing else", () => {
    const held = JSON.parse(readFileSync(path, "utf8"));
    const hashes = Object.fromEntries(
      presets.map((preset) => [preset, runOf(preset).report.run?.telemetryHash]),
    );
    const isRaised = engineRevision > held.engineRevision;
    if (process.env.SNAPSCOPE_UPDATE_GOLDEN === "1" && isRaised) {
      writeFileSync(path, `${JSON.stringify({ engineRevision, hashes }, null, 2)}\n`);
      return;
    }
    expect(
      { engineRevision, hashes },
      isRaised
        ? "the hashes that are held are of the revision before: take the new ones over with SNAPSCOPE_UPDATE_GOLDEN=1"
        : "a telemetry hash has changed: if the engine is meant to give something else, raise engineRevision in app/contract/engine-revision.json",
    ).toEqual(held);
  });
});

describe("the preset of a busy array", () => {
  const busy = runOf("creation-on-a-busy-array");

  it("shows in throughput and p99 what a creation costs, within the minute that it takes", () => {
    const { dip, rise, throughput, p99, verified, duringSeconds } = costOf(busy.report);
    expect(verified).toBe(true);
    expect(dip).toBeGreaterThan(0.25);
    expect(rise).toBeGreaterThan(5);
    expect([throughput?.during, p99?.during]).toEqual(["fell", "rose"]);
    expect(duringSeconds / busy.pace).toBeLessThan(50);
    // It comes back, and not at once.
    const creationMs = busy.report.creations[0]?.durationMs ?? 0;
    expect(Math.max(throughput?.lastedMs ?? 0, p99?.lastedMs ?? 0)).toBeGreaterThan(creationMs / 2);
    expect(throughput?.lastedMs).not.toBeNull();
  });

  it("shows the checkpoint, and pushes afterwards", () => {
    expect(secondsShown(busy, "checkpoint")).toBeGreaterThan(5);
    const pushed = busy.report.summary?.counters.pagesPushedPerSecond;
    expect(pushed?.max).toBeGreaterThan(500);
  });
});

describe("the preset of the classroom", () => {
  const lesson = runOf("creation-in-the-classroom");

  it("has a checkpoint, a redo and a final flush of tens of seconds at the speed of a clock", () => {
    expect(lesson.pace).toBe(1);
    for (const name of ["checkpoint", "redo", "flush"] as const) {
      expect(secondsShown(lesson, name), name).toBeGreaterThan(10);
    }
    expect(costOf(lesson.report).verified).toBe(true);
  });
});

describe("the preset of a restore", () => {
  const { report } = runOf("restore-after-a-wrong-update");
  const [restored] = report.summary?.restores ?? [];

  it("goes back to before the update, with all that was backed up until then and the tail", () => {
    const update = report.phases.find(({ name }) => name === "tableUpdate");
    expect(restored).toMatchObject({
      from: ["nightly", "log_1", "log_2", "tail_1"],
      verified: true,
    });
    expect(restored?.stopAtMs).toBeLessThan(update?.startMs ?? 0);
    expect(restored?.discardedCommits).toBeGreaterThan(0);
    expect(report.run?.verified).toBe(true);
  });

  it("says in the report what came back, and what is lost", () => {
    expect(report.conclusion.sentences).toContainEqual(
      expect.stringMatching(
        /^\d+ users, .*: the database was restored to what it was at 21:49:11\.00, in .* without service, .* commits after that are lost\. It was comp/,
      ),
    );
  });
});

describe("the preset of both kinds of snapshot", async () => {
  const { report } = await ran("database-or-array-snapshot");

  it("says first, and in one sentence, how long each took and what each cost", () => {
    expect(report.conclusion.sentences[0]).toMatch(
      /^130 users, .*: database snapshot ‘sales_snapshot_1’ took 2 min [\d.]+ s: throughput fell .*; array snapshot ‘array_snapshot_1’ took 3\.\d+ s, of which 3\.40 s were given, not predicted, with writes frozen for \d+ ms: throughput unchanged .*\.$/,
    );
    expect(report.run?.verified).toBe(true);
  });

  it("has the array's snapshot in a table and its reserve in a counter", () => {
    const [snapshot] = report.summary?.arraySnapshots ?? [];
    expect(snapshot).toMatchObject({ name: "array_snapshot_1", state: "complete", torn: null });
    expect(report.summary?.counters.arrayReserveBytes?.max).toBeGreaterThan(0);
  });
});

describe("its twin with a revert", async () => {
  const { report } = await ran("revert-after-a-wrong-update");

  it("goes back across the update in less time, and says what it cost and lost", () => {
    const { conclusion, run } = report;
    const outage = /: the database was (restored|reverted) .*, in ([\d.]+) s without service/;
    const [restored, reverted] = [runOf("restore-after-a-wrong-update").report, report].map((one) =>
      one.conclusion.sentences.flatMap((sentence) => outage.exec(sentence) ?? []),
    );
    expect([restored?.[1], reverted?.[1]]).toEqual(["restored", "reverted"]);
    expect(Number(reverted?.[2])).toBeLessThan(Number(restored?.[2]));
    expect(conclusion.sentences).toContainEqual(
      expect.stringMatching(
        /pages were copied back; [\d,]+ commits of the .* before are lost\. It ended the update of the table, after 15/,
      ),
    );
    expect(run?.verified).toBe(true);
  });

  it("names the update of the table beside what the creation changed", () => {
    expect(report.creations[0]?.sentence).toMatch(/, while the update of the table ran for 15/);
  });
});
