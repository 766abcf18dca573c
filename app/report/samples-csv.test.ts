import { describe, expect, it } from "vitest";
import { counters, waitTypes } from "../contract/telemetry-catalog.ts";
import { samplesCsv } from "./samples-csv.ts";
import { fakeSeries } from "./testing/recordings.ts";

const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split("\r\n")
    .map((line) => line.slice(1, -1).split('","'));

describe("samplesCsv", () => {
  const series = fakeSeries();
  const [head = [], ...rows] = rowsOf(samplesCsv(series, "2006-10-23T21:48:07.000", "sales"));

  it("has a column for every counter, the response time and every wait", () => {
    expect(head).toHaveLength(1 + counters.length + 1 + 3 * waitTypes.length);
    expect(head[0]).toBe("(PDH-CSV 4.0) (Engine Time)(0)");
    expect(head[1]).toBe("\\\\SNAPSCOPE\\SQLServer:Databases(sales)\\Transactions/sec");
    expect(head).toContain("\\\\SNAPSCOPE\\Snapscope:Waits(WRITELOG)\\Wait time (ms)");
    expect(new Set(head).size).toBe(head.length);
  });

  it("has a row for every sample, each with as many cells, on the engine's clock", () => {
    expect(rows).toHaveLength(series.timeMs.length);
    expect(rows.every((row) => row.length === head.length)).toBe(true);
    expect(rows[0]?.[0]).toBe("10/23/2006 21:48:08.000");
    expect(rows.at(-1)?.[0]).toBe("10/23/2006 21:50:07.000");
  });

  it("keeps every digit", () => {
    const column = head.indexOf("\\\\SNAPSCOPE\\SQLServer:Buffer Manager\\Page reads/sec");
    const values = rows.map((row) => Number(row[column]));
    expect(values).toEqual([...(series.counters.pageReadsPerSecond ?? [])]);
  });

  it("leaves a blank where nothing was measured, and zero where nothing waited", () => {
    const at = (path: string, row: number) => rows[row]?.[head.indexOf(`\\\\SNAPSCOPE\\${path}`)];
    const response = "Snapscope:Transactions(_Total)\\p99 Response Time (ms)";
    expect([at(response, 2), at(response, 3)]).toEqual(["40.25", " "]);
    expect(at("Snapscope:Waits(LCK_M_X)\\Waiting tasks", 0)).toBe("0");
  });
});
