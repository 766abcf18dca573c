/**
 * Leaves that a transaction of a scenario touches, in classes within which all are touched alike, and what
 * of them is in the buffer pool. The accounts table is one class: keys are drawn alike from all rows. In
 * the TPC-C-style load each tree is one, and so are the leaves to which its districts append and those
 * of their oldest orders: a few leaves that are touched all the time, and are in the pool. Customers, items
 * and stock are drawn unevenly, which makes classes of their trees. Leaves can be taken several together, as
 * many as lie in one extent.
 */
import type { Scenario } from "../contract/scenario.ts";
import { tpccLeaves, tpccRowsPerLeaf, tpccTrees, tpccWarehouses } from "../contract/tpcc.ts";
import { type TpccAccess, tpccWork } from "../contract/tpcc-work.ts";
import { transactionMix } from "../contract/transaction-mix.ts";
import { entriesOfAnUpdate } from "./server-figures.ts";

const pagesPerMiB = 128;
const pageBytes = 8192;
const pageHeaderBytes = 96;
/** Interior pages are one in a hundred of a new file: native/database/initial_database.cpp. */
export const leafShare = 0.99;
const districtsOfAWarehouse = 10;

export interface PageClass {
  /** How many leaves; those that are taken together count as one. */
  readonly leaves: number;
  /** How many a transaction touches, on the average. */
  readonly touched: number;
  readonly changed: number;
  /** Leaves that new rows take into use, which nobody has touched before. */
  readonly taken: number;
}

export const rowsPerPage = (rowBytes: number): number =>
  Math.floor((pageBytes - pageHeaderBytes) / rowBytes);

/** How many of `count` things are hit by so many draws. */
export const hit = (count: number, draws: number): number => count * -Math.expm1(-draws / count);

/** Leaves of the tables and their indexes at the start. */
export function leafPages({ database, workload }: Scenario): number {
  if (workload.profile !== "tpcc") {
    return Math.max(1, database.sizeMiB * pagesPerMiB * (database.filledPercent / 100) * leafShare);
  }
  const warehouses = tpccWarehouses(database);
  return tpccTrees.reduce((sum, tree) => sum + tpccLeaves(tree, warehouses, database), 0);
}

/** Pages that the buffer pool holds. */
export const poolPages = ({ server }: Scenario): number => server.memoryMiB * pagesPerMiB;

/** `together`: neighbouring leaves that count as one. */
export const pageClasses = (scenario: Scenario, together = 1): readonly PageClass[] =>
  scenario.workload.profile === "tpcc"
    ? tpccClasses(scenario, together)
    : [accountsClass(scenario, together)];

/** Rows and entries of indexes that a transaction changes, on the average. */
export function changedRows({ workload, database }: Scenario): number {
  return transactionMix(workload.profile).reduce(
    (sum, { percent, updates, inserts, deletes }) =>
      sum +
      (percent / 100) *
        (updates * (1 + database.nonclusteredIndexes * entriesOfAnUpdate) +
          (inserts + deletes) * (1 + database.nonclusteredIndexes)),
    0,
  );
}

function accountsClass(scenario: Scenario, together: number): PageClass {
  const changed = changedRows(scenario);
  const reads = transactionMix(scenario.workload.profile).reduce(
    (sum, kind) => sum + (kind.percent / 100) * kind.reads,
    0,
  );
  const leaves = Math.max(1, touchedLeaves(scenario) / together);
  // Deletes are as many as inserts: new rows find room where others were.
  return { leaves, touched: reads + changed, changed, taken: 0 };
}

/** Leaves that the users touch: all, or those of the hot rows. */
function touchedLeaves(scenario: Scenario): number {
  const { workload, database } = scenario;
  const leaves = leafPages(scenario);
  if (workload.hotRows === 0) return leaves;
  const full = rowsPerPage(database.rowBytes) * (database.fillFactorPercent / 100);
  const rows = Math.max(1, Math.floor(full));
  return Math.min(leaves, Math.max(1, workload.hotRows / rows));
}

/** Rows of Delivery, the fourth, are drawn alike: it takes the oldest orders, whoever gave them. */
const drawnAlike = "transaction4";

interface TpccClass extends PageClass {
  readonly tree: string;
  readonly place: TpccAccess["place"];
  /** What of `touched` and `changed` is drawn alike from all leaves. */
  readonly touchedAlike: number;
  readonly changedAlike: number;
}

function tpccClasses({ database }: Scenario, together: number): PageClass[] {
  const warehouses = tpccWarehouses(database);
  const classes = new Map<string, TpccClass>();
  for (const { type, percent, accesses } of tpccWork) {
    for (const access of accesses) {
      const { tree, leaves, updates, inserts, deletes } = access;
      const meant = leavesMeant(access, { warehouses, together }, database);
      const { place } = meant;
      const name = `${tree} ${place}`;
      const known = classes.get(name) ?? {
        tree,
        ...meant,
        touched: 0,
        changed: 0,
        taken: 0,
        touchedAlike: 0,
        changedAlike: 0,
      };
      const share = percent / 100;
      const changed = share * Math.min(leaves, updates + inserts + deletes);
      const isAlike = type === drawnAlike;
      classes.set(name, {
        ...known,
        touched: known.touched + share * leaves,
        changed: known.changed + changed,
        taken: known.taken + (share * leavesTaken(access, database)) / together,
        touchedAlike: known.touchedAlike + (isAlike ? share * leaves : 0),
        changedAlike: known.changedAlike + (isAlike ? changed : 0),
      });
    }
  }
  return [...classes.values()].flatMap((each) =>
    skewed(each, skewedBits(each, together, database)),
  );
}

/**
 * Rows at the end of a tree fill leaf after leaf, those of each of its districts split one: half of it is
 * left. The oldest orders are worked off leaf by leaf, each changed for the first time.
 */
function leavesTaken({ tree: name, place, ...rows }: TpccAccess, database: Scenario["database"]) {
  const tree = treeNamed(name);
  const inLeaf = tpccRowsPerLeaf(tree, database.fillFactorPercent);
  if (place === "fronts") return (rows.updates + rows.deletes) / inLeaf;
  const inNewLeaf = (100 * inLeaf) / database.fillFactorPercent;
  return name === "history" ? rows.inserts / inNewLeaf : rows.inserts / (inNewLeaf / 2);
}

/** Clause 2.1.6 draws numbers so: a random one of so many bits is put over another by OR. */
const nurandBits: Readonly<Record<string, number>> = { customer: 10, item: 13, stock: 13 };

/** Those of these bits that tell leaves apart: the lowest tell rows of one leaf apart. */
function skewedBits(
  { tree: name, place }: Pick<TpccClass, "tree" | "place">,
  together: number,
  { fillFactorPercent }: Scenario["database"],
): number {
  if (place !== "all") return 0;
  const inLeaf = Math.log2(tpccRowsPerLeaf(treeNamed(name), fillFactorPercent) * together);
  return Math.max(0, Math.round((nurandBits[name] ?? 0) - inLeaf));
}

/** A bit that is put over another is set three times in four: leaves are drawn the more, the more of them are set. */
function skewed(all: TpccClass, bits: number): PageClass[] {
  let ways = 1;
  return Array.from({ length: bits + 1 }, (_, set) => {
    if (set > 0) ways = (ways * (bits - set + 1)) / set;
    const drawn = ways * 0.75 ** set * 0.25 ** (bits - set);
    const size = ways / 2 ** bits;
    return {
      leaves: all.leaves * size,
      touched: (all.touched - all.touchedAlike) * drawn + all.touchedAlike * size,
      changed: (all.changed - all.changedAlike) * drawn + all.changedAlike * size,
      taken: all.taken * size,
    };
  });
}

/** Where districts are as many as all leaves of a tree, or more, theirs are all. */
function leavesMeant(
  { tree, place }: TpccAccess,
  { warehouses, together }: { readonly warehouses: number; readonly together: number },
  database: Scenario["database"],
): Pick<TpccClass, "leaves" | "place"> {
  const all = Math.max(1, tpccLeaves(treeNamed(tree), warehouses, database) / together);
  const ofDistricts = Math.max(1, warehouses * districtsOfAWarehouse);
  return place === "all" || ofDistricts >= all
    ? { leaves: all, place: "all" }
    : { leaves: ofDistricts, place };
}

function treeNamed(name: string) {
  const tree = tpccTrees.find((each) => each.name === name);
  if (tree === undefined) throw new Error(`${name} is no tree of the TPC-C-style load`);
  return tree;
}

/**
 * The share of each class's touches that do not find their leaf among the `frames` most recently
 * touched (Che and others, IEEE JSAC 20, 2002): a leaf is there if it was touched within the last so
 * many transactions, as many as fill the frames.
 */
export function missShares(classes: readonly PageClass[], frames: number): number[] {
  const [only] = classes;
  if (classes.length === 1 && only !== undefined) return [Math.max(0, 1 - frames / only.leaves)];
  const held = (transactions: number) =>
    classes.reduce((sum, { leaves, touched }) => sum + hit(leaves, touched * transactions), 0);
  if (classes.reduce((sum, { leaves }) => sum + leaves, 0) <= frames) return classes.map(() => 0);
  let [fewer, more] = [0, 1];
  while (held(more) < frames) [fewer, more] = [more, 2 * more];
  for (let step = 0; step < bisections; ++step) {
    const middle = (fewer + more) / 2;
    if (held(middle) < frames) fewer = middle;
    else more = middle;
  }
  return classes.map(({ leaves, touched }) => Math.exp((-touched * more) / leaves));
}

/** More than a double's digits tell apart. */
const bisections = 60;
