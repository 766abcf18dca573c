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
  /** What telemetry calls it. */
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
  "damagePage",
  "dropTable",
  "rebuildIndex",
  "scanTable",
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
/** Pages that a PFS page and extents that the other maps tell of: native/page/allocation_map.h. */
const pfsExtents = 8088 / pagesPerExtent;
const mapExtents = 63_904;
const interiorEntryBytes = 16;
/** Interior pages are nine tenths full of entries for pages below: native/btree/btree.h. */
const fanout = Math.floor(
  (Math.floor((pageBytes - pageHeaderBytes) / interiorEntryBytes) * 9) / 10,
);
/** More than any scenario may have: so much of what is being typed is counted. */
const largestMiB = 2 ** 24;
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

/** Extents with maps among the first so many of a file. */
const extentsWithMaps = (extents: number): number =>
  Math.ceil(extents / pfsExtents) +
  Math.ceil(extents / mapExtents) -
  Math.ceil(extents / (pfsExtents * mapExtents));

/** The first extent of a file behind those of boot page and IAM pages; none of these has maps. */
function firstExtent(mixed: number): number {
  let first = 1 + mixed;
  for (;;) {
    const passed = 1 + mixed + extentsWithMaps(first + 1) - extentsWithMaps(1);
    if (passed === first) return first;
    first = passed;
  }
}

/** The pages of all data files that trees may have: no maps, and not the extents of boot page and IAM pages. */
function pagesForTrees({ sizeMiB, dataFiles }: DatabaseSize): number {
  const extents = Math.floor((Math.min(sizeMiB, largestMiB) * extentsPerMiB) / dataFiles);
  if (!(extents > 0 && Number.isFinite(extents))) return 0;
  const intervals = Math.ceil(extents / mapExtents);
  const first = firstExtent(Math.ceil((1 + trees * dataFiles * intervals) / pagesPerExtent));
  if (extents <= first) return 0;
  const maps = extentsWithMaps(extents) - extentsWithMaps(first);
  return (extents - first - maps) * dataFiles * pagesPerExtent;
}

/** The pages of a tree with so many leaves, in whole extents. */
function pagesOf(leaves: number): number {
  let level = Math.max(1, leaves);
  let pages = level;
  while (level > 1) {
    level = Math.ceil(level / fanout);
    pages += level;
  }
  return Math.ceil(pages / pagesPerExtent) * pagesPerExtent;
}

function fits(warehouses: number, database: DatabaseSize): boolean {
  const pages = tpccTrees.reduce(
    (sum, tree) => sum + pagesOf(tpccLeaves(tree, warehouses, database)),
    pagesOf(1),
  );
  return pages <= Math.floor((pagesForTrees(database) * database.filledPercent) / 100);
}

/** Doubles count by ones up to here; nothing that is asked for is as large. */
const most = 2 ** 50;

/** The least whole number from 1 on that is enough, where all above it are. */
export function leastThat(isEnough: (number: number) => boolean): number {
  let [tooFew, enough] = [0, 1];
  while (enough < most && !isEnough(enough)) [tooFew, enough] = [enough, 2 * enough];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/** How many whole warehouses a database holds; 0 where it holds none. */
export const tpccWarehouses = (database: DatabaseSize): number =>
  leastThat((warehouses) => !fits(warehouses, database)) - 1;

/** The least `sizeMiB` that holds a warehouse, the rest being as it is. */
export const tpccLeastSizeMiB = (database: DatabaseSize): number =>
  leastThat((sizeMiB) => fits(1, { ...database, sizeMiB }));
