import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Phase } from "../../app/contract/phase.ts";
import { engineVersions } from "../../app/contract/scenario.ts";
import {
  goldenFolder,
  makeScratch,
  removeScratch,
  settings,
  smallRun,
  snapscope,
} from "./testing/snapscope.ts";
import { summaryOfRun } from "./testing/summaries.ts";

const scratch = makeScratch();
afterAll(() => removeScratch(scratch));

/** An intended change of the log is taken over with SNAPSCOPE_UPDATE_GOLDEN=1, and reviewed as a diff. */
function expectGolden(name: string, lines: readonly string[]): void {
  const path = join(goldenFolder, name);
  if (process.env.SNAPSCOPE_UPDATE_GOLDEN === "1") writeFileSync(path, `${lines.join("\n")}\n`);
  expect(lines).toEqual(readFileSync(path, "utf8").trimEnd().split("\n"));
}

interface Imported {
  readonly origin: string;
  readonly source: { readonly records: number; readonly unrecognised: number };
  readonly phases: readonly Phase[];
  readonly snapshots: readonly { readonly name: string; readonly asOfMs: number }[];
}

async function importLog(path: string): Promise<Imported> {
  const { status, stdout } = await snapscope(["import", path, "--json"]);
  expect(status).toBe(0);
  return JSON.parse(stdout) as Imported;
}

/** The ERRORLOG has no word of the final flush: its time is undo's, as in the product's. */
function asTold(phases: readonly Phase[]): readonly Phase[] {
  const flush = phases.find(({ name }) => name === "flush");
  return phases
    .filter((phase) => phase !== flush)
    .map((phase) =>
      phase.name === "undo" && flush !== undefined ? { ...phase, endMs: flush.endMs } : phase,
    );
}

/** Two decimals of a second, cut off, at both ends of a phase. */
const toleranceMs = 20;

describe("the ERRORLOG of a run", () => {
  it("is, line by line, the one that was reviewed", async () => {
    expectGolden("creation-under-load.txt", (await summaryOfRun(smallRun)).errorlog);
  });

  it("obeys each trace flag", async () => {
    for (const flags of [
      [],
      [3605],
      [1810, 3400, 3504],
      [1810, 3605],
      [3504, 3605],
      [3400, 3605],
      [3502, 3605],
    ]) {
      const { errorlog } = await summaryOfRun([...smallRun, ...settings({ traceFlags: flags })]);
      const has = (text: string) => errorlog.some((line) => line.includes(text));
      const reports = (flag: number) => flags.includes(flag) && flags.includes(3605);
      const shown = {
        files: ["Creating file ", "Closing file (1):", "Opening file (1):"].map(has),
        checkpoint: has("FlushCache: cleaned up "),
        checkpointSteps: ["Ckpt dbid 5 started (8)", "About to log Checkpoint begin."].map(has),
        recovery: ["RECOVERY (", "Estimate REDO ", "SQL recovery (analysis"].map(has),
        startup: has("Starting up database 'sales_snapshot_1'."),
        progress: has("% complete (approximately "),
      };
      expect(shown, `trace flags ${flags.join(", ")}`).toEqual({
        files: [1, 2, 3].map(() => reports(1810)),
        checkpoint: reports(3504),
        checkpointSteps: [1, 2].map(() => reports(3502)),
        recovery: [1, 2, 3].map(() => reports(3400)),
        startup: true,
        progress: true,
      });
    }
  });

  const versions = engineVersions.map((version): [string, string[]] => [
    `SQL Server ${version}, automatic checkpoints and their steps`,
    settings({
      "server.engineVersion": version,
      "server.recoveryIntervalSeconds": 2,
      traceFlags: [1810, 3400, 3502, 3504, 3605],
    }),
  ]);

  it.each([
    ["one creation", []],
    ["automatic checkpoints around it", settings({ "server.recoveryIntervalSeconds": 2 })],
    [
      "two creations at a time",
      settings({
        "timeline.1": {
          atSeconds: 5.1,
          command: { kind: "createSnapshot", name: "sales_snapshot_2" },
        },
      }),
    ],
    ...versions,
  ])("gives the run's phases back when it is imported: %s", async (name, changes) => {
    const out = join(scratch, name);
    const summary = await summaryOfRun([...smallRun, ...changes, "--out", out]);
    const log = await importLog(join(out, "errorlog.txt"));
    expect(log.source).toMatchObject({ records: summary.errorlog.length, unrecognised: 0 });
    const shiftMs = Date.parse(`${log.origin}Z`) - Date.parse(`${summary.run.origin}Z`);

    for (const snapshot of summary.snapshots) {
      const of = (phases: readonly Phase[]) => phases.filter((p) => p.snapshot === snapshot.name);
      const [ran, read] = [asTold(of(summary.phases)), of(log.phases)];
      expect(read.map((phase) => phase.name)).toEqual(ran.map((phase) => phase.name));
      for (const [index, phase] of ran.entries()) {
        const other = read[index];
        const startApart = Math.abs((other?.startMs ?? Number.NaN) + shiftMs - phase.startMs);
        const endApart = Math.abs((other?.endMs ?? Number.NaN) + shiftMs - (phase.endMs ?? 0));
        expect(startApart, `start of ${phase.name}`).toBeLessThanOrEqual(toleranceMs);
        expect(endApart, `end of ${phase.name}`).toBeLessThanOrEqual(toleranceMs);
        expect(other?.endSource, `end of ${phase.name}`).toBe("logged");
      }
    }
    const automatic = summary.checkpoints.filter(({ kind }) => kind !== "snapshot");
    const others = log.phases.filter((phase) => phase.snapshot === null);
    expect(others.map(({ figures }) => figures.buffers)).toEqual(
      automatic.map(({ buffers }) => buffers),
    );
    for (const [index, { startMs, endMs }] of automatic.entries()) {
      const other = others[index];
      const startApart = Math.abs((other?.startMs ?? Number.NaN) + shiftMs - startMs);
      const endApart = Math.abs((other?.endMs ?? Number.NaN) + shiftMs - endMs);
      expect(startApart, "start of a checkpoint").toBeLessThanOrEqual(toleranceMs);
      expect(endApart, "end of a checkpoint").toBeLessThanOrEqual(toleranceMs);
    }
  });
});
