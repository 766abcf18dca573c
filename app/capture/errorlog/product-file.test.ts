import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageKinds } from "../../domain/errorlog/messages/recognise.ts";
import { readProductFile } from "./testing/read-product-file.ts";

const bytesOf = (text: string): Buffer => Buffer.from(text, "utf8");
const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
const textsOf = (bytes: Uint8Array) => readProductFile(bytes).records.map(({ message }) => message);
const concatenated = (bytes: Uint8Array): string =>
  readProductFile(bytes)
    .records.map(({ verbatim }) => verbatim)
    .join("");

const start = "2024-05-01 10:11:12.34 ";

describe("an ERRORLOG of the product", () => {
  it("has a record for each line that starts with a time, and its continuation lines in it", () => {
    const text = `${start}spid51      One\r\n\tmore of it\r\n\r\n${start}Server      Two\r\n`;
    const { records, facts } = readProductFile(bytesOf(text));
    expect(records.map(({ line, source, message }) => [line, source, message])).toEqual([
      [1, "spid51", "One\r\n\tmore of it"],
      [4, "Server", "Two"],
    ]);
    expect(facts.lines).toBe(4);
    expect(facts.records).toBe(2);
  });

  it("keeps lines before the first record as entries without a time", () => {
    const text = `cut off\n\n${start}spid5s      One\n`;
    const { records, facts } = readProductFile(bytesOf(text));
    expect(records.map(({ timeMs, message }) => [timeMs, message])).toEqual([
      [Number.NaN, "cut off"],
      [Number.NaN, ""],
      [Date.UTC(2024, 4, 1, 10, 11, 12, 340), "One"],
    ]);
    expect(facts.records).toBe(1);
    // The blank line holds nothing to understand; "One" and the first line do.
    expect(facts.unrecognised).toBe(2);
  });

  it("joins an error to its text, and counts it once", () => {
    const text =
      `${start}spid7       Error: 5128, Severity: 17, State: 2.\n` +
      `${start}spid7       Something that nobody knows.\n${start}spid7       And more.\n`;
    const { records, events, facts } = readProductFile(bytesOf(text));
    expect(facts.errors).toBe(1);
    expect(records.map(({ severity }) => severity)).toEqual([17, 17, 0]);
    expect(events).toHaveLength(1);
    expect(events[0]?.error).toEqual({ number: 5128, severity: 17, state: 2 });
  });

  it("means the same where a text comes again, and an error's text only behind its header", () => {
    const succeeded = `${start}Logon       Login succeeded for user 'sa'. [CLIENT: 10.0.0.7]\n`;
    // It begins as a known message does, so the scanner remembers it.
    const words = `${start}Server      Database schedulers stand still.\n`;
    const error = `${start}Server      Error: 17884, Severity: 10, State: 1.\n${words}`;
    const again = (text: string) => text.repeat(4);
    const text = again(succeeded) + again(error) + again(words) + again(error) + again(succeeded);
    const kindsOf = (wantsAll: boolean) =>
      readProductFile(bytesOf(text), { wantsAll }).records.map(
        ({ kindId }) => messageKinds[kindId],
      );
    const errors = Array.from({ length: 4 }, () => ["errorHeader", "deadlockedSchedulers"]).flat();
    const four = (kind: string) => Array.from({ length: 4 }, () => kind);
    const expected = [
      ...four("logonSucceeded"),
      ...errors,
      ...four("other"),
      ...errors,
      ...four("logonSucceeded"),
    ];
    for (const wantsAll of [true, false]) expect(kindsOf(wantsAll)).toEqual(expected);
  });

  it("tells of a header whose text is missing, or is another session's", () => {
    const header = "Error: 9002, Severity: 17, State: 4.";
    const other = `${start}spid7       ${header}\n${start}spid8       Some words.\n`;
    const atEnd = `${start}spid7       ${header}\n`;
    for (const text of [other, atEnd]) {
      const { events } = readProductFile(bytesOf(text));
      expect(events.map(({ kind }) => kind)).toEqual(["errorHeader"]);
    }
  });

  it("lists where the clock goes back", () => {
    const lines = ["10:00:00.00", "09:59:59.98", "10:00:01.00"].map(
      (time) => `2024-05-01 ${time} spid5s      words\n`,
    );
    const { steps, facts } = readProductFile(bytesOf(lines.join("")));
    expect(steps).toEqual([
      {
        record: 1,
        line: 2,
        fromMs: Date.UTC(2024, 4, 1, 10),
        toMs: Date.UTC(2024, 4, 1, 9, 59, 59, 980),
      },
    ]);
    expect(facts.firstTimeMs).toBe(Date.UTC(2024, 4, 1, 10));
    expect(facts.lastTimeMs).toBe(Date.UTC(2024, 4, 1, 10, 0, 1));
  });

  it("takes what only looks like a time as text", () => {
    const impossible = [
      "2024-13-01 10:00:00.00",
      "2024-02-30 10:00:00.00",
      "2024-05-01 24:00:00.00",
    ];
    const text = `${start}spid5s      One\n${impossible.map((time) => `${time} spid5s words\n`).join("")}`;
    expect(readProductFile(bytesOf(text)).records).toHaveLength(1);
  });

  it("reads sources of two words by the product's columns", () => {
    const text =
      `${start}Inicio ses  Error de inicio.\n` +
      `${start}spid51 Error in a quoted line.\n${start}Sicherung   Text.\n`;
    const { records } = readProductFile(bytesOf(text));
    expect(records.map(({ source }) => source)).toEqual(["Inicio ses", "spid51", "Sicherung"]);
  });
});

describe("encodings of an ERRORLOG", () => {
  const text = `${start}spid51      Größe: 日本\r\n${start}Server      Two\r\n`;
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const inAll: readonly (readonly [string, Buffer])[] = [
    ["utf-8", bytesOf(text)],
    ["utf-8", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytesOf(text)])],
    ["utf-16le", wide(`\ufeff${text}`)],
    ["utf-16le", wide(text)],
    ["utf-16be", swapped(wide(`\ufeff${text}`))],
    ["utf-16be", swapped(wide(text))],
  ];
  it.each(inAll)("%s", (encoding, bytes) => {
    const read = readProductFile(bytes);
    expect(read.encoding).toBe(encoding);
    expect(read.records.map(({ message }) => message)).toEqual(["Größe: 日本", "Two"]);
  });

  it("takes bytes that are no UTF-8 as Windows-1252", () => {
    const { records, encoding } = readProductFile(
      Buffer.from(`${start}spid5s      Größe`, "latin1"),
    );
    expect(records[0]?.message).toBe("Größe");
    expect(encoding).toBe("windows-1252");
  });

  it("goes on in another encoding where a tool appended in it", () => {
    const more = `${start}spid9       appended by a tool\r\n`;
    const bytes = Buffer.concat([wide(`\ufeff${text}`), bytesOf(more), wide(text)]);
    const { records, encoding } = readProductFile(bytes);
    expect(records.map(({ message }) => message)).toEqual([
      "Größe: 日本",
      "Two",
      "appended by a tool",
      "Größe: 日本",
      "Two",
    ]);
    expect(encoding).toBe("mixed");
  });

  it("reads files that were copied into one, with the byte order mark of the second", () => {
    const bytes = wide(`\ufeff${text}\ufeff${text}`);
    expect(textsOf(bytes)).toHaveLength(4);
    expect(concatenated(bytes)).toBe(`${text}\ufeff${text}`);
  });

  it("drops nothing of a file that was cut within a character", () => {
    const bytes = wide(`\ufeff${text}`).subarray(0, -3);
    expect(concatenated(bytes)).toBe(`${text.slice(0, -2)}\r`);
  });
});

describe("reading in pieces", () => {
  const line = fc.oneof(
    fc.constantFrom(
      `${start}spid51      Starting up database 'Sales'.`,
      `${start}Logon       Error: 18456, Severity: 14, State: 8.`,
      `${start}Logon       Login failed for user 'sa'. Reason: none. [CLIENT: 10.0.0.7]`,
      "2024-05-01 10:11:12.1 spid5 no record",
      "  continued",
      "",
    ),
    fc.string({ unit: "binary", maxLength: 80 }).map((text) => text.replaceAll(/[\r\n\0]/g, "")),
  );
  const log = fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\r\n"));
  const sizes = fc.record({
    pieceBytes: fc.integer({ min: 64, max: 700 }).map((size) => 2 * size),
    maxCarryBytes: fc.constant(8192),
  });

  it("finds the same records wherever the pieces end", () => {
    fc.assert(
      fc.property(log, fc.boolean(), sizes, (text, isWide, small) => {
        const bytes = isWide ? wide(`\ufeff${text}`) : bytesOf(text);
        const { records, events, facts } = readProductFile(bytes, small);
        const whole = readProductFile(bytes);
        expect(records).toEqual(whole.records);
        expect(events).toEqual(whole.events);
        expect(facts).toEqual(whole.facts);
      }),
      { numRuns: 60 },
    );
  });

  it("drops nothing, whatever the bytes are", () => {
    const bytes = fc.oneof(
      log.map(bytesOf),
      log.map((text) => wide(`\ufeff${text}`)),
      fc.uint8Array({ maxLength: 300 }).map((noise) => Buffer.from(noise)),
      fc
        .tuple(log, fc.uint8Array({ maxLength: 60 }), log)
        .map(([before, noise, after]) => Buffer.concat([bytesOf(before), noise, wide(after)])),
    );
    fc.assert(
      fc.property(bytes, sizes, (file, small) => {
        const { records } = readProductFile(file, small);
        const lengths = records.map(({ verbatim }) => verbatim.length);
        const characters = lengths.reduce((sum, length) => sum + length, 0);
        // Characters of two bytes are two of the file's; none is missing, none is there twice.
        expect(characters).toBeLessThanOrEqual(file.length);
        if (records.length > 0)
          expect(2 * characters + 3 * 2).toBeGreaterThanOrEqual(file.length / 2);
      }),
    );
  });

  it("keeps a record together that is longer than all that is held in memory", () => {
    const long = "x".repeat(20_000);
    const text = `${start}spid51      One ${long}\n more ${long}\n${start}spid52      Two\n`;
    const { records, facts } = readProductFile(bytesOf(text), {
      pieceBytes: 1024,
      maxCarryBytes: 2048,
    });
    expect(records.map(({ source }) => source)).toEqual(["spid51", "spid52"]);
    expect(records[0]?.verbatim).toHaveLength(text.indexOf(`${start}spid52`));
    expect(facts.lines).toBe(3);
  });
});
