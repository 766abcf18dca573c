import { describe, expect, it } from "vitest";
import type { PointResult } from "../../contract/study-results.ts";
import { csvOf } from "../csv-line.ts";
import { studyTable } from "./study-table.ts";

const point = (values: (number | null)[]): PointResult => ({
  values,
  runs: values.filter((value) => value !== null).length,
  center: { kind: "median", value: 1.25, interval: { low: -1, high: 2, confidence: 0.95 } },
  comparison: null,
  sentence: null,
});

describe("the table of a study", () => {
  it("has a row a point with every digit, a column a run, what varies by its label and its path, and no cell that a spreadsheet would run", () => {
    const metric = {
      name: "throughput",
      unit: { name: "transactions/s" },
      better: "higher",
    } as const;
    const csv = csvOf(
      studyTable(
        ["10 users", "=1+1"],
        { parameters: [{ path: "workload.users", label: "Users", values: [10, 20] }] },
        { id: "throughput", metric, points: [point([0.1, null]), point([2])], line: null },
      ),
    );
    const [head = "", first, second] = csv.trimEnd().split("\r\n");
    expect(head).toMatch(
      /^"point","Users \[workload\.users\]","metric","unit","runs","median".*"run_1","run_2"$/,
    );
    expect(first).toBe(
      '"10 users","10","throughput","transactions/s","1","1.25","-1","2","","","","","","","","","0.1",""',
    );
    expect(second).toMatch(/^"'=1\+1","20"/);
  });
});
