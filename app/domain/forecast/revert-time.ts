/**
 * How long a revert takes, by what the engine does in one: it reads every region of the sparse files that
 * is in use, eight under way at a time, and writes the runs of pages in it back to the data files; then
 * the log is made anew, MiB by MiB. Nobody can use the database meanwhile. How the eight meet at
 * processor and volumes is mean value analysis; what volumes can do is asked of their models.
 */
import { cpuCostNs } from "../../contract/cpu-costs.ts";
import {
  type ComposedDevice,
  type DeviceDescription,
  type DeviceFigures,
  isComposed,
  type QueueDevice,
} from "../../contract/device.ts";
import { dataVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { meanValues, type Station } from "../mean-value-analysis.ts";
import type { DeviceOfVolume } from "../volume-figures.ts";
import { type Pushed, pageBytes, regionBytes } from "./first-touches.ts";

/** So many regions are on their way in native/snapshot/revert.cpp. */
const regionsUnderWay = 8;
const bytesPerMiB = 1024 ** 2;
const kibibytesPerRegion = regionBytes / 1024;

/** Volumes that a revert reads and writes. Empty for a real run: its disks are the machine's. */
export function revertVolumes({
  mode,
  storage: { placement, volumes },
}: Scenario): DeviceOfVolume[] {
  if (mode === "real") return [];
  const used = new Set([...dataVolumes(placement), placement.log, placement.snapshot]);
  return volumes.flatMap(({ name, device }) =>
    device !== undefined && used.has(name) ? [{ name, device }] : [],
  );
}

type Figures = ReadonlyMap<string, DeviceFigures>;

/** Null: what one of its volumes can do is not known. */
export function revertMs(scenario: Scenario, pushed: Pushed, figures: Figures): number | null {
  const volumes = new Map(
    revertVolumes(scenario).flatMap(({ name, device }) => {
      const known = figures.get(name);
      return known === undefined ? [] : [[name, { name, device, figures: known }] as const];
    }),
  );
  const { placement } = scenario.storage;
  const from = volumes.get(placement.snapshot);
  const log = volumes.get(placement.log);
  const data = dataVolumes(placement).map((name) => volumes.get(name));
  if (from === undefined || log === undefined) return null;
  // One data file after the other.
  let perRegionMs = 0;
  for (const to of data) {
    if (to === undefined) return null;
    perRegionMs += regionMs(scenario, pushed, { from, to }) / data.length;
  }
  return pushed.regions * perRegionMs + scenario.database.logSizeMiB * appendMs(log);
}

interface Volume extends DeviceOfVolume {
  readonly figures: DeviceFigures;
}

/** From one region to the next. */
function regionMs(
  scenario: Scenario,
  pushed: Pushed,
  { from, to }: { readonly from: Volume; readonly to: Volume },
): number {
  if (pushed.regions === 0) return 0;
  const pages = pushed.pages / pushed.regions;
  const read = readOf(from, pushed.inSequence, pushed.pages * pageBytes);
  const write = writeOf(to, pages, pushed.runs / pushed.regions);
  const volumes =
    from.name === to.name
      ? station(from.name, read.aloneMs + write.aloneMs, read.busyMs + write.busyMs)
      : [
          ...station(from.name, read.aloneMs, read.busyMs),
          ...station(to.name, write.aloneMs, write.busyMs),
        ];
  const processor = { name: "CPU", queues: true, demandMs: () => processorMs(scenario) };
  return 1 / meanValues(regionsUnderWay, 0, [processor, ...volumes]).perMs;
}

const station = (name: string, aloneMs: number, busyMs: number): Station[] => [
  { name, queues: true, demandMs: () => busyMs },
  { name, queues: false, demandMs: () => Math.max(0, aloneMs - busyMs) },
];

/** One session starts every copy: its request to read, that to write, the checksums of what was read. */
function processorMs({ server }: Scenario): number {
  const requests = 2;
  const ns =
    requests * (cpuCostNs("ioRequest") + server.ioUs * 1000) +
    requests * kibibytesPerRegion * server.ioKiBNs +
    server.durableWriteUs * 1000 +
    kibibytesPerRegion * cpuCostNs("checksumKiB");
  return (ns / 1e6) * (100 / server.coreSpeedPercent);
}

interface Passage {
  /** What a region takes that meets nobody. */
  readonly aloneMs: number;
  /** Between two regions of a volume that is full. */
  readonly busyMs: number;
}

function readOf({ device, figures }: Volume, sequence: number, pushedBytes: number): Passage {
  const transfer = transferMs(regionBytes, figures.sequentialMiBPerSecond);
  if (!isComposed(device)) {
    const random = device.readServiceUs;
    const inSequence = device.sequentialReadServiceUs || random / 10;
    const service = (sequence * inSequence + (1 - sequence) * random + device.batchSetupUs) / 1000;
    return queued(device, service, regionBytes);
  }
  const busyMs = Math.max(transfer, 1000 / Math.max(1, figures.randomReadsPerSecond));
  const held = heldByCache(device, pushedBytes);
  const hitMs = ((device.cache?.hitUs ?? 0) + (device.link?.latencyUs ?? 0)) / 1000;
  const seekMs = diskMs(device, sequence) ?? figures.readUs / 1000;
  return { aloneMs: transfer + held * hitMs + (1 - held) * seekMs, busyMs };
}

/** Neighbours on a disk are read ahead; else the platter turns half way round before it comes by. */
function diskMs({ member }: ComposedDevice, sequence: number): number | null {
  if (member.kind !== "spindle") return null;
  const turnMs = 60_000 / member.rotationsPerMinute;
  const region = transferMs(regionBytes, member.transferMiBPerSecond);
  return (1 - sequence) * (turnMs / 2 + member.trackToTrackSeekUs / 1000) + region;
}

/** What a controller has written behind is in its memory: the newest of what was pushed. */
function heldByCache({ cache }: ComposedDevice, pushedBytes: number): number {
  if (cache === null) return 0;
  const held = cache.sizeMiB * bytesPerMiB * (cache.destageFromPercent / 100);
  return Math.min(1, held / Math.max(1, pushedBytes));
}

/** The runs of a region are written at once, and all are awaited. */
function writeOf({ device, figures }: Volume, pages: number, runs: number): Passage {
  const bytes = pages * pageBytes;
  if (!isComposed(device)) {
    const each = device.writeServiceUs / 1000;
    const last = device.spread === "exponential" ? harmonic(runs) : 1;
    const { busyMs } = queued(device, runs * each, bytes);
    const flush = (device.flushServiceUs + device.batchSetupUs) / 1000;
    return {
      aloneMs: last * each + transferMs(bytes, device.bandwidthMiBPerSecond) + flush,
      busyMs,
    };
  }
  const transfer = transferMs(bytes, figures.sequentialMiBPerSecond);
  const busyMs = Math.max(transfer, (1000 * runs) / Math.max(1, figures.randomWritesPerSecond));
  return { aloneMs: figures.writeUs / 1000 + transfer, busyMs };
}

/** Mean of the longest of so many exponential times, in means of one. */
const harmonic = (count: number): number => {
  const whole = Math.floor(count);
  let sum = (count - whole) / (whole + 1);
  for (let one = 1; one <= whole; ++one) sum += 1 / one;
  return sum;
};

function queued(device: QueueDevice, serviceMs: number, bytes: number): Passage {
  const transfer = transferMs(bytes, device.bandwidthMiBPerSecond);
  return {
    aloneMs: serviceMs + transfer,
    busyMs: Math.max(serviceMs / device.parallelism, transfer),
  };
}

/** 0: nothing limits it. */
const transferMs = (bytes: number, mebibytesPerSecond: number): number =>
  mebibytesPerSecond === 0 ? 0 : (1000 * bytes) / bytesPerMiB / mebibytesPerSecond;

/** A MiB of a log that is made anew: each is written after the one before is durable. */
function appendMs({ device, figures }: Volume): number {
  const transfer = transferMs(bytesPerMiB, portRate(device, figures));
  if (!isComposed(device)) {
    const write = device.sequentialWriteServiceUs || device.writeServiceUs / 10;
    return transfer + (write + device.flushServiceUs + device.batchSetupUs) / 1000;
  }
  const { member, array } = device;
  if (member.kind === "spindle" || member.bufferMiB > 0) return transfer + figures.writeUs / 1000;
  const programs = Math.ceil(1024 / member.pageKiB / member.channels / array.members);
  return transfer + (programs * member.programUs) / 1000;
}

/** One I/O goes through one port. */
function portRate(device: DeviceDescription, figures: DeviceFigures): number {
  if (!isComposed(device)) return device.bandwidthMiBPerSecond;
  const port = device.link?.portMiBPerSecond ?? 0;
  return port === 0
    ? figures.sequentialMiBPerSecond
    : Math.min(port, figures.sequentialMiBPerSecond);
}
