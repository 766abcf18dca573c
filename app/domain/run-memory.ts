/**
 * How much memory the engine's process will take for a run, before it starts. In virtual time that is
 * the buffer pool and whatever was written to simulated disks: pages that nobody changed are computed
 * when they are read. So the prediction follows the load: transactions a second, rows they change,
 * pages these lie on. docs/performance.md has the comparison with measured peaks.
 */

import type { TimelineCommand } from "../contract/command.ts";
import { type DeviceDescription, dataMembers, isComposed } from "../contract/device.ts";
import { dataVolumes } from "../contract/placement.ts";
import type { Scenario } from "../contract/scenario.ts";
import { minIndexCreateKiB } from "../contract/scenario-references.ts";
import { orderOf } from "../contract/timeline-order.ts";
import { tpccRows, tpccTrees, tpccWarehouses } from "../contract/tpcc.ts";
import { tpccMean } from "../contract/tpcc-work.ts";
import { meanRows } from "../contract/transaction-mix.ts";
import { loggedBytes, logOfAChange, rowImageBytes } from "./logged-bytes.ts";
import {
  hit,
  leafPages,
  leafShare,
  missShares,
  type PageClass,
  pageClasses,
  poolPages,
  rowsPerPage,
} from "./page-classes.ts";
import { recordsPerChange, secondsToCheckpoint } from "./page-traffic.ts";
import { serverFigures } from "./server-figures.ts";

export interface RunMemory {
  readonly totalBytes: number;
  /** The parts of the total, which they add up to. */
  readonly parts: {
    /** Program, tables of fixed size, and what is kept for each page of the database. */
    readonly base: number;
    readonly bufferPool: number;
    /** Changed pages of the data file, on its simulated disk. */
    readonly dataPages: number;
    readonly log: number;
    /** Buffers of a backup, backups on simulated disks, and the databases that are restored beside the one users work on. */
    readonly backups: number;
    /** Pages pushed to snapshots, on their simulated disk. */
    readonly snapshotPages: number;
    /** Pages that wait in memory for their push, where it is deferred. */
    readonly preImages: number;
    /** What the verification knows of each changed row. */
    readonly oracle: number;
    /** Locks and changes of an UPDATE of the whole table, as many as it makes in one transaction. */
    readonly transaction: number;
    /** Entries of an index that is being created, and those of them in a simulated tempdb. */
    readonly sort: number;
  };
}

/** What people call the parts. */
export const memoryPartTitles: Readonly<Record<keyof RunMemory["parts"], string>> = {
  base: "program and tables",
  bufferPool: "buffer pool",
  dataPages: "changed pages of the data file",
  log: "log",
  backups: "backups and what is restored beside",
  snapshotPages: "pages pushed to snapshots",
  preImages: "pages whose push is deferred",
  oracle: "verification's rows",
  transaction: "locks and changes of an UPDATE",
  sort: "sort of a new index",
};

const pageBytes = 8192;
const pageHeaderBytes = 96;
const bytesPerMiB = 1024 * 1024;
/** MAXTRANSFERSIZE and a header, in huge pages. */
const backupBufferBytes = 2 * bytesPerMiB;

/** What simulated disks and the frames of a virtual run keep of a row: all but its filler. */
const compactRowBytes = 24;
/** A place for a frame's page takes memory in pages of the operating system, as far as it is used. */
const memoryPageBytes = 4096;
/** Frames of compact pages share so many places: native/buffer/frame_memory.h. */
const framePlaces = 4 * 1024;
/** A page on a simulated disk beside its bytes: its entry in the page store's table. */
const storedEntryBytes = 88;
/** A changed page on a simulated disk: its entry, and what distinguishes it from the page it was. */
const changedPageBytes = 110;
/** A pre-image on a simulated disk: its entry; most pages were as they are computed. */
const pushedPageBytes = 50;
/** A frame of the pool beside its page: latch, flags, entry in the page table. */
const frameBytes = 110;
/** A page that a verification has read: its place in a list, and in those of the keys to look for. */
const seenPageBytes = 48;
/** Every page of a database that is not verified whole: bits of bitmaps, its share of its extent. */
const unseenPageBytes = 1;
/** What native/experiment/run_verifier.cpp compares whole, and what it samples beyond. */
const verifiedWholeMiB = 10 * 1024;
const sampledLeaves = 100_000;
/** A page that waits for its push, aligned for the disk. */
const preImageBytes = pageBytes + 4096;
const changedRowBytes = 110;
/** Commands that look at every page of the table, or at most of them. */
const readingAll: ReadonlySet<string> = new Set([
  "updateTable",
  "rebuildIndex",
  "createIndex",
  "selectInto",
  "scanTable",
  "checkDatabase",
] satisfies TimelineCommand["kind"][]);
/** What an UPDATE of the whole table leaves of a row, as it was measured: in the log, and in the verification. */
const updatedRow = { logBytes: 105, oracleBytes: 180 };
/** What a changed row takes until its transaction ends: a lock, and what is told at the commit. */
const heldRowBytes = 310;
/** An entry of a nonclustered index, and what sorting it takes. */
const entryBytes = 32;
/** What a sort has in memory of an entry, where the grant counts the whole entry. */
const sortedKeyBytes = 8;
/** A sort's share of the server's memory, where the scenario does not say what it may take. */
const grantShare = 3 / 16;
/** A row's image in the log, where a simulated disk keeps no filler, and the record beside it. */
const keptImageBytes = 36;
const keptRecordBytes = 116;
/** Node with the engine loaded. */
const programBytes = 92 * bytesPerMiB;
/** The share of the log that is used up when a checkpoint begins. */
const pressureShare = 0.7;

/** Leaves that a transaction looks up and changes; entries of nonclustered indexes are left out. */
function classesOf(scenario: Scenario): readonly PageClass[] {
  const { profile } = scenario.workload;
  if (profile === "tpcc") return pageClasses(scenario);
  const { reads, changes } = meanRows(profile);
  return [{ leaves: leafPages(scenario), touched: reads + changes, changed: changes, taken: 0 }];
}

/** Pages that a transaction does not find in a pool of so many. */
function missesOf(classes: readonly PageClass[], frames: number): number {
  const missing = missShares(classes, frames);
  return classes.reduce((sum, { touched }, index) => sum + touched * (missing[index] ?? 0), 0);
}

/** Distinct leaves that so many transactions touch, or change. */
const distinct = (
  classes: readonly PageClass[],
  what: "touched" | "changed",
  transactions: number,
): number => classes.reduce((sum, each) => sum + hit(each.leaves, each[what] * transactions), 0);

/** Rows that the database begins with, and what one of them is in the log where it is there whole. */
function tableOf(scenario: Scenario, leaves: number) {
  const { database, workload } = scenario;
  const perPage = rowsPerPage(database.rowBytes);
  if (workload.profile !== "tpcc") {
    const filled = perPage * (database.fillFactorPercent / 100);
    return {
      rows: leaves * Math.floor(filled),
      places: leaves * perPage,
      filled,
      imageBytes: rowImageBytes(scenario),
    };
  }
  const warehouses = tpccWarehouses(database);
  const rows = tpccTrees.reduce((sum, tree) => sum + tpccRows(tree, warehouses), 0);
  return {
    rows,
    places: rows,
    filled: rows / Math.max(1, leaves),
    imageBytes: rowImageBytes(scenario),
  };
}

/** Rows that a transaction appends: they get pages of their own, which no file began with. */
const appendedRows = ({ workload }: Scenario): number =>
  workload.profile === "tpcc"
    ? tpccMean(({ place, inserts }) => (place === "ends" ? inserts : 0))
    : 0;

/** A composed device as servers with mean times; the shape of a queue device, which is one. */
function asQueue(device: DeviceDescription) {
  if (!isComposed(device)) return { ...device, writeResponseUs: device.writeServiceUs };
  const { member, array, cache } = device;
  const parallelism = array.members * (member.kind === "flash" ? member.channels : 1);
  const halfTurnUs = member.kind === "spindle" ? 30_000_000 / member.rotationsPerMinute : 0;
  const readServiceUs = member.kind === "flash" ? member.readUs : member.averageSeekUs + halfTurnUs;
  const programUs =
    member.kind === "flash" ? member.programUs : readServiceUs + member.writeSettleUs;
  const copies = array.members / dataMembers(array);
  const buffered = member.kind === "flash" && member.bufferMiB > 0;
  const writeResponseUs = cache?.hitUs ?? (buffered ? member.bufferedWriteUs : programUs);
  return { parallelism, readServiceUs, writeServiceUs: programUs * copies, writeResponseUs };
}

/** Transactions a second: users who think and wait, up to what the data volume can do. */
function transactionRate(scenario: Scenario, reads: number): number {
  const { workload, storage } = scenario;
  if (workload.users === 0) return 0;
  const { reads: read, changes } = meanRows(workload.profile);
  const lookups = read + changes;
  const device = (name: string) => {
    const found = storage.volumes.find((volume) => volume.name === name)?.device;
    return found === undefined ? undefined : asQueue(found);
  };
  const volumes = dataVolumes(storage.placement);
  const data = device(volumes[0] ?? "");
  const log = device(storage.placement.log);
  const server = serverFigures(scenario);
  const responseSeconds =
    server.microsecondsPerTransaction / 1e6 +
    (reads * (data?.readServiceUs ?? 0)) / 1e6 +
    (changes > 0 ? (log?.writeResponseUs ?? 0) / 1e6 : 0);
  const byUsers = workload.users / (workload.thinkTimeMs / 1000 + responseSeconds);
  // A page that was read is written as often as it is changed and leaves the pool.
  const busySecondsPerTransaction =
    (reads *
      ((data?.readServiceUs ?? 0) + Math.min(1, changes / lookups) * (data?.writeServiceUs ?? 0))) /
    1e6;
  const byDevice = ((data?.parallelism ?? 1) * volumes.length) / busySecondsPerTransaction;
  return Math.min(byUsers, byDevice, server.transactionsPerSecond);
}

/** What a simulated disk keeps of a page. */
const compactBytesOf = (rows: number) => pageHeaderBytes + rows * compactRowBytes;

/** Memory that a sort may take, in entries. */
function sortedInMemory({ server }: Scenario): number {
  const { indexCreateMemoryKiB, memoryMiB } = server;
  const share = Math.max(minIndexCreateKiB * 1024, memoryMiB * bytesPerMiB * grantShare);
  return (indexCreateMemoryKiB > 0 ? indexCreateMemoryKiB * 1024 : share) / entryBytes;
}

/** What the builds of the timeline write, and hold meanwhile; sorts come one at a time. */
function buildsOf(scenario: Scenario, tableRows: number) {
  const { timeline, database, mode } = scenario;
  const inMemory = sortedInMemory(scenario);
  const storedBytes = (rows: number, rowBytes: number) => {
    const perPage = rowsPerPage(rowBytes);
    return (rows / perPage) * (compactBytesOf(perPage) + storedEntryBytes);
  };
  let bytes = 0;
  let copiedRows = 0;
  let sortBytes = 0;
  let tempdbBytes = 0;
  for (const { command } of timeline) {
    if (command.kind === "selectInto") {
      const rows = Math.min(command.rows, tableRows);
      copiedRows += rows;
      bytes += storedBytes(rows, database.rowBytes);
    } else if (command.kind === "createIndex") {
      const indexBytes = storedBytes(tableRows, entryBytes);
      const runBytes = tableRows > inMemory ? indexBytes : 0;
      bytes += indexBytes + (command.sortInTempdb ? 0 : runBytes);
      if (command.sortInTempdb && mode === "virtual") tempdbBytes = runBytes;
      sortBytes = Math.min(tableRows, inMemory) * sortedKeyBytes;
    } else if (command.kind === "rebuildIndex") {
      bytes += storedBytes(tableRows, command.index === 1 ? database.rowBytes : entryBytes);
    }
  }
  return { bytes, copiedRows, sortBytes: sortBytes + tempdbBytes };
}

/** What UPDATEs of the whole table change; one after the other, each all rows, in transactions of so many. */
function updatesOf({ timeline }: Scenario, tableRows: number) {
  const batches = timeline.flatMap(({ command }) =>
    command.kind === "updateTable" ? [command.batchRows === 0 ? tableRows : command.batchRows] : [],
  );
  return {
    rows: batches.length > 0 ? tableRows : 0,
    changes: batches.length * tableRows,
    heldRows: Math.min(tableRows, Math.max(0, ...batches)),
  };
}

/**
 * Until the last of the users goes, if none come again. What they wait for is counted as if it took no
 * time; who waits for a counter may wait until the end.
 */
function secondsOfUsers({ timeline, warmupSeconds, durationSeconds }: Scenario): number {
  const order = orderOf(timeline, warmupSeconds);
  const changes = timeline.flatMap(({ command, when }, index) =>
    command.kind === "setUsers"
      ? [{ users: command.users, at: when === undefined ? order.earliest(index) : durationSeconds }]
      : [],
  );
  const last = changes.toSorted((a, b) => a.at - b.at).at(-1);
  return last?.users === 0 ? Math.min(last.at, durationSeconds) : durationSeconds;
}

interface KeptBytes {
  /** The log that is written in so many seconds. */
  readonly logIn: (seconds: number) => number;
  /** What the log's disk takes. */
  readonly log: number;
  /** What the data file's changed pages take. */
  readonly data: number;
}

/** A backup of pages has at most what changes in the run: how long it will take is not known beforehand. */
function backupBytes({ timeline, warmupSeconds }: Scenario, kept: KeptBytes): number {
  const order = orderOf(timeline, warmupSeconds);
  let pagesBytes = 0;
  let loggedSeconds = 0;
  let besideBytes = 0;
  for (const [index, { command }] of timeline.entries()) {
    if (command.kind === "restore" && command.as !== null) besideBytes += kept.data + kept.log;
    if (command.kind !== "backup") continue;
    if (command.type === "log") {
      loggedSeconds = Math.max(loggedSeconds, order.earliest(index));
    } else {
      pagesBytes += kept.data;
    }
  }
  return pagesBytes + kept.logIn(loggedSeconds) + besideBytes;
}

/** Buffers of the backup with most of them, where BUFFERCOUNT says how many; the usual ones are in `base`. */
const bufferBytes = ({ timeline }: Scenario): number =>
  Math.max(
    0,
    ...timeline.map(({ command }) =>
      command.kind === "backup"
        ? ((command.bufferCount ?? 0) * backupBufferBytes * (command.maxTransferSizeKiB ?? 1024)) /
          1024
        : 0,
    ),
  );

/** In a large database only what changed is read, and a sample of the rest. */
function verificationBytes(sizeMiB: number, changedPages: number): number {
  const pages = (sizeMiB * bytesPerMiB) / pageBytes;
  if (sizeMiB <= verifiedWholeMiB) return pages * seenPageBytes;
  return pages * unseenPageBytes + Math.min(pages, changedPages + sampledLeaves) * seenPageBytes;
}

export function predictRunMemory(scenario: Scenario): RunMemory {
  const { database, server, storage, timeline } = scenario;
  const workSeconds = secondsOfUsers(scenario);
  const pages = (database.sizeMiB * bytesPerMiB) / pageBytes;
  const leaves = leafPages(scenario);
  const frames = poolPages(scenario);
  const classes = classesOf(scenario);
  const { changes } = meanRows(scenario.workload.profile);
  const misses = missesOf(classes, frames);
  const rate = transactionRate(scenario, misses);
  const changedBy = (seconds: number) => rate * changes * Math.max(0, seconds);
  const pagesChangedBy = (seconds: number) =>
    distinct(classes, "changed", rate * Math.max(0, seconds));
  const isVirtual = scenario.mode === "virtual";

  // Simulated pages take memory once somebody has looked at them; those of a machine are there.
  const isFull = !isVirtual && server.poolAtStart === "warm";
  const isScanned = timeline.some(({ command }) => readingAll.has(command.kind));
  const usedFrames = Math.min(
    frames,
    isFull || isScanned ? leaves : distinct(classes, "touched", rate * workSeconds),
  );
  // Each is made when it is first used: by a page of the database, or of one that shows it as it was.
  const otherDatabases = timeline.filter(
    ({ command }) => command.kind === "createSnapshot" || command.kind === "restore",
  ).length;
  const madeFrames = Math.min(frames, pages * (1 + otherDatabases));
  // One whose time is not known beforehand may come at once: so it can only take less.
  const creations = timeline.flatMap(({ atSeconds = 0, command }) =>
    command.kind === "createSnapshot" ? [Math.min(atSeconds, workSeconds)] : [],
  );
  // A changed page reaches its disk when it leaves the pool, and by the checkpoints of creations, of
  // the recovery interval and of a log that fills.
  const secondsInPool = frames / (rate * misses);
  const logCapacity = database.logSizeMiB * bytesPerMiB;
  const table = tableOf(scenario, leaves);
  const logged = changes === 0 ? 0 : loggedBytes(scenario) / changes;
  const logKept = logOfAChange(scenario, keptImageBytes, keptRecordBytes);
  const logWritten = changedBy(workSeconds) * logged;
  const sincePressure = logWritten % (pressureShare * logCapacity);
  const byPressure = logWritten > 0 ? workSeconds * (1 - sincePressure / logWritten) : 0;
  const toCheckpoint = secondsToCheckpoint(scenario, rate * changes * recordsPerChange);
  const byInterval = Math.floor(workSeconds / toCheckpoint) * toCheckpoint || 0;
  const writtenUntil = Math.max(byPressure, byInterval, workSeconds - secondsInPool, ...creations);
  const dataPages = pagesChangedBy(writtenUntil);
  const checkpoints = [0, ...creations.toSorted((a, b) => a - b), workSeconds];
  const longest = Math.max(...checkpoints.slice(1).map((at, i) => at - (checkpoints[i] ?? 0)));
  const dirtyFrames = Math.min(
    usedFrames,
    pagesChangedBy(Math.min(longest, secondsInPool, toCheckpoint)),
  );
  const snapshotPages = creations
    .map((atSeconds) => pagesChangedBy(workSeconds - atSeconds))
    .reduce((sum, pushed) => sum + pushed, 0);
  const compactBytes = compactBytesOf(table.filled);
  const placeBytes = Math.min(
    pageBytes,
    Math.ceil(compactBytes / memoryPageBytes) * memoryPageBytes,
  );
  // A place that has once had an interior page keeps the memory of a whole one.
  const places = Math.min(usedFrames, framePlaces);
  const wholePlaces = hit(places, pages * (1 - leafShare));
  const changedLeaves = pagesChangedBy(workSeconds);
  // No checkpoint writes what a restore redoes until it is done.
  const redone = timeline.some(({ command }) => command.kind === "restore")
    ? Math.min(frames, changedLeaves)
    : 0;
  const framePagesBytes = isVirtual
    ? places * placeBytes +
      wholePlaces * (pageBytes - placeBytes) +
      Math.max(0, Math.max(dirtyFrames, redone) - framePlaces) * compactBytes
    : usedFrames * pageBytes;
  const builds = buildsOf(scenario, table.rows);
  const updates = updatesOf(scenario, table.rows);
  const changedRows = hit(table.places, changedBy(workSeconds));
  const appended = appendedRows(scenario) * rate * workSeconds;
  const appendedBytes =
    appended * (compactRowBytes + (storedEntryBytes * table.imageBytes) / pageBytes);

  const updatedLeaves = updates.rows > 0 ? leaves : 0;
  const logKeptIn = (seconds: number) => changedBy(Math.min(seconds, workSeconds)) * logKept;
  const keptOfUsers = logged > 0 ? Math.min(logCapacity, logWritten) * (logKept / logged) : 0;
  const logKeptBytes = keptOfUsers + updates.changes * updatedRow.logBytes;

  const log = isVirtual ? Math.min(logCapacity, logKeptBytes) : 0;
  const data = isVirtual
    ? Math.max(dataPages, updatedLeaves) * changedPageBytes + appendedBytes + builds.bytes
    : 0;

  const parts = {
    base:
      programBytes +
      (creations.length > 0 ? verificationBytes(database.sizeMiB, changedLeaves) : 0),
    bufferPool: framePagesBytes + madeFrames * frameBytes,
    dataPages: data,
    log,
    backups:
      bufferBytes(scenario) +
      (isVirtual ? backupBytes(scenario, { logIn: logKeptIn, log, data }) : 0),
    snapshotPages: isVirtual
      ? Math.max(snapshotPages, updatedLeaves * creations.length) * pushedPageBytes +
        builds.bytes * creations.length
      : 0,
    preImages:
      storage.pushPolicy === "writeAhead"
        ? Math.min((storage.preImageMemoryMiB * bytesPerMiB) / pageBytes, snapshotPages) *
          preImageBytes
        : 0,
    oracle:
      (Math.max(0, changedRows - updates.rows) + builds.copiedRows) * changedRowBytes +
      updates.rows * updatedRow.oracleBytes,
    transaction: updates.heldRows * heldRowBytes,
    sort: builds.sortBytes,
  };
  return { totalBytes: Object.values(parts).reduce((sum, part) => sum + part, 0), parts };
}
