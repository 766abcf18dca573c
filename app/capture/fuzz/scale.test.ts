import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { bySize } from "../../contract/testing/test-size.ts";
import * as recognising from "../../domain/errorlog/messages/recognise.ts";
import { withCapture } from "../corpus/corpus-files.ts";
import { LargeFiles, mixedContent } from "./testing/large-files.ts";
import type { Measured } from "./testing/read-and-measure.ts";

vi.mock(import("../../domain/errorlog/messages/recognise.ts"), async (original) => {
  const module = await original();
  return { ...module, recognise: vi.fn(module.recognise) };
});

const files = new LargeFiles();
afterAll(() => files.remove());

const megabyte = 1_000_000;
const program = fileURLToPath(new URL("testing/read-and-measure.ts", import.meta.url));
/** What the whole process may take, the runtime's own 60 MiB included. */
const maxMebibytes = 500;

const measure = (path: string): Measured => {
  const printed = execFileSync(execPath, [program, path], { encoding: "utf8" });
  return JSON.parse(printed) as Measured;
};

describe("the work of reading", () => {
  it("is the same for each record, however long the log is", () => {
    const recognise = vi.mocked(recognising.recognise);
    const perRecord = [1, 10].map((size) => {
      recognise.mockClear();
      const path = files.of(mixedContent, size * megabyte);
      const records = withCapture([{ name: "ERRORLOG", path }], (capture) => capture.records.count);
      const characters = recognise.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
      return { calls: recognise.mock.calls.length / records, characters: characters / records };
    });
    const [small, large] = perRecord;
    // Not more of a longer log; fewer, where what was seen before comes again.
    expect(large?.calls).toBeLessThan(1.1 * (small?.calls ?? 0));
    expect(large?.characters).toBeLessThan(1.1 * (small?.characters ?? 0));
    // Each record once, and none that begins like nothing known.
    expect(large?.calls).toBeLessThanOrEqual(1);
  });

  // The largest is 100 MB: what is not in proportion shows at a quarter of it too.
  const first = bySize({ small: megabyte / 4, full: megabyte });

  it("grows with the size: once, ten times and a hundred times as much", () => {
    const paths = [1, 10, 100].map((times) => files.of(mixedContent, times * first));
    const [one, ten, hundred] = paths.map(measure);
    // A file is made of whole blocks, so it is not quite as large as was asked for.
    const [ofOne = 0, ofTen = 0, ofHundred = 0] = paths.map((path) => statSync(path).size);
    const ratio = (a: Measured | undefined, b: Measured | undefined, of: keyof Measured) =>
      Number(a?.[of]) / Number(b?.[of]);
    expect(ratio(ten, one, "records")).toBeCloseTo(ofTen / ofOne);
    expect(ratio(hundred, ten, "records")).toBeCloseTo(ofHundred / ofTen);
    expect(ratio(hundred, ten, "cpuMs")).toBeLessThan(20);
    expect(hundred?.residentMebibytes).toBeLessThan(maxMebibytes);
  });
});

describe("what no server writes", () => {
  const start = "2021-03-04 10:00:00.00 spid51      ";

  it.each([
    ["a record of one line of 10 MB", `${start}x`, "x"],
    ["a record of 10 MB without a blank", start, "x"],
    ["a known message that goes on for 10 MB", `${start}Starting up database '`, "a"],
    ["an error of 10 MB", `${start}Error: 1, Severity: 1, State: 1.\n${start}`, "a b "],
    ["a record of a million empty lines", start, "\n"],
    ["a million records of nothing", start, `\n${start}`],
    [
      "a row of 10 MB in an export",
      "Date,Source,Severity,Message\n3/4/2021 1:00:00,spid51,Unknown,",
      "x",
    ],
    [
      "a quote of 10 MB that does not close",
      "LogDate,ProcessInfo,Text\n2021-03-04 10:00:00,spid51,",
      '""',
    ],
    ["a console's line of 10 MB", `2023-08-07T10:11:12Z ${start}`, "x "],
  ])("%s is shown, and not more is taken than there is", (_what, head, piece) => {
    const { records, residentMebibytes } = measure(files.of(piece, 10 * megabyte, head));
    expect(records).toBeGreaterThanOrEqual(1);
    expect(residentMebibytes).toBeLessThan(maxMebibytes);
  });

  it.each([
    ["10 MB of one line", "", "x"],
    ["10 MB of blanks", "", " "],
    ["10 MB of line ends", "", "\n"],
    ["10 MB of zeros", "", "\0"],
    ["10 MB of quotation marks", "", "> "],
    ["10 MB of digits", "", "2021-03-04 10:00:00"],
    ["10 MB of lone surrogates", "\ufeff", "\ud800"],
  ])("%s are refused with a reason", (_what, head, piece) => {
    const { records, message, residentMebibytes } = measure(files.of(piece, 10 * megabyte, head));
    expect(records).toBeNull();
    expect(message).toMatch(/^ERRORLOG: .{20}/);
    expect(message?.length).toBeLessThan(600);
    expect(residentMebibytes).toBeLessThan(maxMebibytes);
  });

  it.each([
    ["an export", "Date,Source,Severity,Message\n", "1/1/21 1:01:01,spid5,Unknown,x\n"],
    ["a console", `2023-08-07T10:11:12Z ${start}x\n`, "what another program says\n"],
    ["a page", "spid51  Starting up database 'x'.\n", "spid5  x\n"],
  ])("60 MB of the shortest rows of %s stay within memory", (_what, head, piece) => {
    const { records, residentMebibytes } = measure(files.of(piece, 60 * megabyte, head));
    expect(records).toBeGreaterThanOrEqual(1);
    expect(residentMebibytes).toBeLessThan(maxMebibytes);
  });
});
