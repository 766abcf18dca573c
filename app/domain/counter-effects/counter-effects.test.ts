import { describe, expect, it } from "vitest";
import type { Phase } from "../../contract/phase.ts";
import type { PerfmonTable } from "../perfmon/perfmon-table.ts";
import { PerfmonReader } from "../perfmon/read-perfmon.ts";
import { type CounterEffectsOptions, counterEffects } from "./counter-effects.ts";

const origin = Date.UTC(2024, 2, 5, 1, 0, 0);
const minute = 60_000;
const two = (value: number) => String(value).padStart(2, "0");

type Course = (atMs: number) => number;

/** Samples every 15 s of an hour from the origin on. */
function tableOf(courses: Readonly<Record<string, Course>>, host = "SQL1"): PerfmonTable {
  const reader = new PerfmonReader("night.csv");
  const rows = Array.from({ length: 241 }, (_, row) => {
    const time = new Date(origin + row * 15_000);
    const clock = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two);
    const values = Object.values(courses).map((course) => `,${course(row * 15_000)}`);
    return `03/05/2024 ${clock.join(":")}.000${values.join("")}`;
  });
  const header = Object.keys(courses).map((path) => `,\\\\${host}\\${path}`);
  reader.push(`(PDH-CSV 4.0) (UTC)(0)${header.join("")}\n${rows.join("\n")}\n`);
  const table = reader.end();
  if (!table.ok) throw new Error(table.error.message);
  return table.value;
}

const transactions = "SQLServer:Databases(_Total)\\Transactions/sec";
const batches = "SQLServer:SQL Statistics\\Batch Requests/sec";
const write = (drive: string) => `LogicalDisk(${drive})\\Avg. Disk sec/Write`;

/** One value, and another from minute to minute; both stray a little. */
const course =
  (usual: number, other = usual, from = 20, to = 24): Course =>
  (atMs) => {
    const isOther = atMs - 15_000 >= from * minute && atMs <= to * minute;
    return (isOther ? other : usual) * (1 + 0.003 * Math.sin(atMs / 7000));
  };

const backup = (from: number, to: number, more: Partial<Phase> = {}): Phase => ({
  snapshot: null,
  database: "Sales",
  name: "backup",
  startMs: from * minute,
  endMs: to * minute,
  figures: {},
  ...more,
});

const options: CounterEffectsOptions = { originMs: origin, endMs: 60 * minute, hosts: ["SQL1"] };
const told = (
  courses: Readonly<Record<string, Course>>,
  phases: readonly Phase[],
  more: Partial<CounterEffectsOptions> = {},
) =>
  counterEffects(phases, [tableOf(courses)], { ...options, ...more }).map(
    ({ sentence }) => sentence,
  );

describe("what happened, by the counters", () => {
  it("is a sentence with the times of the log and what changed", () => {
    expect(
      told({ [transactions]: course(820, 250), [write("D:")]: course(0.002, 0.1) }, [
        backup(20, 24),
      ]),
    ).toEqual([
      "01:20:00 to 01:24:00, backup of Sales: transactions 820 to 250 a second, writes 2 to 100 ms.",
    ]);
  });

  it("says nothing of what did not change, and nothing where nothing did", () => {
    const courses = { [transactions]: course(820), [write("D:")]: course(0.002, 0.1) };
    expect(told(courses, [backup(20, 24)])).toEqual([
      "01:20:00 to 01:24:00, backup of Sales: writes 2 to 100 ms.",
    ]);
    expect(told(courses, [backup(40, 44)])).toEqual([]);
  });

  it("says nothing of less than two samples, or outside of the capture", () => {
    const courses = { [transactions]: course(820, 250, 20, 21) };
    expect(told(courses, [backup(20, 20.4)])).toEqual([]);
    expect(told(courses, [backup(20, 21)])).toHaveLength(1);
    expect(told(courses, [backup(70, 80), backup(-10, -5), backup(0, 3)])).toEqual([]);
  });

  it("leaves out samples that lie in it in part only", () => {
    const courses = { [transactions]: course(820, 250, 20.25, 20.75) };
    expect(told(courses, [backup(20.125, 20.8)])).toHaveLength(1);
  });

  it("takes no time of a disk for one that had nothing to do", () => {
    const seldom: Course = (atMs) =>
      atMs < 20 * minute && atMs % 60_000 !== 0 ? 0 : course(0.002, 0.1)(atMs);
    expect(told({ [write("D:")]: seldom }, [backup(20, 24)])[0]).toContain("writes 2 to 100 ms");
  });

  it("names the drive that changed most, where there are several", () => {
    const courses = {
      [write("D:")]: course(0.002, 0.01),
      [write("P:")]: course(0.002, 0.1),
      [write("_Total")]: course(0.002, 0.2),
    };
    expect(told(courses, [backup(20, 24)])).toEqual([
      "01:20:00 to 01:24:00, backup of Sales: writes on P: 2 to 100 ms.",
    ]);
  });

  it("counts batches where transactions were not captured", () => {
    const both = { [transactions]: course(820, 250), [batches]: course(900, 300) };
    expect(told(both, [backup(20, 24)])[0]).not.toContain("batches");
    expect(told({ [batches]: course(900, 300) }, [backup(20, 24)])[0]).toContain(
      "batches 900 to 300 a second",
    );
  });

  it("is told once of spans that are one, and of a part only where more happened in it", () => {
    const part: Partial<Phase> = { name: "checkpoint" };
    const courses = { [transactions]: course(820, 250) };
    expect(told(courses, [backup(20, 24), backup(21, 23, part)])).toEqual([
      "01:20:00 to 01:24:00, backup of Sales, with checkpoint of Sales: transactions 820 to 250 a second.",
    ]);
    const worse: Course = (atMs) =>
      atMs > 22 * minute && atMs <= 24 * minute ? 50 : course(820, 400, 20, 30)(atMs);
    expect(told({ [transactions]: worse }, [backup(20, 30), backup(22, 24, part)])).toHaveLength(2);
  });

  it("compares with a time in which nothing else went on", () => {
    const courses = { [transactions]: course(820, 250, 16, 24) };
    const phases = [backup(16, 20, { database: "Stock" }), backup(20.25, 24, { name: "restore" })];
    expect(told(courses, phases)).toHaveLength(2);
  });

  it("has dates where the files cover more than a day", () => {
    const courses = { [transactions]: course(820, 250) };
    expect(told(courses, [backup(20, 24)], { endMs: 48 * 60 * minute })[0]).toMatch(
      /^2024-03-05 01:20:00 to 01:24:00, /,
    );
  });

  it("is not told by the counters of another machine", () => {
    const courses = { [transactions]: course(820, 250) };
    expect(told(courses, [backup(20, 24)], { hosts: ["SQL2"] })).toEqual([]);
    expect(told(courses, [backup(20, 24)], { hosts: ["sql1.contoso.com\\PAYROLL"] })).toHaveLength(
      1,
    );
    expect(told(courses, [backup(20, 24)], { hosts: [] })).toHaveLength(1);
    const of = (server: string) => backup(20, 24, { figures: { server } });
    expect(told(courses, [of("SQL1\\A"), of("SQL2")], { hosts: ["SQL1\\A", "SQL2"] })).toHaveLength(
      1,
    );
  });
});
