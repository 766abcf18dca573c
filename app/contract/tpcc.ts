/**
 * The TPC-C-style load: its tables, indexes and transactions as tpcc.json has them, and how many
 * warehouses a database holds. The engine's tables are generated from the same file.
 */
import type { TimelineCommand } from "./command.ts";
import shape from "./tpcc.json" with { type: "json" };

/** A table or nonclustered index; what it begins with is counted by warehouse, or in all. */
export interface TpccTree {
  readonly name: string;
  readonly rowBytes: number;
  readonly perWarehouse?: number;
  readonly inAll?: number;
}

export interface TpccTransaction {
  /** As telemetry knows it. */
  readonly type: string;
  readonly name: string;
  readonly percent: number;
  /** How long its user keys it in, and thinks after it. */
  readonly keyingMs: number;
  readonly thinkMs: number;
}

export const tpccTables: readonly TpccTree[] = shape.tables;
export const tpccIndexes: readonly TpccTree[] = shape.indexes;
export const tpccTrees: readonly TpccTree[] = [...tpccTables, ...tpccIndexes];
export const tpccTransactions: readonly TpccTransaction[] = shape.transactions;

/** What the specification has a user key in and think for each transaction, mean over the mix. */
export const tpccThinkTimeMs: number =
  tpccTransactions.reduce(
    (sum, { percent, keyingMs, thinkMs }) => sum + percent * (keyingMs + thinkMs),
    0,
  ) / 100;

/** Commands that name the accounts table, which a database of this load does not have. */
const ofAccountsTable: ReadonlySet<string> = new Set([
  "createIndex",
  "rebuildIndex",
  "selectInto",
  "updateTable",
] satisfies TimelineCommand["kind"][]);

/** Why a command is refused with a profile; null: it is not. Completes a sentence that starts with its kind. */
export function refusedWith(profile: string, kind: string): string | null {
  if (profile !== "tpcc" || !ofAccountsTable.has(kind)) return null;
  return 'needs the accounts table, which a database of the profile "tpcc" does not have';
}

/** The part of a scenario that decides how many warehouses there are. */
interface DatabaseSize {
  readonly sizeMiB: number;
  readonly dataFiles: number;
  readonly filledPercent: number;
  readonly fillFactorPercent: number;
}

const pageBytes = 8192;
const pageHeaderBytes = 96;
const pagesPerExtent = 8;
const extentsPerMiB = 16;
/** As native/page/allocation_map.h: pages that a PFS page and extents that the other maps tell of. */
const pfsExtents = 8088 / pagesPerExtent;
const mapExtents = 63_904;
/** As native/database/initial_database.cpp fills a new file: interior pages are one in a hundred. */
const leafShare = 0.99;
/** The witness's one page is a tree of its own, before the others. */
const trees = 1 + tpccTrees.length;

export const tpccRowsPerLeaf = ({ rowBytes }: TpccTree, fillFactorPercent: number): number =>
  Math.max(
    1,
    Math.floor((Math.floor((pageBytes - pageHeaderBytes) / rowBytes) * fillFactorPercent) / 100),
  );

/** Rows that a tree begins with. */
export const tpccRows = ({ perWarehouse = 0, inAll = 0 }: TpccTree, warehouses: number): number =>
  inAll + perWarehouse * warehouses;

/** Leaves that a tree begins with. */
export const tpccLeaves = (
  tree: TpccTree,
  warehouses: number,
  { fillFactorPercent }: DatabaseSize,
): number => Math.ceil(tpccRows(tree, warehouses) / tpccRowsPerLeaf(tree, fillFactorPercent));

/** Of all data files, pages for trees: without maps, and without the boot page's and IAM pages' extents. */
function pagesForTrees({ sizeMiB, dataFiles }: DatabaseSize): number {
  const extents = Math.floor((sizeMiB * extentsPerMiB) / dataFiles);
  const intervals = Math.ceil(extents / mapExtents);
  const withMaps = Math.ceil(extents / pfsExtents) + intervals - 1;
  const mixed = Math.ceil((1 + trees * dataFiles * intervals) / pagesPerExtent);
  return Math.max(0, extents - withMaps - mixed) * dataFiles * pagesPerExtent;
}

function fits(warehouses: number, database: DatabaseSize): boolean {
  const room = (pagesForTrees(database) * database.filledPercent) / 100;
  const leaves = tpccTrees.reduce((sum, tree) => sum + tpccLeaves(tree, warehouses, database), 0);
  // Each tree ends within an extent.
  return leaves <= (room - trees * pagesPerExtent) * leafShare;
}

/** Doubles count by ones up to here; nothing that is asked for is as large. */
const most = 2 ** 50;

/** The least whole number from 1 on that is enough, where all above it are. */
function leastThat(isEnough: (number: number) => boolean): number {
  let [tooFew, enough] = [0, 1];
  while (enough < most && !isEnough(enough)) [tooFew, enough] = [enough, 2 * enough];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/** As many whole warehouses as a database holds; 0 where it holds none. */
export const tpccWarehouses = (database: DatabaseSize): number =>
  leastThat((warehouses) => !fits(warehouses, database)) - 1;

/** The least `sizeMiB` that holds a warehouse, the rest being as it is. */
export const tpccLeastSizeMiB = (database: DatabaseSize): number =>
  leastThat((sizeMiB) => fits(1, { ...database, sizeMiB }));
