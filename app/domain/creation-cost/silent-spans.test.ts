import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Phase } from "../../contract/phase.ts";
import { analyseLines } from "../errorlog/analysis/testing/written-log.ts";
import { silentSpans } from "./silent-spans.ts";

const paper = readFileSync(
  new URL("../../../assets/sample-logs/sqlcat-2006.log", import.meta.url),
  "utf8",
);
const { phases } = analyseLines(paper.trimEnd().split("\n"));

describe("the silent spans of a logged creation", () => {
  it("are those that the paper's ERRORLOG shows", () => {
    expect(silentSpans(phases)).toEqual([
      {
        snapshot: "snapshot_test_2",
        startMs: 0,
        beforeOpeningMs: 58_550,
        beforeStartUpMs: 338_570,
      },
    ]);
  });

  it("are not told where one of the moments that they lie between is not stated", () => {
    const without = (name: Phase["name"]) => phases.filter((phase) => phase.name !== name);
    for (const name of ["checkpoint", "open", "startup"] as const) {
      expect(silentSpans(without(name)), name).toEqual([]);
    }
    const bound = phases.map(
      (phase): Phase => (phase.name === "startup" ? { ...phase, startSource: "bound" } : phase),
    );
    expect(silentSpans(bound)).toEqual([]);
  });
});
