import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpusBytes } from "../corpus/corpus-files.ts";
import { expectations } from "../corpus/expectations/all.ts";
import { type FormReading, readForm } from "../errorlog/forms/read-form.ts";
import { fuzzRuns, seedText } from "./testing/fuzz-runs.ts";
import { mutate, mutations } from "./testing/mutations.ts";

const texts = expectations
  .flatMap(({ files }) => files)
  .filter(({ form }) => form !== null && form !== "product")
  .map(({ name, encoding }) =>
    new TextDecoder(encoding === "utf-16le" ? encoding : "utf-8").decode(corpusBytes(name)),
  );

/** Records lie one behind the other within the text, each with its message inside. */
function checkReading(text: string, { records }: FormReading): void {
  let end = 0;
  let line = 0;
  for (const record of records) {
    expect(record.start).toBeGreaterThanOrEqual(end);
    expect(record.line).toBeGreaterThanOrEqual(line);
    expect(record.textStart).toBeGreaterThanOrEqual(record.start);
    expect(record.textEnd).toBeGreaterThanOrEqual(record.textStart);
    expect(record.end).toBeGreaterThanOrEqual(record.textEnd);
    expect(record.end).toBeGreaterThan(record.start);
    expect(Number.isNaN(record.timeMs)).toBe(false);
    ({ end, line } = record);
  }
  expect(end).toBeLessThanOrEqual(text.length);
}

describe(`an export that is damaged (${seedText})`, () => {
  it("is read without a gap or an overlap, or is none", () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), mutations, (text, changes) => {
        const damaged = mutate(Buffer.from(text), changes).toString("utf8");
        const reading = readForm(damaged);
        if (reading !== null) checkReading(damaged, reading);
      }),
      fuzzRuns(1500),
    );
  });

  it("is so for any text behind its first lines", () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.uint16Array({ maxLength: 400 }), (text, more) => {
        const longer = `${text}${String.fromCharCode(...more)}\n${text}`;
        const reading = readForm(longer);
        if (reading !== null) checkReading(longer, reading);
      }),
      fuzzRuns(200),
    );
  });
});

describe("an export that is made to be slow", () => {
  const row = "2021-03-04 10:00:00.000";
  const heads: Readonly<Record<string, string>> = {
    viewer: `Date,Source,Severity,Message\n${row},spid51,Unknown,x\n`,
    grid: `LogDate\tProcessInfo\tText\n${row}\tspid51\tx\n`,
    text: `LogDate ProcessInfo Text\n--- --- ---\n${row} spid51 x\n`,
    console: "2023-08-07T10:11:12Z 2023-08-07 10:11:12.10 Server      x\n",
    page: "spid51  Starting up database 'x'.\n",
  };
  /** Pieces that invite a reader to look ahead again and again. */
  const pieces: readonly string[] = [
    `${row},spid51,Unknown,"unclosed\n`,
    `${row}\tspid51\t"unclosed\n`,
    '"',
    '""',
    ",",
    "> ",
    " ",
    "\n",
    "\r",
    "-",
    "--- ",
    `${row}`,
    '{"log":"\\',
    '{"log":"x\n',
    "a | ",
    "2023-08-07T10:11:12Z ",
    "2023-08-07T10:11:12Z stdout P x\n",
    "2023-08-07 10:11:12.10 Server      ",
    "spid51 ",
    "Error: 1",
    "\u001b[0m",
  ];

  function cpuMs(text: string): number {
    const before = process.cpuUsage();
    readForm(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  it.each(Object.keys(heads))("takes time in proportion to its size: %s", (name) => {
    const head = heads[name] ?? "";
    for (const piece of pieces) {
      const ofBytes = (bytes: number) =>
        `${head + piece.repeat(Math.ceil(bytes / piece.length))}\n`;
      cpuMs(ofBytes(250_000));
      const small = cpuMs(ofBytes(250_000));
      const large = cpuMs(ofBytes(2_000_000));
      // Eight times the size: what is quadratic takes 64 times as long.
      expect(large, JSON.stringify(piece)).toBeLessThan(32 * Math.max(small, 10));
    }
  });
});
