import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PerfmonReader } from "../../domain/perfmon/read-perfmon.ts";
import { corpusBytes, corpusNames } from "../corpus/corpus-files.ts";
import { fuzzRuns, seedText } from "./testing/fuzz-runs.ts";
import { mutate, mutations } from "./testing/mutations.ts";

const names = corpusNames.filter((name) => name.startsWith("perfmon"));

/** Pieces end at lines, as the file's reader cuts them. */
function readIn(pieces: readonly string[]) {
  const reader = new PerfmonReader("counters.csv");
  for (const piece of pieces) {
    const pushed = reader.push(piece);
    if (!pushed.ok) return pushed;
  }
  return reader.end();
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

describe(`a Perfmon capture that is damaged (${seedText})`, () => {
  it("is read, most of the time, or refused with a reason, the same in whatever pieces it comes", () => {
    let [read, refused] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...names), mutations, (name, changes) => {
        const text = mutate(corpusBytes(name), changes).toString("latin1");
        const whole = readIn([text]);
        const byLine = readIn(linesOf(text));
        expect(byLine).toEqual(whole);
        if (whole.ok) {
          read += 1;
          const { timeMs } = whole.value;
          for (const time of timeMs) expect(Number.isFinite(time)).toBe(true);
        } else {
          refused += 1;
          expect(whole.error.message).toMatch(/^counters\.csv\b.{20}/);
        }
      }),
      fuzzRuns(1000),
    );
    expect(read).toBeGreaterThan(refused);
  });
});
