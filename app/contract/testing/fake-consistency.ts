/** Checks of the TPC-C-style load that fit the contract, for tests of what reads summaries. */
import type { Consistency } from "../summary.ts";

export const fakeConsistency: Consistency = {
  districts: 1400,
  districtsTotal: 1400,
  conditions: [1, 2, 3, 4].map((condition) => ({ condition, holds: true, problem: null })),
};

export const brokenConsistency: Consistency = {
  ...fakeConsistency,
  conditions: fakeConsistency.conditions.map((each) =>
    each.condition === 3
      ? { ...each, holds: false, problem: "district 4 of warehouse 2 lacks new order 2107." }
      : each,
  ),
};
