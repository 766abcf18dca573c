import { describe, expect, it } from "vitest";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import type { Scenario } from "../contract/scenario.ts";
import { plainScenario } from "../contract/testing/scenarios.ts";
import { meanRows, transactionMix } from "../contract/transaction-mix.ts";
import { describeServer, serverFigures } from "./server-figures.ts";

function scenarioOf(parts: object): Scenario {
  const resolved = resolveScenario({ ...plainScenario, ...parts }, "it");
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}

const figuresOf = (parts: object) => serverFigures(scenarioOf(parts));

describe("the mix of transactions", () => {
  it("is whole, and read-only where the profile is", () => {
    const shares = (profile: "sqlcat" | "read-only") =>
      transactionMix(profile).reduce((sum, { percent }) => sum + percent, 0);
    expect([shares("sqlcat"), shares("read-only")]).toEqual([100, 100]);
    expect(meanRows("read-only")).toEqual({ reads: 10, changes: 0, loggedWhole: 0 });
    expect(meanRows("sqlcat").reads).toBeCloseTo(4.2);
    expect(meanRows("sqlcat").changes).toBeCloseTo(4.65);
    // Inserts and deletes; of an update the log has what it changes.
    expect(meanRows("sqlcat").loggedWhole).toBeCloseTo(1.3);
  });
});

describe("what a server can do", () => {
  it("follows from its schedulers and their speed", () => {
    const one = figuresOf({ server: { schedulers: 1 } });
    const eight = figuresOf({ server: { schedulers: 8 } });
    const slow = figuresOf({ server: { schedulers: 8, coreSpeedPercent: 50 } });
    expect(eight.transactionsPerSecond).toBeCloseTo(8 * one.transactionsPerSecond);
    expect(slow.microsecondsPerTransaction).toBeCloseTo(2 * one.microsecondsPerTransaction);
    expect(slow.transactionsPerSecond).toBeCloseTo(4 * one.transactionsPerSecond);
  });

  it("has the statements of the mix, each at its cost", () => {
    const without = figuresOf({ server: { statementUs: 0 } }).microsecondsPerTransaction;
    const { microsecondsPerTransaction } = figuresOf({ server: { statementUs: 100 } });
    expect(microsecondsPerTransaction - without).toBeCloseTo(885);
    expect(without).toBeGreaterThan(1);
  });

  it("is less with indexes to keep, and with rollbacks", () => {
    const of = (database: object, workload: object) =>
      figuresOf({ database, workload }).transactionsPerSecond;
    const plain = of({}, { rollbackPercent: 0 });
    expect(of({ nonclusteredIndexes: 2 }, { rollbackPercent: 0 })).toBeLessThan(plain);
    expect(of({}, { rollbackPercent: 50 })).toBeLessThan(plain);
  });

  it("is said in one line", () => {
    expect(describeServer(scenarioOf({ server: { schedulers: 8, coreSpeedPercent: 50 } }))).toMatch(
      /^8 schedulers at 50 %: at most about \d+,000 transactions\/s of this workload, \d+ µs of processor time each$/,
    );
    expect(describeServer(scenarioOf({ server: { schedulers: 1 } }))).toMatch(/^1 scheduler at/);
  });
});
