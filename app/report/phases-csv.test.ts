import { describe, expect, it } from "vitest";
import { phasesCsv } from "./phases-csv.ts";
import { night, nightOverview, quietLog, reportOfCapture } from "./testing/captures.ts";

const cellsOf = (csv: string) =>
  csv
    .trimEnd()
    .split("\r\n")
    .map((line) => line.slice(1, -1).split('","'));

describe("phasesCsv", () => {
  const [head = [], ...rows] = cellsOf(phasesCsv(reportOfCapture(night)));
  const cell = (row: number, column: string) => rows[row]?.[head.indexOf(column)];

  it("has a row for each phase, in order of time, each with as many cells", () => {
    expect(rows).toHaveLength(nightOverview.phases.length);
    expect(rows.every((row) => row.length === head.length)).toBe(true);
    const starts = rows.map((row) => Number(row[head.indexOf("start_ms")]));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  it("has the fixed columns first, and then one for each figure", () => {
    expect(head.slice(0, 10)).toEqual([
      "phase",
      "snapshot",
      "database",
      "start",
      "end",
      "start_ms",
      "end_ms",
      "duration_ms",
      "start_source",
      "end_source",
    ]);
    expect(head.slice(10)).toEqual(head.slice(10).toSorted());
    expect(head).toContain("averageWriteLatencyMs");
  });

  it("keeps times of the server's clock, figures in full, and blanks where there is nothing", () => {
    const checkpoint = rows.findIndex(([name]) => name === "checkpoint");
    expect(cell(checkpoint, "start")).toBe("2026-03-28 23:10:00.000");
    expect(cell(checkpoint, "duration_ms")).toBe("9760");
    expect(cell(checkpoint, "buffers")).toBe("192890");
    expect(cell(checkpoint, "snapshot")).toBe("");
    expect(cell(checkpoint, "errorsFound")).toBe("");
    const dump = rows.findIndex(([name]) => name === "stackDump");
    expect([cell(dump, "end"), cell(dump, "end_ms"), cell(dump, "end_source")]).toEqual([
      "",
      "",
      "",
    ]);
  });

  it("gives a spreadsheet no formula to run, and ends no cell early", () => {
    const phases = [
      {
        snapshot: '=HYPERLINK("x")',
        name: "files" as const,
        startMs: 0,
        endMs: null,
        figures: { files: ["a", "b"], device: "@SUM(1)", loss: -5 },
      },
    ];
    const csv = phasesCsv(
      reportOfCapture({ ...quietLog, overview: { ...quietLog.overview, phases } }),
    );
    expect(csv.split("\r\n")[1]).toBe(
      `"files","'=HYPERLINK(""x"")","","2026-03-28 23:00:00.000","","0","","","logged","","'@SUM(1)","[""a"",""b""]","-5"`,
    );
  });

  it("of a log without phases is its head alone", () => {
    expect(cellsOf(phasesCsv(reportOfCapture(quietLog)))).toHaveLength(1);
  });
});
