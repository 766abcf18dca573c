import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { CreationPhaseName, Phase } from "../../contract/phase.ts";
import { analyseLines } from "../../domain/errorlog/analysis/testing/written-log.ts";
import { compareCreations } from "./creation-comparison.ts";

const paper = analyseLines(
  readFileSync(new URL("../../../assets/sample-logs/sqlcat-2006.log", import.meta.url), "utf8")
    .trimEnd()
    .split("\n"),
).phases;

const phase = (
  name: CreationPhaseName,
  startMs: number,
  endMs: number,
  figures: Phase["figures"] = {},
): Phase => ({ snapshot: "s", name, startMs, endMs, endSource: "logged", figures });

const run: readonly Phase[] = [
  { ...phase("checkpoint", 0, 9_000, { buffers: 1, writes: 1 }), snapshot: null },
  phase("checkpoint", 1_000, 41_000, { buffers: 1_465_930, writes: 700_000 }),
  phase("open", 41_000, 41_000),
  phase("startup", 41_000, 41_500),
  phase("analysis", 41_500, 42_500),
  phase("redo", 42_500, 62_500, { estimateRedoBytes: 40_000_000, estimateUndoRecords: 80_000 }),
  phase("undo", 62_500, 75_350),
];

const compared = (theirs: readonly Phase[], ours: readonly Phase[]) =>
  Object.fromEntries(
    compareCreations(theirs, ours, new Set(["buffers"])).map((one) => [one.figure, one]),
  );

it("takes the paper's figures from its log", () => {
  const figures = compared(paper, run);
  expect(figures.checkpointSeconds?.measured).toBeCloseTo(80.907);
  expect(figures.buffers?.measured).toBe(732_965);
  expect(figures.writes?.measured).toBe(507_694);
  expect(figures.gapToOpenSeconds?.measured).toBeCloseTo(58.55);
  expect(figures.gapToStartupSeconds?.measured).toBeCloseTo(338.57);
  expect(figures.analysisSeconds?.measured).toBeCloseTo(31.35);
  expect(figures.redoSeconds).toMatchObject({ measured: 1196.85, atMost: true });
  expect(figures.undoSeconds).toMatchObject({ measured: 25.74, atMost: false });
  expect(figures.redoBytes?.measured).toBe(815_938_560);
  expect(figures.undoRecords?.measured).toBe(1_560_650);
  expect(figures.bytesPerRecord?.measured).toBeCloseTo(522.8, 1);
  expect(figures.recordsPerSecond?.measured).toBeCloseTo(3264.8, 1);
});

it("explains what is within a factor of two, and no more", () => {
  const figures = compared(paper, run);
  expect(figures.buffers).toMatchObject({ ratio: 2, explained: true });
  expect(figures.checkpointSeconds).toMatchObject({ run: 40, explained: false });
  expect(figures.writes).toMatchObject({ explained: true });
  expect(figures.gapToOpenSeconds).toMatchObject({ run: 0, ratio: 0, explained: false });
  expect(figures.undoSeconds?.explained).toBe(false);
  expect(figures.redoSecondsPerMB?.run).toBe(0.5);
  expect(figures.recordsPerSecond?.run).toBeCloseTo(80_000 / 40.5);
});

it("tells what the scenario was chosen by from what the run came to", () => {
  const figures = compared(paper, run);
  expect(figures.buffers?.isInput).toBe(true);
  expect(figures.checkpointSeconds?.isInput).toBe(false);
});

it("leaves out what one of them does not tell", () => {
  const figures = compared(paper, run.slice(0, 3));
  expect(Object.keys(figures)).toEqual([
    "checkpointSeconds",
    "buffers",
    "writes",
    "gapToOpenSeconds",
  ]);
});
