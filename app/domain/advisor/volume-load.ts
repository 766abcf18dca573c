/**
 * How busy a volume was: I/Os by what sys.dm_io_virtual_file_stats counts of its files, over the whole
 * run, against what its device can do.
 */
import type { DeviceFigures } from "../../contract/device.ts";
import type { Evidence } from "../../contract/recommendation.ts";
import type { Summary } from "../../contract/summary.ts";
import type { AdvisedRun } from "./rule.ts";

type FileIo = Summary["files"][number];

export interface IoTimes {
  readonly perSecond: number;
  /** The mean time of an I/O, its time in the queue included, ms. */
  readonly meanMs: number;
  /** The mean time of the same I/Os on a device that nobody else uses, ms. */
  readonly aloneMs: number;
  /** Share of what the device can do with random I/O, or of its bandwidth, whichever is nearer to all of it. */
  readonly utilisation: number;
}

/**
 * From here on a device is called busy: an I/O waits in the queue for as long as it is served. A queue of
 * one server does so at a utilisation of one half (response = service / (1 - utilisation)).
 */
const busyFactor = 2;
/** I/Os that come all at once wait on an idle device, too: more of it would not help the rest of the time. */
const leastUtilisation = 0.25;

export const isBusy = ({ meanMs, aloneMs, utilisation }: IoTimes): boolean =>
  meanMs >= busyFactor * aloneMs && utilisation >= leastUtilisation;

/** What a device's own figures are of. */
const figuredBytes = 8192;

/** Null where there was no I/O, or nothing is known of the device. */
export function ioTimes(
  files: readonly FileIo[],
  device: DeviceFigures | undefined,
  spanMs: number,
): IoTimes | null {
  const sum = (read: (file: FileIo) => number) =>
    files.reduce((total, file) => total + read(file), 0);
  const reads = sum((file) => file.reads);
  const writes = sum((file) => file.writes);
  const count = reads + writes;
  if (device === undefined || count === 0 || spanMs <= 0) return null;
  const { readUs, writeUs, randomReadsPerSecond, randomWritesPerSecond } = device;
  const seconds = spanMs / 1000;
  const mebibytes = sum((file) => file.bytesRead + file.bytesWritten) / 2 ** 20;
  const largerMiB = Math.max(0, mebibytes - (count * figuredBytes) / 2 ** 20);
  const random = reads / randomReadsPerSecond + writes / randomWritesPerSecond;
  const transfer = mebibytes / device.sequentialMiBPerSecond;
  return {
    perSecond: count / seconds,
    meanMs: sum((file) => file.ioStallReadMs + file.ioStallWriteMs) / count,
    aloneMs:
      (reads * readUs + writes * writeUs) / 1000 / count +
      (1000 * largerMiB) / device.sequentialMiBPerSecond / count,
    utilisation: Math.min(1, Math.max(random, transfer) / seconds),
  };
}

export const filesOn = ({ summary }: AdvisedRun, volume: string): readonly FileIo[] =>
  summary.files.filter((file) => file.volume === volume);

/** A sparse file has the name of its snapshot; that of a further data file, a number after it. */
export const isSparse = ({ summary }: AdvisedRun, { name }: FileIo): boolean =>
  summary.snapshots.some((snapshot) => name.replace(/\.\d+$/, "") === snapshot.name);

export const ioEvidence = (volume: string, times: IoTimes): Evidence[] => [
  { label: `I/O of volume ${volume}`, value: times.perSecond, unit: { name: "I/Os/s" } },
  { label: `Utilisation of ${volume}`, value: times.utilisation, unit: "share" },
  { label: "Mean time of an I/O there", value: times.meanMs, unit: "milliseconds" },
  {
    label: "Time of an I/O with an empty queue",
    value: times.aloneMs,
    unit: "milliseconds",
  },
];
