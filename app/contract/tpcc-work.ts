/**
 * What the transactions of the TPC-C-style load do to each table and index, on the average: what the
 * estimates of a run are made of. native/tpcc/transactions.cpp has them, statement by statement.
 */
import { tpccTransactions } from "./tpcc.ts";

/**
 * Which leaves of a tree are meant: any of them alike, that to which each district appends, or that of
 * each district's oldest order that is not delivered.
 */
export type TpccPlace = "all" | "ends" | "fronts";

export interface TpccAccess {
  readonly tree: string;
  readonly place: TpccPlace;
  readonly reads: number;
  readonly updates: number;
  readonly inserts: number;
  readonly deletes: number;
  /** Ways down the tree: one for each row, and for each range of rows. */
  readonly descents: number;
  /** Distinct leaves: rows of one order, or of one name, are neighbours. */
  readonly leaves: number;
}

export interface TpccWork {
  readonly type: string;
  readonly percent: number;
  readonly statements: number;
  readonly accesses: readonly TpccAccess[];
}

type Work = Omit<TpccWork, "type" | "percent">;

/** `descents`: as many as rows; `leaves`: as many as descents. */
function access(tree: string, given: Partial<Omit<TpccAccess, "tree">>): TpccAccess {
  const { reads = 0, updates = 0, inserts = 0, deletes = 0, place = "all" } = given;
  const { descents = reads + updates + inserts + deletes } = given;
  const { leaves = descents } = given;
  return { tree, place, reads, updates, inserts, deletes, descents, leaves };
}

/** Order lines of an order: 5 to 15. */
const lines = 10;
/** The share of Payment and Order-Status that names a customer instead of a number, and how many have that name. */
const byName = 0.6;
const namesakes = 3;
const districts = 10;
/** Whose lines Stock-Level reads. */
const recentLines = 20 * lines;
/** Order lines of 64 bytes in a leaf that is nearly full. */
const linesPerLeaf = 113;

const names = access("customer_name", { reads: byName * namesakes, descents: byName });
/** One of the namesakes is the customer who is meant. */
const namesakesRead = { reads: byName * namesakes, leaves: 1 + byName * (namesakes - 1) };

const newOrder: Work = {
  // Warehouse, district, customer, order and new order; of each line the item, its stock and itself.
  statements: 5 + 3 * lines,
  accesses: [
    access("warehouse", { reads: 1 }),
    access("district", { updates: 1 }),
    access("customer", { reads: 1 }),
    access("orders", { inserts: 1, place: "ends" }),
    access("orders_customer", { inserts: 1 }),
    access("new_order", { inserts: 1, place: "ends" }),
    access("item", { reads: lines }),
    access("stock", { updates: lines }),
    access("order_line", { inserts: lines, leaves: 1, place: "ends" }),
  ],
};

const payment: Work = {
  statements: 4 + byName,
  accesses: [
    access("warehouse", { updates: 1 }),
    access("district", { updates: 1 }),
    names,
    access("customer", { ...namesakesRead, updates: 1 }),
    access("history", { inserts: 1, place: "ends" }),
  ],
};

const orderStatus: Work = {
  // The customer, the entries of its orders, the last order, its lines.
  statements: 4 + byName,
  accesses: [
    names,
    access("customer", { ...namesakesRead, reads: 1 + namesakesRead.reads }),
    access("orders_customer", { reads: 1 }),
    access("orders", { reads: 1 }),
    access("order_line", { reads: lines, descents: 1 }),
  ],
};

const delivery: Work = {
  // In each district: which is the oldest, its removal, the order, its lines read and each changed, the customer.
  statements: districts * (5 + lines),
  accesses: [
    access("new_order", {
      ...{ reads: districts, deletes: districts },
      ...{ leaves: districts, place: "fronts" },
    }),
    access("orders", { updates: districts, place: "fronts" }),
    access("order_line", {
      ...{ reads: districts * lines, updates: districts * lines },
      ...{ descents: districts * (1 + lines), leaves: districts, place: "fronts" },
    }),
    access("customer", { updates: districts }),
  ],
};

const stockLevel: Work = {
  // The stock is joined to the lines: no statement of its own.
  statements: 2,
  accesses: [
    access("district", { reads: 1 }),
    access("order_line", {
      ...{ reads: recentLines, descents: 1 },
      ...{ leaves: 1 + recentLines / linesPerLeaf, place: "ends" },
    }),
    access("stock", { reads: recentLines }),
  ],
};

const works = [newOrder, payment, orderStatus, delivery, stockLevel];

/** In the order of the types. */
export const tpccWork: readonly TpccWork[] = tpccTransactions.map(({ type, percent }, index) => {
  const work = works[index];
  if (work === undefined) throw new Error(`${type} of the TPC-C-style load has no work`);
  return { type, percent, ...work };
});

/** What a transaction does, on the average over the mix. */
export const tpccMean = (of: (access: TpccAccess) => number): number =>
  tpccWork.reduce(
    (sum, { percent, accesses }) =>
      sum + (percent / 100) * accesses.reduce((all, access) => all + of(access), 0),
    0,
  );
