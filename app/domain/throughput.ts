/**
 * What a virtual run's users will get before a snapshot is created: transactions a second and the mean
 * response time, by mean value analysis of what the scenario describes. Its demands are the engine's own:
 * processor time from the costs of operations, device times from the models' answers, pages from the
 * sizes of table and pool. docs/internals/prediction.md says where it is approximate.
 */
import { cpuCostNs } from "../contract/cpu-costs.ts";
import {
  type ComposedDevice,
  type DeviceFigures,
  dataMembers,
  isComposed,
} from "../contract/device.ts";
import { dataVolumes } from "../contract/placement.ts";
import type { Scenario } from "../contract/scenario.ts";
import { tpccTransactions, tpccWarehouses } from "../contract/tpcc.ts";
import { committedShare, writerShare } from "../contract/transaction-mix.ts";
import { meanValues, multiServer, type Station } from "./mean-value-analysis.ts";
import { type PageTraffic, pageTrafficOf } from "./page-traffic.ts";
import { serverFigures } from "./server-figures.ts";
import type { DeviceOfVolume } from "./volume-figures.ts";

export interface Throughput {
  /** Committed, of the users: as a summary's `transactions.perSecond`. */
  readonly perSecond: number;
  /**
   * Where the disks of one volume decide, what they can do depends on where the data lies and on how a
   * controller sorts its writes: from places all over the disks to neighbours. Null: not there.
   */
  readonly perSecondRange: { readonly least: number; readonly most: number } | null;
  /** Mean, ms. */
  readonly responseMs: number;
  /** Mean, ms, if the throughput is as far from this as it may be: where all wait for one station, it decides. */
  readonly responseRange: { readonly leastMs: number; readonly mostMs: number } | null;
  /** Share of the time that it is busy, 0 to 1: "CPUs", or a volume's name. */
  readonly busiest: { readonly name: string; readonly share: number };
  /** The share of their time that users spend thinking, 0 to 1. */
  readonly thinking: number;
  /**
   * The share of time in which a warehouse's row is held by those who change it, 0 to 1; 0 for other loads. From
   * `contended` on they wait for each other, which the analysis leaves out: the rest is a guess then.
   */
  readonly rowHeld: number;
}

type SpindleDevice = Extract<ComposedDevice["member"], { kind: "spindle" }>;

const kibibytesPerPage = 8;
export const processors = "CPUs";

/** The volumes of data and log, whose figures a prediction needs. Empty for a real run: its disks are the machine's. */
export function askedVolumes({ mode, storage }: Scenario): DeviceOfVolume[] {
  if (mode === "real") return [];
  const used = new Set([...dataVolumes(storage.placement), storage.placement.log]);
  return storage.volumes.flatMap(({ name, device }) =>
    device !== undefined && used.has(name) ? [{ name, device }] : [],
  );
}

/** `figures`: of the devices of `askedVolumes`, by the name of the volume. Null: one is missing. */
export function predictThroughput(
  scenario: Scenario,
  figures: ReadonlyMap<string, DeviceFigures>,
): Throughput | null {
  const volumes = askedVolumes(scenario);
  if (volumes.length === 0 || volumes.some(({ name }) => !figures.has(name))) return null;
  const { users, thinkTimeMs } = scenario.workload;
  const network = new Network(scenario, volumes, figures);
  const { perMs, responseMs } = meanValues(users, thinkTimeMs, network.stations);
  const busiest = network.busiest(perMs);
  const isFull = busiest.share >= saturated;
  const bestPerMs = isFull && network.hasDisks(busiest.name) ? atBest() : null;
  const committed = 1000 * committedShare(scenario.workload);
  return {
    perSecond: committed * perMs,
    perSecondRange:
      bestPerMs === null ? null : { least: committed * perMs, most: committed * bestPerMs },
    responseMs,
    responseRange: isFull ? responseRange(scenario, network, perMs, bestPerMs ?? perMs) : null,
    busiest,
    thinking: users === 0 ? 1 : thinkTimeMs / (thinkTimeMs + responseMs),
    rowHeld: Math.min(1, perMs * warehouseChanges(scenario) * responseMs),
  };

  function atBest(): number {
    const { stations } = new Network(scenario, volumes, figures, true);
    return meanValues(users, thinkTimeMs, stations).perMs;
  }
}

/** What is measured lies within so much of the prediction: app/services/prediction.test.ts. */
export const tolerance = 0.25;
/** From this share on, those who want a row wait for it for a third of the time that it is held. */
export const contended = 0.25;

/** The share of transactions that change one warehouse's row: a Payment does so first, and holds it to its end. */
function warehouseChanges({ workload, database }: Scenario): number {
  if (workload.profile !== "tpcc") return 0;
  const { percent = 0 } = tpccTransactions.find(({ name }) => name === "Payment") ?? {};
  return percent / 100 / tpccWarehouses(database);
}

/** Above this share a station decides: whoever comes waits. */
export const saturated = 0.9;

/** Users are either thinking or waiting: what the throughput does not explain they wait. */
function responseRange(
  { workload: { users, thinkTimeMs } }: Scenario,
  network: Network,
  least: number,
  most: number,
): Throughput["responseRange"] {
  const alone = meanValues(1, thinkTimeMs, network.stations).responseMs;
  const at = (perMs: number) => Math.max(users / perMs - thinkTimeMs, alone);
  return { leastMs: at(most * (1 + tolerance)), mostMs: at(least * (1 - tolerance)) };
}

class Network {
  readonly stations: readonly Station[];
  readonly #scenario: Scenario;
  readonly #volumes: readonly DeviceOfVolume[];
  readonly #figures: ReadonlyMap<string, DeviceFigures>;
  readonly #data: readonly string[];
  readonly #writers: number;
  readonly #flushMs: number;
  /** Processor time of a transaction without that of its I/Os. */
  readonly #engineMs: number;
  readonly #atBest: boolean;
  readonly #trafficAt: (perSecond: number) => PageTraffic;
  #knownAt = Number.NaN;
  #known: PageTraffic = { touched: 0, changed: 0, read: 0, written: 0, writes: 0 };

  constructor(
    scenario: Scenario,
    volumes: readonly DeviceOfVolume[],
    figures: ReadonlyMap<string, DeviceFigures>,
    /** Disks need not seek, and a controller's cache sorts all writes away. */
    atBest = false,
  ) {
    this.#atBest = atBest;
    this.#scenario = scenario;
    this.#trafficAt = pageTrafficOf(scenario);
    this.#volumes = volumes;
    this.#figures = figures;
    this.#data = dataVolumes(scenario.storage.placement);
    this.#writers = writerShare(scenario.workload.profile);
    this.#engineMs = serverFigures(scenario).microsecondsPerTransaction / 1000;
    this.#flushMs = this.#flushAloneMs();
    this.stations = [
      ...this.#processorStations(),
      ...volumes.flatMap((volume) => this.#volumeStations(volume.name)),
      // Those who commit while a flush is under way share the next one: half of it is left on the average.
      {
        name: "log flush",
        queues: false,
        demandMs: (perMs) => this.#writers * this.#flushMs * (1 + this.#flushing(perMs) / 2),
      },
    ];
  }

  hasDisks(name: string): boolean {
    return this.#disksOf(name) !== null;
  }

  busiest(perMs: number): Throughput["busiest"] {
    const shares = [
      {
        name: processors,
        share: (perMs * this.#processorMs(perMs)) / this.#scenario.server.schedulers,
      },
      ...this.#volumes.map(({ name }) => ({
        name,
        share: perMs * this.#readMs(name) + this.#written(perMs, name),
      })),
    ];
    const most = shares.reduce((one, other) => (other.share > one.share ? other : one));
    return { ...most, share: Math.min(most.share, 1) };
  }

  /** Every station of a step asks for that of the same throughput. */
  #traffic(perMs: number): PageTraffic {
    if (perMs !== this.#knownAt) {
      this.#known = this.#trafficAt(1000 * perMs);
      this.#knownAt = perMs;
    }
    return this.#known;
  }

  #processorStations(): Station[] {
    const { schedulers } = this.#scenario.server;
    const alone = (perMs: number) => this.#processorMs(perMs);
    return [
      { name: processors, queues: true, demandMs: (perMs) => alone(perMs) / schedulers },
      { name: processors, queues: false, demandMs: (perMs) => alone(perMs) * (1 - 1 / schedulers) },
    ];
  }

  /** Users wait for their reads; what is written is done beside them and takes its share. */
  #volumeStations(name: string): Station[] {
    const read = this.#traffic(0).read * this.#shareOf(name);
    const figures = this.#figures.get(name);
    if (read === 0 || figures === undefined) return [];
    return multiServer(
      name,
      { aloneMs: (read * figures.readUs) / 1000, busyMs: this.#readMs(name) },
      (perMs) => this.#written(perMs, name),
    );
  }

  /** The engine's work, and what its I/Os and their checksums take. */
  #processorMs(perMs: number): number {
    const { read, written, writes } = this.#traffic(perMs);
    const ios = read + writes + this.#flushesOf(perMs);
    const ns =
      ios * cpuCostNs("ioRequest") + (read + written) * kibibytesPerPage * cpuCostNs("checksumKiB");
    const { server } = this.#scenario;
    return this.#engineMs + (ns / 1e6) * (100 / server.coreSpeedPercent);
  }

  /** The share of the data files on a volume: they are of one size, and dealt in turn. */
  #shareOf(name: string): number {
    return this.#data.filter((volume) => volume === name).length / this.#data.length;
  }

  /** The time of a transaction's reads of a volume, as many as it takes. What is read does not follow the rate. */
  #readMs(name: string): number {
    return this.#traffic(0).read * this.#shareOf(name) * this.#msBetween(name, "read");
  }

  /** The device of a volume if it is made of disks. */
  #disksOf(name: string): { readonly device: ComposedDevice; readonly disk: SpindleDevice } | null {
    const device = this.#volumes.find((volume) => volume.name === name)?.device;
    if (device === undefined || !isComposed(device) || device.member.kind !== "spindle")
      return null;
    return { device, disk: device.member };
  }

  /** Between two I/Os of a device that has as many under way as it takes. */
  #msBetween(name: string, kind: "read" | "write"): number {
    const disks = this.#atBest ? this.#disksOf(name) : null;
    if (disks !== null) {
      if (kind === "write" && disks.device.cache !== null) return 0;
      const halfTurnUs = 30_000_000 / disks.disk.rotationsPerMinute;
      const us = halfTurnUs + disks.disk.trackToTrackSeekUs;
      const copies = disks.device.array.members / dataMembers(disks.device.array);
      return ((kind === "write" ? copies : 1) * us) / 1000 / disks.device.array.members;
    }
    const figures = this.#figures.get(name);
    const perSecond =
      kind === "read" ? figures?.randomReadsPerSecond : figures?.randomWritesPerSecond;
    return 1000 / Math.max(perSecond ?? 1, 1);
  }

  /** Share of a volume that writes take: pages, and the log where it lies there. */
  #written(perMs: number, name: string): number {
    const writes = this.#traffic(perMs).writes * this.#shareOf(name);
    const flushes = name === this.#scenario.storage.placement.log ? this.#flushesOf(perMs) : 0;
    return perMs * (writes + flushes) * this.#msBetween(name, "write");
  }

  /** Share of the time that the log is being flushed. */
  #flushing(perMs: number): number {
    return Math.min(1, perMs * this.#writers * this.#flushMs);
  }

  /** Flushes of a transaction: fewer than one once several commits share them. */
  #flushesOf(perMs: number): number {
    const most = 1 / (perMs * this.#flushMs);
    return Math.min(this.#writers, Number.isFinite(most) ? most : this.#writers);
  }

  #flushAloneMs(): number {
    const log = this.#volumes.find(({ name }) => name === this.#scenario.storage.placement.log);
    const figures = log === undefined ? undefined : this.#figures.get(log.name);
    if (log === undefined || figures === undefined) return 0;
    const { device } = log;
    if (isComposed(device)) return figures.writeUs / 1000;
    // A log is written in sequence, and each of its writes is awaited until it is durable.
    const write = device.sequentialWriteServiceUs || device.writeServiceUs / 10;
    return (write + device.flushServiceUs + device.batchSetupUs) / 1000;
  }
}
