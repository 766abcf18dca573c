import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowList, TimeIndex } from "./row-list.ts";

describe("a list of rows", () => {
  it("keeps what was pushed, beyond its first size", () => {
    const rows = new RowList();
    for (let row = 0; row < 5000; row += 1) rows.push(row * 3);
    expect([rows.length, rows.at(0), rows.at(4999)]).toEqual([5000, 0, 14_997]);
    expect([rows.below(0), rows.below(3), rows.below(4), rows.below(1e6)]).toEqual([0, 1, 2, 5000]);
    expect(() => rows.at(5000)).toThrow(RangeError);
    expect(() => rows.at(-1)).toThrow(RangeError);
  });
});

describe("an index of times", () => {
  it("finds the first row at or after a moment, also where times step back", () => {
    const time = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(
        fc.array(time, { maxLength: 5000, size: "max" }),
        fc.integer({ min: -1, max: 51 }),
        (times, atMs) => {
          const index = new TimeIndex();
          for (const one of times) index.push(one);
          const first = times.findIndex((one) => one >= atMs);
          expect(index.find(atMs, (row) => times[row] ?? Number.NaN)).toBe(
            first < 0 ? times.length : first,
          );
          expect(index.reaches(atMs)).toBe(first >= 0);
        },
      ),
      { numRuns: 50 },
    );
  });
});
