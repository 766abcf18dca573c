import { describe, expect, it } from "vitest";
import { resolveScenario } from "./resolve-scenario.ts";
import { plainScenario } from "./testing/scenarios.ts";
import {
  tpccLeastSizeMiB,
  tpccLeaves,
  tpccRows,
  tpccRowsPerLeaf,
  tpccThinkTimeMs,
  tpccTransactions,
  tpccTrees,
  tpccWarehouses,
} from "./tpcc.ts";
import { tpccWork } from "./tpcc-work.ts";
import { transactionMix } from "./transaction-mix.ts";

const database = { sizeMiB: 1024, dataFiles: 1, filledPercent: 85, fillFactorPercent: 90 };

const messageOf = (parts: object): string => {
  const resolved = resolveScenario({ ...plainScenario, ...parts }, "file.json");
  return resolved.ok ? "accepted" : resolved.error.message;
};
const workload = { profile: "tpcc" };

describe("the shape of the TPC-C-style load", () => {
  it("is a whole mix, whose users key in and think for 20.99 s on the average", () => {
    expect(tpccTransactions.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
    expect(tpccThinkTimeMs).toBe(20_990);
  });

  it("has 10 districts, 30,000 customers and 100,000 stock rows in a warehouse", () => {
    const rows = (name: string, warehouses: number) =>
      tpccTrees.filter((tree) => tree.name === name).map((tree) => tpccRows(tree, warehouses));
    expect(["district", "customer", "stock", "item"].map((name) => rows(name, 3))).toEqual([
      [30],
      [90_000],
      [300_000],
      [100_000],
    ]);
  });
});

describe("warehouses", () => {
  it("are as many whole ones as the space for trees holds", () => {
    const warehouses = tpccWarehouses(database);
    const pages = (count: number) =>
      tpccTrees.reduce((sum, tree) => sum + tpccLeaves(tree, count, database), 0);
    const room = 1024 * 128 * 0.85;
    expect(pages(warehouses)).toBeLessThan(room * 0.995);
    expect(pages(warehouses + 1)).toBeGreaterThan(room * 0.995);
    expect(warehouses).toBe(10);
  });

  it("are about 1,400 in the Dell paper's 130 GB", () => {
    const warehouses = tpccWarehouses({ ...database, sizeMiB: 130 * 1024 });
    expect(warehouses).toBeGreaterThan(1200);
    expect(warehouses).toBeLessThan(1600);
  });

  it("need more room where pages are less full", () => {
    const [stock] = tpccTrees.filter(({ name }) => name === "stock");
    if (stock === undefined) throw new Error("no stock");
    expect(tpccRowsPerLeaf(stock, 100)).toBe(25);
    expect(tpccRowsPerLeaf(stock, 50)).toBe(12);
    expect(tpccWarehouses({ ...database, fillFactorPercent: 45 })).toBeLessThan(6);
  });

  it("are none in a database that is a MiB smaller than the least", () => {
    for (const [dataFiles, expected] of [
      [1, 114],
      [4, 116],
      [32, 214],
    ] as const) {
      const least = tpccLeastSizeMiB({ ...database, dataFiles });
      expect(least).toBe(expected);
      expect(tpccWarehouses({ ...database, dataFiles, sizeMiB: least })).toBe(1);
      expect(tpccWarehouses({ ...database, dataFiles, sizeMiB: least - 1 })).toBe(0);
    }
  });
});

describe("a size that a form has while it is typed", () => {
  it.each([0, -1, 1e30, Number.POSITIVE_INFINITY, Number.NaN])("%s is counted, too", (sizeMiB) => {
    expect(tpccWarehouses({ ...database, sizeMiB })).toBeGreaterThanOrEqual(0);
    expect(tpccWarehouses({ ...database, dataFiles: 0, sizeMiB: 1024 })).toBe(0);
  });
});

describe("a scenario of the profile tpcc", () => {
  it("is accepted, with think times and rollbacks of its own", () => {
    expect(messageOf({ workload: { ...workload, thinkTimeMs: 20_990, rollbackPercent: 1 } })).toBe(
      "accepted",
    );
  });

  it("is refused what only the accounts table has", () => {
    expect(messageOf({ workload, database: { nonclusteredIndexes: 2 } })).toBe(
      'file.json: database.nonclusteredIndexes: 2 has no meaning with the profile "tpcc", whose tables have their own; allowed: 0',
    );
    expect(messageOf({ workload: { ...workload, hotRows: 100 } })).toContain(
      'workload.hotRows: 100 has no meaning with the profile "tpcc"',
    );
  });

  it.each([
    { kind: "createIndex", index: 2 },
    { kind: "rebuildIndex", index: 1 },
    { kind: "selectInto", name: "copy", rows: 10 },
    { kind: "updateTable", batchRows: 10 },
  ])("is refused $kind, planned and recorded", (command) => {
    const why = `${JSON.stringify(command.kind)} needs the accounts table, which a database of the profile "tpcc" does not have`;
    const timeline = [{ atSeconds: 20, command }];
    const commands = [{ atNs: 1, command }];
    expect(messageOf({ workload, timeline })).toContain(`timeline.0.command.kind: ${why}`);
    expect(messageOf({ workload, commands })).toContain(`commands.0.command.kind: ${why}`);
    expect(messageOf({ timeline, commands })).toBe("accepted");
  });

  it("is told how large a database must be for one warehouse", () => {
    const least = tpccLeastSizeMiB(database);
    expect(messageOf({ workload, database: { sizeMiB: 64 } })).toBe(
      `file.json: database.sizeMiB: 64 is too little for one warehouse of the profile "tpcc" in a data file that is 85 % full; allowed: at least ${least}`,
    );
    expect(messageOf({ workload, database: { sizeMiB: least } })).toBe("accepted");
  });
});

describe("what the transactions do", () => {
  it("names each tree, and rows as the specification has them", () => {
    const named = new Set(tpccWork.flatMap(({ accesses }) => accesses.map(({ tree }) => tree)));
    expect([...named].toSorted()).toEqual(tpccTrees.map(({ name }) => name).toSorted());
    const [newOrder, payment, , delivery, stockLevel] = transactionMix("tpcc");
    expect(newOrder).toMatchObject({
      reads: 12,
      updates: 11,
      inserts: 13,
      deletes: 0,
      statements: 35,
    });
    expect(payment).toMatchObject({ updates: 3, inserts: 1, deletes: 0 });
    expect(payment?.reads).toBeCloseTo(3.6);
    expect(delivery).toMatchObject({ reads: 110, updates: 120, inserts: 0, deletes: 10 });
    expect(stockLevel).toMatchObject({ reads: 401, updates: 0, statements: 2, descents: 202 });
  });

  it("rolls back New-Orders alone", () => {
    expect(transactionMix("tpcc").map(({ rollsBack }) => rollsBack)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
