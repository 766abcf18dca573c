import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { waitCaptureSchema } from "../../contract/capture.ts";
import { readWaitStats } from "../../domain/wait-stats/read-wait-stats.ts";
import { waitCaptures } from "../../domain/wait-stats/wait-captures.ts";
import { corpusBytes, corpusNames } from "../corpus/corpus-files.ts";
import { fuzzRuns, seedText } from "./testing/fuzz-runs.ts";
import { mutate, mutations } from "./testing/mutations.ts";

const names = corpusNames.filter((name) => name.startsWith("waits"));

describe(`wait statistics that are damaged (${seedText})`, () => {
  it("are read, most of the time, or refused with a reason, and what is shown of them fits its schema", () => {
    let [read, refused] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...names), mutations, (name, changes) => {
        const text = mutate(corpusBytes(name), changes).toString("utf8");
        const reading = readWaitStats(text, "waits.csv");
        if (!reading.ok) {
          refused += 1;
          expect(reading.error.message).toMatch(/^waits\.csv\b.{20}/);
          return;
        }
        read += 1;
        for (const capture of waitCaptures([{ file: 0, reading: reading.value }], 0)) {
          expect(waitCaptureSchema.parse(capture)).toEqual(capture);
        }
      }),
      fuzzRuns(1000),
    );
    expect(read).toBeGreaterThan(refused);
  });
});
