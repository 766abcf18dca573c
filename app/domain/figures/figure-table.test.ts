import { describe, expect, it } from "vitest";
import type { FigureRun } from "../../contract/figure-results.ts";
import { figureAnswer } from "./figure-answer.ts";
import { differenceText, figureTable, sourcesOf } from "./figure-table.ts";
import { figureById } from "./figures.ts";
import { fakeFigureResults } from "./testing/fake-figure-results.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";

const answerOf = (id: string, run: Partial<FigureRun>) => {
  const figure = figureById(id);
  if (!figure.ok) throw new Error(figure.error.message);
  return figureAnswer(
    figure.value,
    fakeFigureResults(figure.value, () => [1, 2].map((seed) => fakeFigureRun({ seed, ...run }))),
  );
};

/** A line a row, its cells with what stands below them. */
const tableOf = (id: string, run: Partial<FigureRun>) => {
  const { columns, rows } = figureTable(answerOf(id, run));
  return {
    columns: columns.map(({ group, title }) => (group === "" ? title : `${group}: ${title}`)),
    rows: Object.fromEntries(
      rows.map(({ name, cells }) => [
        name,
        cells.map(({ text, detail }) => (detail === "" ? text : `${text} (${detail})`)),
      ]),
    ),
  };
};

describe("the table of a figure", () => {
  it("has the paper beside each scenario and how far apart they are, but for what was given", () => {
    const phases = [
      { name: "openWait" as const, startMs: 0, endMs: 58_550 },
      { name: "redo" as const, startMs: 58_550, endMs: 60_550 },
    ];
    const creation = {
      ...{ snapshot: "s1", startMs: 0, endMs: 60_550, asOfMs: 0, newestRowMs: null },
      ...{ sizeOnDiskBytes: 0, phases },
    };
    const { columns, rows } = tableOf("sqlcat-creation", { creations: [creation] });
    expect(columns.slice(0, 3)).toEqual([
      "The paper, 2007",
      "Armed at once: This model",
      "Armed at once: Difference",
    ]);
    expect(rows.Redo?.slice(0, 3)).toEqual(["19 min 56.85 s", "2 s", "598 times less"]);
    expect(rows["Span before the opening of the files"]).toEqual([
      ...["58.55 s", "58.55 s", "+0.0 %", "58.55 s", "+0.0 %"],
      ...["58.55 s (given)", ""],
    ]);
  });

  it("has what the paper prints at the points that ran it, and nothing at others", () => {
    const operations = [{ name: "selectInto" as const, startMs: 0, endMs: 900, figures: {} }];
    const { columns, rows } = tableOf("sqlskills-1", { operations });
    expect(columns).toEqual([
      "Runs",
      "SELECT INTO: The paper, 2013",
      "SELECT INTO: This model",
      "SELECT INTO: Difference",
    ]);
    expect(rows["No snapshot"]).toEqual(["2", "1.80 s", "900 ms", "−50.0 %"]);
    expect(rows["PCIe SSD, 1 snapshot"]).toEqual(["2", "", "900 ms", ""]);
    const waits = tableOf("sqlskills-2", { waits: [] });
    expect(waits.columns).toEqual([
      "The paper, 2013",
      ...["RAID 5 over iSCSI, 1 snapshot: This model", "RAID 5 over iSCSI, 1 snapshot: Difference"],
      "RAID 5 over iSCSI, 2 snapshots: This model",
      ...["PCIe SSD, 1 snapshot: This model", "PCIe SSD, 1 snapshot: Difference"],
      "PCIe SSD, 2 snapshots: This model",
    ]);
    expect(waits.rows.FCB_REPLICA_WRITE?.slice(0, 3)).toEqual(["0 s", "0 s", "none"]);
  });

  it("has no column of the paper where its text prints nothing", () => {
    expect(tableOf("sqlcat-1", {}).columns).toEqual(["Runs", "This model: Creation of a snapshot"]);
    expect(sourcesOf(answerOf("sqlcat-1", {}).figure)).toEqual([]);
  });

  it("says a difference as one would: a share, times less, points of a share", () => {
    const duration = { name: "redo", unit: "duration", better: null } as const;
    const share = { ...duration, unit: "share" } as const;
    expect(differenceText(duration, 100, 45)).toBe("−55.0 %");
    expect(differenceText(duration, 100, 5)).toBe("20 times less");
    expect(differenceText(duration, 100, 1200)).toBe("12 times as much");
    expect(differenceText(duration, 100, 0)).toBe("−100.0 %");
    expect(differenceText(duration, 0, 1500)).toBe("+1.50 s");
    expect(differenceText(share, 0.3, 0.034)).toBe("−26.6 percentage points");
  });
});
