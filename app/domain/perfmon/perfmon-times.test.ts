import { describe, expect, it } from "vitest";
import { header, row, tableOf } from "./testing/perfmon-files.ts";

const transactions = "\\\\SQLPROD01\\SQLServer:Databases(_Total)\\Transactions/sec";
const free = "\\\\SQLPROD01\\Memory\\Available MBytes";

const usual =
  header(transactions, free) +
  row("05/13/2024 22:00:00.120", " ", "8192") +
  row("05/13/2024 22:00:15.131", "1250.5", "8100") +
  row("05/13/2024 22:00:30.125", "980.25", "8050");

describe("times", () => {
  const timesOf = (...times: readonly string[]) => {
    const table = tableOf(header(free) + times.map((time, at) => row(time, String(at))).join(""));
    const printed = [...table.timeMs].map((time) => new Date(time).toISOString().slice(0, -5));
    return { ...table, printed, values: [...(table.columns[0]?.values ?? [])] };
  };

  it("have the month first, as Perfmon writes them in every language", () => {
    expect(timesOf("05/13/2024 22:00:00.000", "06/01/2024 22:00:00.000").printed).toEqual([
      "2024-05-13T22:00:00",
      "2024-06-01T22:00:00",
    ]);
  });

  it("have the day first where the days run on evenly that way", () => {
    const { printed, notes } = timesOf("11/05/2024 23:59:00", "12/05/2024 00:00:00");
    expect(printed).toEqual(["2024-05-11T23:59:00", "2024-05-12T00:00:00"]);
    expect(notes).toEqual([
      "Dates could have the day or the month first; they are read as day, month, year, because the rows follow each other evenly that way.",
    ]);
  });

  it("tell what is assumed where both are possible", () => {
    expect(timesOf("05/04/2024 22:00:00").notes).toEqual([
      "Dates could have the day or the month first; they are read as month, day, year, as Perfmon writes them.",
    ]);
    expect(timesOf("05.04.2024 22:00:00").printed).toEqual(["2024-04-05T22:00:00"]);
    expect(timesOf("05/05/2024 22:00:00").notes).toEqual([]);
  });

  it("of both orders are each read as they can be", () => {
    const { printed, notes } = timesOf(
      "13/05/2024 22:00:00",
      "14/05/2024 22:00:00",
      "06/13/2024 1:00:00",
    );
    expect(printed).toEqual(["2024-05-13T22:00:00", "2024-05-14T22:00:00", "2024-06-13T01:00:00"]);
    expect(notes[0]).toContain("the day first in 2 rows and the month first in 1");
  });

  it("may be ISO, or of a half of the day", () => {
    expect(timesOf("2024-05-04 22:00:00.5", "2024-05-04T23:00:00Z").printed).toEqual([
      "2024-05-04T22:00:00",
      "2024-05-04T23:00:00",
    ]);
    expect(timesOf("5/13/2024 12:05:00 AM", "5/13/2024 1:05 PM").printed).toEqual([
      "2024-05-13T00:05:00",
      "2024-05-13T13:05:00",
    ]);
  });

  it("that step back are listed, and the samples put in order", () => {
    const table = timesOf(
      "10/27/2024 02:59:45.000",
      "10/27/2024 02:00:00.000",
      "10/27/2024 02:00:15.000",
    );
    expect(table.values).toEqual([1, 2, 0]);
    expect(table.timeStepCount).toBe(1);
    expect(table.timeSteps).toEqual([
      { line: 3, from: "2024-10-27T02:59:45.000", to: "2024-10-27T02:00:00.000", byMs: 3_585_000 },
    ]);
    expect(table.notes).toEqual([
      "The clock goes back in this file; samples are in order of their time.",
    ]);
  });

  it("that repeat are one row, of whose values the later counts", () => {
    const text =
      usual +
      row("05/13/2024 22:00:30.125", " ", "8049") +
      row("05/13/2024 22:00:45.000", "1", "2");
    const table = tableOf(text);
    expect(table.timeMs).toHaveLength(4);
    expect(table.columns.map(({ values }) => values[2])).toEqual([980.25, 8049]);
    expect(table.rows).toBe(5);
    expect(table.notes[0]).toContain("1 row repeats the time of another");
  });

  it("that do not exist make no sample", () => {
    expect(
      timesOf("05/13/2024 22:00:00", "13/13/2024 22:00:00", "05/13/2024 25:00:00"),
    ).toMatchObject({ rows: 1, unrecognised: 2 });
  });
});
