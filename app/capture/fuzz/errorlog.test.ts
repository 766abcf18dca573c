import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { captureOverviewSchema } from "../../contract/capture.ts";
import { type Capture, openCapture } from "../capture.ts";
import { corpusBytes, corpusNames } from "../corpus/corpus-files.ts";
import { expectations } from "../corpus/expectations/all.ts";
import { fuzzRuns, seedText } from "./testing/fuzz-runs.ts";
import { mutate, mutations } from "./testing/mutations.ts";
import { ScratchFile } from "./testing/scratch-file.ts";
import { asciiOf, verbatimOf } from "./testing/verbatim.ts";

const scratch = new ScratchFile();
afterAll(() => scratch.remove());

/** Null: refused. */
function read<T>(bytes: Buffer, use: (capture: Capture) => T): T | null {
  const opened = openCapture([scratch.holding(bytes)]);
  if (!opened.ok) {
    expect(opened.error.message).toMatch(/^ERRORLOG: .{10}/);
    return null;
  }
  const { capture } = opened.value;
  try {
    while (capture.readSlice());
    return use(capture);
  } finally {
    capture.close();
  }
}

/** All that a screen would ask for. */
function checkAll(capture: Capture): void {
  const overview = capture.overview();
  expect(captureOverviewSchema.parse(overview)).toEqual(overview);
  const { records } = capture;
  const rows = records.rows(0, records.count);
  expect(rows).toHaveLength(records.count);
  rows.forEach((row, record) => {
    expect(row).toEqual(records.row(record));
  });
  expect(capture.progress).toMatchObject({ complete: true, records: records.count });
}

const namesWith = (unit: 1 | 2): string[] =>
  expectations
    .filter(({ pieces, files }) => pieces === undefined && files[0]?.form === "product")
    .filter(({ files }) => (files[0]?.encoding === "utf-16le" ? 2 : 1) === unit)
    .filter(({ files }) => files[0]?.encoding !== "utf-16be")
    // The first that is named of several need not be the first in time.
    .flatMap(({ open }) => (open.length === 1 ? open : []));

describe(`a damaged file of any kind (${seedText})`, () => {
  it("is read to its end or refused with a reason, and what it shows fits together", () => {
    fc.assert(
      fc.property(fc.constantFrom(...corpusNames), mutations, (name, changes) => {
        read(mutate(corpusBytes(name), changes), checkAll);
      }),
      fuzzRuns(150),
    );
  });

  it("is so when two of them are one behind the other", () => {
    const names = fc.constantFrom(...corpusNames);
    fc.assert(
      fc.property(names, names, mutations, (first, second, changes) => {
        const bytes = Buffer.concat([corpusBytes(first), corpusBytes(second)]);
        read(mutate(bytes, changes), checkAll);
      }),
      fuzzRuns(60),
    );
  });
});

describe(`nothing of a damaged log is dropped (${seedText})`, () => {
  it("of one byte to a character", () => {
    fc.assert(
      fc.property(fc.constantFrom(...namesWith(1)), mutations, (name, changes) => {
        const bytes = mutate(corpusBytes(name), changes);
        const verbatim = read(bytes, (capture) => {
          const { encoding } = capture.overview().source;
          // Enough zero bytes make it text in two encodings, which is another case.
          return encoding === "utf-8" || encoding === "windows-1252" ? verbatimOf(capture) : null;
        });
        if (verbatim === null) return;
        expect(asciiOf(verbatim)).toBe(asciiOf(bytes.toString("latin1")));
      }),
      fuzzRuns(150),
    );
  });

  it("in UTF-16", () => {
    fc.assert(
      fc.property(fc.constantFrom(...namesWith(2)), mutations, (name, changes) => {
        const bytes = mutate(corpusBytes(name), changes, 2);
        const verbatim = read(bytes, (capture) =>
          capture.overview().source.encoding === "utf-16le" ? verbatimOf(capture) : null,
        );
        if (verbatim === null) return;
        const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
        const half = bytes.subarray(whole.length).toString("latin1");
        expect(verbatim).toBe(whole.toString("utf16le").replace(/^\ufeff/, "") + half);
      }),
      fuzzRuns(150),
    );
  });
});
