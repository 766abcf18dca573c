import { describe, expect, it } from "vitest";
import type { CaptureFile } from "../contract/capture.ts";
import { notesTogether } from "./files-together.ts";

const file = (change: Partial<CaptureFile>): CaptureFile => ({
  ...{ name: "ERRORLOG", kind: "errorlog", form: "product", encoding: "utf-8" },
  ...{ product: null, build: null, edition: null, host: "SQLPROD\\INST1", bytes: 1, lines: 1 },
  ...{ records: 1, errors: 0, unrecognised: 0, utcOffsetMinutes: null },
  ...{ firstTime: "2025-03-12T22:00:00.000", lastTime: "2025-03-13T06:00:00.000" },
  ...{ timeSteps: [], timeStepCount: 0, notes: [] },
  ...change,
});
const perfmon = (change: Partial<CaptureFile>): CaptureFile =>
  file({ name: "perf.csv", kind: "perfmon", form: null, host: "SQLPROD", ...change });

describe("files that were opened together", () => {
  it("of one machine and one time need no word", () => {
    expect(notesTogether([file({}), perfmon({})])).toEqual([]);
    expect(notesTogether([perfmon({ host: "OTHER" })])).toEqual([]);
    const edge = { firstTime: "2025-03-13T06:00:00.000", lastTime: "2025-03-13T07:00:00.000" };
    expect(notesTogether([file({}), perfmon(edge), perfmon({ host: null })])).toEqual([]);
  });

  it("say that counters are of another machine, or of a time that the log does not cover", () => {
    const old = { firstTime: "2021-11-20T10:00:00.000", lastTime: "2021-11-20T12:00:00.000" };
    const files = [file({}), perfmon({ host: "SQL02", ...old })];
    expect(notesTogether(files)).toEqual([
      "perf.csv is of another machine than the ERRORLOG (SQL02, not SQLPROD), and has no time in common with the ERRORLOG (2021-11-20 10:00:00.000 to 2021-11-20 12:00:00.000, the log 2025-03-12 22:00:00.000 to 2025-03-13 06:00:00.000): nothing is concluded from the two together.",
    ]);
    expect(notesTogether([file({}), perfmon({ host: "SQL02" })])).toEqual([
      "perf.csv is of another machine than the ERRORLOG (SQL02, not SQLPROD): nothing is concluded from the two together.",
    ]);
    expect(notesTogether([file({}), perfmon(old)])).toHaveLength(1);
  });

  it("say that counters are told by a clock of another zone, but not of summer time", () => {
    const log = file({ utcOffsetMinutes: 60 });
    expect(notesTogether([log, perfmon({ utcOffsetMinutes: 120 })])).toEqual([]);
    expect(notesTogether([log, perfmon({ utcOffsetMinutes: -300 })])).toEqual([
      "perf.csv tells the time of UTC−5:00, the ERRORLOG that of UTC+1:00: nothing is concluded from the two together.",
    ]);
  });

  it("know a machine by its name, with its domain or without, whatever its instances", () => {
    const of = (host: string) => notesTogether([file({}), perfmon({ host })]);
    for (const host of ["sqlprod", "SQLPROD.contoso.com", "SQLPROD\\INST2"]) {
      expect(of(host), host).toEqual([]);
    }
    expect(of("10.0.0.5")).toHaveLength(1);
  });
});
