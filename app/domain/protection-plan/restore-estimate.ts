/**
 * How long a way back takes, part by part, by what the engine does in each (native/backup/restore.cpp): chunks are
 * read from the backup and written to the data files at once, log is redone record by record with pages read ahead,
 * what is dirty is written, what was in flight is undone. docs/internals/protection-plan.md has each formula.
 */
import { cpuCostNs } from "../../contract/cpu-costs.ts";
import { dataVolumes } from "../../contract/placement.ts";
import { revertMs } from "../forecast/revert-time.ts";
import {
  chunkBytes,
  chunkCpuMs,
  destinations,
  logBackup,
  msPerChunk,
  type PlanModel,
  pageBytes,
  runBytes,
  type Stage,
  slotBytes,
} from "./backup-estimate.ts";
import { setModelOf } from "./occurrences.ts";
import { pagesPerExtent } from "./plan-load.ts";
import { msInOrder, passageOf } from "./volume-passage.ts";
import type { PartTime, Way } from "./way-back.ts";

/** So many are under way in native/backup/restore.cpp, native/recovery/redo.cpp and the sweep of dirty pages. */
const pageWrites = 8;
const pagesAhead = 64;
const flushWrites = 32;
const slotsAhead = 4;

/** Without parts that take no time. */
export const partsOf = (model: PlanModel, way: Way): PartTime[] =>
  (way.kind === "databaseSnapshot" ? revertParts(model, way) : restoreParts(model, way)).filter(
    ({ seconds }) => seconds > 0,
  );

function revertParts(model: PlanModel, { base, noticedSeconds }: Way): PartTime[] {
  const { scenario, load, volumes } = model;
  const transactions = load.transactionsPerSecond * (noticedSeconds - base.reachedSeconds);
  const figures = new Map([...volumes].map(([name, each]) => [name, each.figures] as const));
  const ms = revertMs(scenario, load.pushed(transactions), figures);
  return [{ part: "revert", seconds: (ms ?? 0) / 1000 }];
}

function restoreParts(model: PlanModel, way: Way): PartTime[] {
  const { kind, base, differential, tailFromSeconds, noticedSeconds, failure } = way;
  const { scenario, load } = model;
  const isArray = kind === "arraySnapshot";
  const last = differential ?? base;
  const sinceMark = isArray && differential === null ? finite(load.checkpointSeconds / 2) : 0;
  const ownLog = isArray && differential === null ? 0 : last.endSeconds - last.startSeconds;
  const redone = sinceMark + ownLog + Math.max(0, way.reachedSeconds - last.reachedSeconds);
  const volumes = new Set([scenario.storage.placement.data, scenario.storage.placement.log].flat());
  const { restoreSecondsPerVolume } = scenario.storage.arraySnapshotTimes;
  const files = way.files;
  return [
    {
      part: "tail",
      seconds:
        tailFromSeconds === null ? 0 : logBackup(model, noticedSeconds - tailFromSeconds).seconds,
    },
    { part: "files", seconds: failure === "lostVolumes" ? newFilesSeconds(model) : 0 },
    {
      part: "snapshotFirst",
      seconds: isArray ? setModelOf(model).snapshotSeconds(way.job).end : 0,
    },
    { part: "array", seconds: isArray ? restoreSecondsPerVolume * volumes.size : 0 },
    {
      part: "pages",
      seconds:
        (isArray ? 0 : pagesSeconds(model, base.pages, null, files)) +
        (differential === null
          ? 0
          : pagesSeconds(model, differential.pages, differential.pages / pagesPerExtent, files)),
    },
    { part: "log", seconds: redoSeconds(model, redone, files) },
    { part: "flush", seconds: flushSeconds(model, redone) },
    { part: "recovery", seconds: recoverySeconds(model) },
  ];
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** `extents`: that a differential has; null: all that are in use. */
function pagesSeconds(
  model: PlanModel,
  pages: number,
  extents: number | null,
  files: number,
): number {
  const { scenario } = model;
  const run = runBytes(model, extents);
  const write: Stage = {
    kind: "write",
    bytes: run,
    sequential: extents === null,
    durable: true,
    on: dataVolumes(scenario.storage.placement),
    underWay: pageWrites,
    count: chunkBytes / run,
  };
  const chunks = (pages * pageBytes) / chunkBytes;
  const cpuMs = chunkCpuMs(model, 1 + chunkBytes / run);
  return (chunks * msPerChunk(model, [readOf(model, files), write], cpuMs)) / 1000;
}

const readOf = ({ scenario }: PlanModel, files: number): Stage => ({
  kind: "read",
  bytes: slotBytes,
  sequential: true,
  on: destinations(scenario, files),
  underWay: slotsAhead * files,
});

/** Records come in their order, each with its page: the slowest of processor, reads of pages and of the log decides. */
function redoSeconds(model: PlanModel, seconds: number, files: number): number {
  const { load, scenario, volumes } = model;
  const records = load.recordsPerSecond * seconds;
  if (records === 0) return 0;
  const { server, storage } = scenario;
  const reads = load.redoReads(seconds);
  const ns =
    records * (cpuCostNs("recordRedone") + cpuCostNs("pageVisit")) +
    reads *
      (cpuCostNs("ioRequest") +
        server.ioUs * 1000 +
        8 * (cpuCostNs("checksumKiB") + server.ioKiBNs));
  const cpuMs = (ns / 1e6) * (100 / server.coreSpeedPercent);
  const missing = Math.min(1, reads / records);
  // What did not fit into the pool is written while more is read.
  const evicted = Math.max(0, reads - load.poolPages) / records;
  const data = dataVolumes(storage.placement);
  let pagesMs = 0;
  for (const name of new Set(data)) {
    const volume = volumes.get(name);
    if (volume === undefined) continue;
    const share = data.filter((other) => other === name).length / data.length;
    const read = passageOf(volume, { kind: "read", bytes: pageBytes, sequential: false });
    const write = passageOf(volume, { kind: "write", bytes: pageBytes, sequential: false });
    const ordered = msInOrder(volume, { underWay: pagesAhead, missing });
    const busy = share * (missing * read.busyMs + evicted * write.busyMs);
    pagesMs = Math.max(pagesMs, ordered, busy);
  }
  const chunks = (load.logBytesPerSecond * seconds) / chunkBytes;
  const logWrite: Stage = {
    kind: "write",
    bytes: chunkBytes,
    sequential: true,
    durable: true,
    on: [storage.placement.log],
    underWay: 1,
  };
  const logMs = chunks * msPerChunk(model, [readOf(model, files), logWrite], chunkCpuMs(model));
  return Math.max(cpuMs, records * pagesMs, logMs) / 1000;
}

/** What redo has left dirty in the pool. */
function flushSeconds(model: PlanModel, redone: number): number {
  const { load, scenario } = model;
  const pages = Math.min(load.poolPages, load.changedPages(redone));
  const share = Math.min(1, pages / Math.max(1, load.usedPages));
  const write: Stage = {
    kind: "write",
    bytes: pageBytes,
    sequential: false,
    durable: true,
    on: dataVolumes(scenario.storage.placement),
    underWay: flushWrites,
    count: 1 - share,
  };
  return (pages * msPerChunk(model, [write], 0)) / 1000;
}

/** Analysis of the log since its last checkpoint; what was in flight is a handful of rows. */
function recoverySeconds(model: PlanModel): number {
  const { load, scenario } = model;
  const since = finite(load.checkpointSeconds / 2);
  const cpuMs =
    (load.recordsPerSecond * since * cpuCostNs("recordAnalysed") * 100) /
    scenario.server.coreSpeedPercent /
    1e6;
  const read: Stage = {
    kind: "read",
    bytes: chunkBytes,
    sequential: true,
    on: [scenario.storage.placement.log],
    underWay: 1,
  };
  const chunks = (load.logBytesPerSecond * since) / chunkBytes;
  return Math.max(cpuMs, chunks * msPerChunk(model, [read], 0)) / 1000;
}

/** On new volumes: a log file is filled with zeros, data files only without instant file initialization. */
function newFilesSeconds(model: PlanModel): number {
  const { scenario } = model;
  const { placement } = scenario.storage;
  const { sizeMiB, logSizeMiB } = scenario.database;
  const zeros = (on: readonly string[]): Stage => ({
    kind: "write",
    bytes: chunkBytes,
    sequential: true,
    durable: true,
    on,
    underWay: 1,
  });
  const data = scenario.server.instantFileInitialization
    ? 0
    : sizeMiB * msPerChunk(model, [zeros(dataVolumes(placement))], 0);
  return (data + logSizeMiB * msPerChunk(model, [zeros([placement.log])], 0)) / 1000;
}
