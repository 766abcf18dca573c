/**
 * What a set of a plan takes: its bytes, and how long it is under way. Pages are read, checked and written in buffers
 * of 1 MiB, all at once, so the slowest of processor and volumes decides (native/backup/backup.cpp).
 */
import { cpuCostNs } from "../../contract/cpu-costs.ts";
import { backupVolumes, dataVolumes } from "../../contract/placement.ts";
import type { PlanJob } from "../../contract/protection-plan.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { type PlanLoad, pagesPerExtent } from "./plan-load.ts";
import { type Io, msPerIo, type PlanVolume, passageOf } from "./volume-passage.ts";

export const pageBytes = 8192;
export const chunkBytes = 1024 ** 2;
/** A chunk has a header of its own: native/backup/format.h. */
export const slotBytes = chunkBytes + pageBytes;
/** So many writes of a checkpoint are under way. */
const checkpointWrites = 32;

/** What estimates are made of. */
export interface PlanModel {
  readonly scenario: Scenario;
  readonly load: PlanLoad;
  readonly volumes: ReadonlyMap<string, PlanVolume>;
}

/** I/Os of a stage that lie on these volumes in turn, so many of them under way. */
export interface Stage extends Io {
  readonly on: readonly string[];
  readonly underWay: number;
  /** How many of them a chunk takes. */
  readonly count?: number;
}

/**
 * From one chunk to the next: each stage has so many I/Os under way, and volumes that several stages use give each of
 * them its part.
 */
export function msPerChunk(
  { volumes }: PlanModel,
  stages: readonly Stage[],
  cpuMs: number,
): number {
  const busy = new Map<string, number>();
  let most = cpuMs;
  for (const stage of stages) {
    const { on, underWay, count = 1 } = stage;
    const names = [...new Set(on)];
    let stageMs = 0;
    for (const name of names) {
      const volume = volumes.get(name);
      if (volume === undefined) continue;
      const passage = passageOf(volume, stage);
      const share = on.filter((other) => other === name).length / on.length;
      stageMs += share * count * msPerIo({ ...passage, busyMs: 0 }, underWay);
      busy.set(name, (busy.get(name) ?? 0) + share * count * passage.busyMs);
    }
    most = Math.max(most, stageMs);
  }
  return Math.max(most, ...busy.values());
}

/** Processor time for a buffer that is read, checked and written. */
export function chunkCpuMs({ scenario: { server } }: PlanModel, ios = 2): number {
  const kib = slotBytes / 1024;
  const ns =
    ios * (cpuCostNs("ioRequest") + server.ioUs * 1000 + kib * server.ioKiBNs) +
    server.durableWriteUs * 1000 +
    kib * cpuCostNs("checksumKiB");
  return (ns / 1e6) * (100 / server.coreSpeedPercent);
}

export interface SetFigures {
  readonly seconds: number;
  readonly bytes: number;
  /** Pages of data files in it. */
  readonly pages: number;
}

/** Dirty pages of the pool, half an interval after a checkpoint, written as one. */
export function checkpointSeconds(model: PlanModel): number {
  const { load, scenario } = model;
  // Where nobody works there is none.
  if (!Number.isFinite(load.checkpointSeconds)) return 0;
  const dirty = Math.min(load.poolPages, load.changedPages(load.checkpointSeconds / 2));
  const write: Stage = {
    kind: "write",
    bytes: pageBytes,
    sequential: false,
    durable: true,
    on: dataVolumes(scenario.storage.placement),
    underWay: checkpointWrites,
  };
  return (dirty * msPerChunk(model, [write], 0)) / 1000;
}

/** A backup of pages, `sinceSeconds` after what a differential is based on. */
export function pagesBackup(
  model: PlanModel,
  job: Pick<PlanJob, "kind" | "files">,
  sinceSeconds: number,
): SetFigures {
  const { load, scenario } = model;
  const { placement } = scenario.storage;
  const data = dataVolumes(placement);
  const isFull = job.kind === "full";
  const extents = isFull ? 0 : load.changedGroups(sinceSeconds, pagesPerExtent);
  const pages = isFull ? load.usedPages : Math.min(load.usedPages, extents * pagesPerExtent);
  const chunks = (pages * pageBytes) / chunkBytes;
  const run = runBytes(model, isFull ? null : extents);
  const read: Stage = {
    kind: "read",
    bytes: run,
    sequential: isFull,
    on: data,
    underWay: 2 * scenario.database.dataFiles,
    count: chunkBytes / run,
  };
  const checkpoint = checkpointSeconds(model);
  const pagesSeconds =
    (chunks * msPerChunk(model, [read, writeOf(model, job.files)], chunkCpuMs(model))) / 1000;
  const logBytes = load.logBytesPerSecond * (checkpoint + pagesSeconds);
  const logSeconds = logCopySeconds(model, logBytes, job.files);
  return {
    seconds: checkpoint + pagesSeconds + logSeconds,
    bytes: setBytes(pages * pageBytes) + setBytes(logBytes),
    pages,
  };
}

/** Neighbouring extents that changed are one run, up to a buffer. */
export function runBytes({ load }: PlanModel, extents: number | null): number {
  if (extents === null) return chunkBytes;
  const share = Math.min(1, (extents * pagesPerExtent) / Math.max(1, load.usedPages));
  const extentBytes = pagesPerExtent * pageBytes;
  return Math.min(chunkBytes, extentBytes / Math.max(1 - share, extentBytes / chunkBytes));
}

const writeOf = ({ scenario }: PlanModel, files: number): Stage => ({
  kind: "write",
  bytes: slotBytes,
  sequential: true,
  on: destinations(scenario, files),
  underWay: 4 * files,
});

/** The volume of each file of a backup. */
export function destinations({ storage }: Scenario, files: number): string[] {
  const volumes = backupVolumes(storage.placement);
  return Array.from({ length: files }, (_, file) => volumes[file % volumes.length] ?? "");
}

/** What a backup of so many bytes takes on its volume. */
export const setBytes = (bytes: number): number =>
  bytes === 0 ? 0 : Math.ceil(bytes / chunkBytes) * slotBytes + pageBytes;

export function logBackup(model: PlanModel, forSeconds: number, files = 1): SetFigures {
  const bytes = model.load.logBytesPerSecond * forSeconds;
  return { seconds: logCopySeconds(model, bytes, files) + 0.02, bytes: setBytes(bytes), pages: 0 };
}

/** Blocks are read from the log one after the other, and written in buffers. */
function logCopySeconds(model: PlanModel, bytes: number, files: number): number {
  const { placement } = model.scenario.storage;
  const read: Stage = {
    kind: "read",
    bytes: chunkBytes,
    sequential: true,
    on: [placement.log],
    underWay: 1,
  };
  return (
    ((bytes / chunkBytes) * msPerChunk(model, [read, writeOf(model, files)], chunkCpuMs(model))) /
    1000
  );
}
