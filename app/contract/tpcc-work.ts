/**
 * What the transactions of the TPC-C-style load do to each table and index, on the average: what the
 * estimates of a run are made of. Rows as TPC-C's clauses 2.4 to 2.8 have them, pages as rows of one
 * order or one name lie together.
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
  /** Distinct leaves: rows of an order are neighbours, and one that is read to be changed is one. */
  readonly leaves: number;
}

export interface TpccWork {
  readonly type: string;
  readonly percent: number;
  /** A range, and the rows of one order, are one. */
  readonly statements: number;
  readonly accesses: readonly TpccAccess[];
}

type Work = Omit<TpccWork, "type" | "percent">;
type Counts = Partial<Pick<TpccAccess, "reads" | "updates" | "inserts" | "deletes">>;

const access = (
  tree: string,
  counts: Counts,
  leaves = 1,
  place: TpccPlace = "all",
): TpccAccess => ({
  tree,
  place,
  leaves,
  ...{ reads: 0, updates: 0, inserts: 0, deletes: 0 },
  ...counts,
});

/** Order lines of an order: 5 to 15. */
const lines = 10;
/** Of Payment and Order-Status, those that name a customer instead of a number, and how many have that name. */
const byName = 0.6;
const namesakes = 3;
const districts = 10;
/** Whose lines Stock-Level reads. */
const recentOrders = 20;
/** Order lines of 64 bytes in a leaf that is nearly full. */
const linesPerLeaf = 113;
const recentLines = recentOrders * lines;

const newOrder: Work = {
  // Warehouse, district, customer, order and new order; of each item itself, its stock read and changed, its line.
  statements: 5 + 4 * lines,
  accesses: [
    access("warehouse", { reads: 1 }),
    access("district", { updates: 1 }),
    access("customer", { reads: 1 }),
    access("item", { reads: lines }, lines),
    access("stock", { reads: lines, updates: lines }, lines),
    access("orders", { inserts: 1 }, 1, "ends"),
    access("new_order", { inserts: 1 }, 1, "ends"),
    access("orders_customer", { inserts: 1 }),
    access("order_line", { inserts: lines }, 1, "ends"),
  ],
};

const payment: Work = {
  statements: 4 + byName,
  accesses: [
    access("warehouse", { updates: 1 }),
    access("district", { updates: 1 }),
    access("customer_name", { reads: byName * namesakes }, byName),
    access("customer", { reads: byName * namesakes, updates: 1 }, 1 - byName + byName * namesakes),
    access("history", { inserts: 1 }, 1, "ends"),
  ],
};

const orderStatus: Work = {
  statements: 3 + byName,
  accesses: [
    access("customer_name", { reads: byName * namesakes }, byName),
    access("customer", { reads: 1 + byName * namesakes }, 1 - byName + byName * namesakes),
    access("orders_customer", { reads: 1 }),
    access("orders", { reads: 1 }),
    access("order_line", { reads: lines }),
  ],
};

const delivery: Work = {
  statements: 4 * districts,
  accesses: [
    access("new_order", { deletes: districts }, districts, "fronts"),
    access("orders", { updates: districts }, districts, "fronts"),
    access("order_line", { updates: districts * lines }, districts, "fronts"),
    access("customer", { updates: districts }, districts),
  ],
};

const stockLevel: Work = {
  statements: 2,
  accesses: [
    access("district", { reads: 1 }),
    access("order_line", { reads: recentLines }, 1 + recentLines / linesPerLeaf, "ends"),
    access("stock", { reads: recentLines }, recentLines),
  ],
};

const works = [newOrder, payment, orderStatus, delivery, stockLevel];

/** In the order of the types. */
export const tpccWork: readonly TpccWork[] = tpccTransactions.map(({ type, percent }, index) => {
  const work = works[index];
  if (work === undefined) throw new Error(`${type} of the TPC-C-style load has no work`);
  return { type, percent, ...work };
});

/** Of a transaction, on the average over the mix. */
export const tpccMean = (of: (access: TpccAccess) => number): number =>
  tpccWork.reduce(
    (sum, { percent, accesses }) =>
      sum + (percent / 100) * accesses.reduce((all, access) => all + of(access), 0),
    0,
  );
