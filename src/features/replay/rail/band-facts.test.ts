import { expect, it } from "vitest";
import type { PhaseName } from "../../../../app/contract/phase.ts";
import { phaseEvent, timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import { bandFacts } from "./band-facts.ts";

const factsOf = (name: PhaseName, figures: Record<string, number>) =>
  timelineOf([phaseEvent(name, 0, 1000, { snapshot: null, figures })])
    .bands.flatMap((band) => bandFacts(band))
    .map(({ name: what, value }) => `${what}: ${String(value)}`);

it("figures of a phase are named by what they are in it", () => {
  const backup = { kind: 1, pages: 3, bytes: 1_048_576, logBytes: 2048, checkpointMs: 12 };
  expect(factsOf("backup", backup).slice(0, -1)).toEqual([
    "Type: differential",
    "Pages of data: 3 pages",
    "Size of its file: 1.0 MiB",
    "Log in it: 2.0 KiB",
    "Its checkpoint: 12 ms",
  ]);
  expect(factsOf("restoreData", { pages: 3 })[0]).toBe("Pages written: 3 pages");
  expect(factsOf("restoreLog", { records: 4, bytes: 2048 }).slice(0, -1)).toEqual([
    "Log records: 4 records",
    "Log read: 2.0 KiB",
  ]);
  expect(factsOf("backup", { kind: 7, other: 5 }).slice(0, -1)).toEqual(["Type: 7", "Other: 5"]);
});

it("no figure of a phase is named by a name of the program's", () => {
  const names = (phase: PhaseName, figures: Record<string, number>) =>
    factsOf(phase, figures).slice(0, -1);
  expect(names("longIo", { thresholdSeconds: 15, databaseId: 1005 })).toEqual([
    "Longer than: 15 s",
    "Database id: 1005",
  ]);
  expect(names("recovery", { analysisMs: 1500 })).toEqual(["Analysis: 1.50 s"]);
  expect(names("dropTable", { extentsFreed: 1200 })).toEqual(["Extents freed: 1,200"]);
});
