/**
 * What an I/O takes of a volume: alone, and of its share where many are under way. Figures of composed devices are
 * asked of their models (DeviceFigures); a queue device says itself.
 */
import {
  type ComposedDevice,
  type DeviceFigures,
  dataMembers,
  isComposed,
  type QueueDevice,
} from "../../contract/device.ts";
import { SeededRandom } from "../seeded-random.ts";
import type { DeviceOfVolume } from "../volume-figures.ts";

export interface PlanVolume extends DeviceOfVolume {
  readonly figures: DeviceFigures;
}

export interface Io {
  readonly kind: "read" | "write";
  readonly bytes: number;
  /** It follows the one before it in its file. */
  readonly sequential: boolean;
  /** A flush follows, which is awaited. */
  readonly durable?: boolean;
}

export interface Passage {
  /** Of an I/O that meets nobody, ms. */
  readonly aloneMs: number;
  /** From one I/O to the next of a volume that is full, ms. */
  readonly busyMs: number;
}

const bytesPerMiB = 1024 ** 2;
const pageBytes = 8192;

export function passageOf({ device, figures }: PlanVolume, io: Io): Passage {
  return isComposed(device) ? composed(device, figures, io) : queued(device, io);
}

/** From one I/O to the next with so many under way, whichever of them ends first. */
export const msPerIo = ({ aloneMs, busyMs }: Passage, underWay: number): number =>
  Math.max(busyMs, aloneMs / underWay);

function queued(device: QueueDevice, { kind, bytes, sequential, durable }: Io): Passage {
  const [random, inSequence] =
    kind === "read"
      ? [device.readServiceUs, device.sequentialReadServiceUs]
      : [device.writeServiceUs, device.sequentialWriteServiceUs];
  const serviceMs = (sequential ? inSequence || random / 10 : random) / 1000;
  const transfer = transferMs(bytes, device.bandwidthMiBPerSecond);
  const flush = durable === true ? device.flushServiceUs / 1000 : 0;
  return {
    aloneMs: serviceMs + transfer + flush + device.batchSetupUs / 1000,
    busyMs: Math.max(serviceMs / device.parallelism, transfer, flush),
  };
}

function composed(device: ComposedDevice, figures: DeviceFigures, io: Io): Passage {
  const { kind, bytes, sequential } = io;
  const latencyMs = (device.link?.latencyUs ?? 0) / 1000;
  const port = device.link?.portMiBPerSecond ?? 0;
  const throughPort = port === 0 ? 0 : transferMs(bytes, port);
  const streamMiB =
    kind === "read" ? figures.sequentialMiBPerSecond : writeStreamMiB(device, figures);
  const streamMs = transferMs(bytes, Math.max(1, streamMiB));
  if (sequential) {
    const firstMs = kind === "write" && device.cache !== null ? device.cache.hitUs / 1000 : 0;
    return { aloneMs: latencyMs + throughPort + Math.max(firstMs, streamMs), busyMs: streamMs };
  }
  const [perSecond, oneUs] =
    kind === "read"
      ? [figures.randomReadsPerSecond, figures.readUs]
      : [figures.randomWritesPerSecond, figures.writeUs];
  const rest = transferMs(Math.max(0, bytes - pageBytes), Math.max(1, streamMiB));
  return {
    aloneMs: oneUs / 1000 + throughPort + rest,
    busyMs: 1000 / Math.max(1, perSecond) + rest,
  };
}

/** Writes of whole stripes: each byte is written once for its copies or with its parity. */
function writeStreamMiB({ member, array, link }: ComposedDevice, figures: DeviceFigures): number {
  const data = dataMembers(array);
  if (member.kind === "spindle") return figures.sequentialMiBPerSecond * (data / array.members);
  const programUs = member.sustainedProgramUs || member.programUs;
  const flash = (data * member.channels * member.pageKiB * 1e6) / 1024 / programUs;
  const most = [figures.sequentialMiBPerSecond, link?.limitMiBPerSecond ?? 0].filter(
    (rate) => rate > 0,
  );
  return Math.min(flash, ...most);
}

/** 0: nothing limits it. */
const transferMs = (bytes: number, mebibytesPerSecond: number): number =>
  mebibytesPerSecond === 0 ? 0 : (1000 * bytes) / bytesPerMiB / mebibytesPerSecond;

/**
 * From one read of a page to the next that is needed in its order, with so many under way: whoever is first in the
 * order is waited for, whatever the others do. Few servers answer nearly in order, many do not. A share of the pages
 * is at hand without a read.
 */
export function msInOrder(
  { device, figures }: PlanVolume,
  { underWay, missing }: { readonly underWay: number; readonly missing: number },
): number {
  if (missing === 0) return 0;
  if (!isComposed(device)) {
    const serviceMs = device.readServiceUs / 1000;
    const wait = waitInOrder({
      spread: device.spread,
      servers: device.parallelism,
      underWay,
      missing,
    });
    const transfer = missing * transferMs(pageBytes, device.bandwidthMiBPerSecond);
    return Math.max(serviceMs * wait, transfer);
  }
  // As many servers as make of the time of one I/O what the device does at its best.
  const servers = Math.max(1, Math.round((figures.readUs * figures.randomReadsPerSecond) / 1e6));
  const serviceMs = (1000 * servers) / Math.max(1, figures.randomReadsPerSecond);
  const spread = device.member.kind === "spindle" ? "uniform" : "fixed";
  return serviceMs * waitInOrder({ spread, servers, underWay, missing });
}

interface Window {
  readonly spread: QueueDevice["spread"];
  readonly servers: number;
  readonly underWay: number;
  readonly missing: number;
}

/** In means of a service time: some thousand reads, drawn always alike. */
function waitInOrder({ spread, servers, underWay, missing }: Window): number {
  const rounded = Math.max(1, Math.round(100 * missing)) / 100;
  const key = [spread, servers, underWay, rounded].join(" ");
  const known = waitsInOrder.get(key);
  if (known !== undefined) return known;
  const random = new SeededRandom(1);
  const draw = {
    fixed: () => 1,
    uniform: () => 0.5 + random.share(),
    exponential: () => -Math.log(random.share()),
  };
  const free = new Float64Array(Math.min(servers, underWay));
  const done = new Float64Array(drawn);
  let at = 0;
  for (let one = 0; one < drawn; ++one) {
    const asked = one < underWay ? 0 : (done[one - underWay] ?? 0);
    if (random.share() < rounded) {
      const server = free.indexOf(Math.min(...free));
      const ended = Math.max(asked, free[server] ?? 0) + draw[spread]();
      free[server] = ended;
      at = Math.max(at, ended);
    }
    done[one] = at;
  }
  waitsInOrder.set(key, at / drawn);
  return at / drawn;
}

const waitsInOrder = new Map<string, number>();
const drawn = 4000;
