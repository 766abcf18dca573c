import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creationRows } from "./creation-rows.ts";

const phase = (startMs: number, endMs: number | null) => ({ startMs, endMs });

describe("the rows of a creation", () => {
  it("tell of the silent spans between its phases, and after the last", () => {
    const rows = creationRows([phase(100, 200), phase(500, 900)], { startMs: 100, endMs: 1000 });
    expect(rows.map(({ phase: told, startMs, endMs }) => [told !== null, startMs, endMs])).toEqual([
      [true, 100, 200],
      [false, 200, 500],
      [true, 500, 900],
      [false, 900, 1000],
    ]);
  });

  it("have none for a rounding, nor after a phase that did not end", () => {
    const close = [phase(0, 100.4), phase(101, null)];
    expect(creationRows(close, { startMs: 0, endMs: 900 })).toHaveLength(2);
    expect(creationRows(close, { startMs: 0, endMs: null })).toHaveLength(2);
  });

  it("add up to the creation where its phases do not overlap", () => {
    const steps = fc.array(fc.tuple(fc.nat(5000), fc.nat(5000)), { maxLength: 9 });
    fc.assert(
      fc.property(steps, fc.nat(5000), (lengths, restMs) => {
        let at = 0;
        const phases = lengths.map(([silence, length]) => {
          const startMs = at + silence;
          at = startMs + length;
          return phase(startMs, at);
        });
        const rows = creationRows(phases, { startMs: 0, endMs: at + restMs });
        const sum = rows.reduce((total, { startMs, endMs }) => total + (endMs ?? 0) - startMs, 0);
        expect(sum).toBe(at + restMs);
      }),
    );
  });
});
