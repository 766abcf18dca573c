/** What a form calls the values of a scenario. The unit of a value stands beside it, not in its name. */
import { splitUnit } from "../../contract/scenario-form.ts";
import type { Path } from "../../contract/schema-path.ts";

/** Where the key alone reads badly. */
const spoken: Readonly<Record<string, string>> = {
  startTime: "Clock at the start",
  "server.engineVersion": "SQL Server",
  "server.preset": "Server",
  "server.schedulers": "Schedulers",
  "server.coreSpeedPercent": "Speed of a CPU",
  "server.statementUs": "Statement beyond the engine",
  "server.ioUs": "I/O beyond the engine",
  "server.ioKiBNs": "Each KiB of an I/O",
  "server.durableWriteUs": "Making a write durable",
  "server.newRegionUs": "New region of a sparse file",
  "server.scanPageNs": "A page of a scan",
  "server.supplierLatchNs": "Supplier of a parallel scan",
  "server.memoryMiB": "Buffer pool",
  "server.poolAtStart": "Buffer pool at the start",
  "server.indexCreateMemoryKiB": "Index create memory",
  "server.tempdbSizeMiB": "tempdb",
  "server.instantFileInitialization": "Instant file initialization",
  "database.name": "Database name",
  "database.sizeMiB": "Data files",
  "database.dataFiles": "Split into",
  "database.logSizeMiB": "Log file",
  "database.logVlfs": "VLFs of the log",
  "database.logBackupIntervalSeconds": "Log backups every",
  "database.rowBytes": "Row width",
  "database.compression": "Compression at the start",
  "workload.rollbackPercent": "Rollbacks",
  "reporting.query": "A report’s query",
  "reporting.rowsPerQuery": "Reads per query",
  "reporting.thinkTimeMs": "Think time of reports",
  "storage.network": "Network paths of the host",
  "storage.network.paths": "Network paths",
  "storage.network.pathMiBPerSecond": "Rate of a path",
  "storage.sparseRegionWrites": "Writes of a new region",
  "storage.sparseFileLimitMiB": "Sparse file limit",
  "storage.sparseFileLimitError": "Past the limit",
  "storage.pushUnit": "Push at a first change",
  "storage.pushPolicy": "Pushed pages are on disk",
  "storage.arming": "Dirty pages at arming",
  "storage.arraySnapshotTimes.prepareSeconds": "Before the freeze",
  "storage.arraySnapshotTimes.otherDatabases": "Other databases",
  "storage.arraySnapshotTimes.otherDatabaseMs": "Freezing one of them",
  "storage.arraySnapshotTimes.commitMsPerVolume": "Snapshot of a volume",
  "storage.arraySnapshotTimes.restoreSecondsPerVolume": "Giving a volume back",
  "storage.spans.beforeOpeningSeconds": "Wait before the opening",
  "storage.spans.beforeStartUpSeconds": "Wait before the start-up",
  "storage.preImageMemoryMiB": "Memory for pages not yet written",
  "storage.quotaMiB": "Quota",
  "storage.freeSpaceFloorMiB": "Free space to leave",
  "storage.placement.data": "Data files",
  "storage.placement.log": "Log file",
  "storage.placement.snapshot": "Snapshots",
  "storage.placement.tempdb": "tempdb",
  "storage.placement.backup": "Backups",
  device: "Device",
  preset: "Device",
  readServiceUs: "Read service time",
  sequentialReadServiceUs: "Sequential read",
  sequentialWriteServiceUs: "Sequential write",
  flushServiceUs: "Flush",
  sparseFlushWrites: "Journal of a sparse flush",
  regionAllocationUs: "Allocation of a region",
  batchSetupUs: "Setup of a batch",
  writeServiceUs: "Write service time",
  rotationsPerMinute: "Rotation",
  trackToTrackSeekUs: "Shortest seek",
  fullStrokeSeekUs: "Longest seek",
  writeSettleUs: "Settle of a write",
  transferMiBPerSecond: "Platter",
  readUs: "Read of a page",
  programUs: "Program of a page",
  sustainedProgramUs: "Program, sustained",
  fastWriteMiB: "Fast writes",
  bufferMiB: "Buffer",
  storedPercent: "Stored, compressed",
  level: "RAID level",
  members: "Disks",
  stripeUnitKiB: "Stripe unit",
  sizeMiB: "Cache",
  hitUs: "Write into the cache",
  destageFromPercent: "Destage from",
  portMiBPerSecond: "Rate of a port",
  latencyUs: "Latency",
  depth: "Queue depth",
  limitIosPerSecond: "Limit of I/Os",
  limitMiBPerSecond: "Limit of bytes",
  scheme: "On write",
  pageKiB: "Array page",
  sizeGiB: "Volume size",
  reservePercent: "Snapshot reserve",
  warningPercent: "Warning, below",
  poolGiB: "Pool to lend",
  warmupSeconds: "Warm-up",
  atSeconds: "Time",
};

/** "Think time" of `workload.thinkTimeMs`. */
export function labelOf(path: Path): string {
  const key = String(path.at(-1) ?? "");
  return spoken[path.join(".")] ?? spoken[key] ?? sentence(splitUnit(key).stem);
}

/** Short forms of labels that would take two lines beside their controls in the card of a volume. */
const shortLabels: Readonly<Record<string, string>> = {
  "Sequential read": "Seq. read",
  "Sequential write": "Seq. write",
  "Journal of a sparse flush": "Journal",
  "Allocation of a region": "Allocation",
  "Setup of a batch": "Batch setup",
  "Settle of a write": "Settle",
  "Read of a page": "Page read",
  "Program of a page": "Program",
  "Program, sustained": "Sustained",
  "Stored, compressed": "Stored",
  "Write into the cache": "Cache write",
  "Rate of a port": "Port rate",
};

/** The label as it fits a narrow place; the whole label is to be said beside it. */
export const shortLabel = (label: string): string => shortLabels[label] ?? label;

/** "fillFactor" is "Fill factor". */
function sentence(stem: string): string {
  const words = stem.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Parts of the form, in its order. */
export const formSections = [
  { id: "database", title: "Database" },
  { id: "storage", title: "Storage" },
  { id: "workload", title: "Workload" },
  { id: "timeline", title: "Snapshots and timeline" },
  { id: "measurement", title: "Measurement" },
] as const;

export type FormSection = (typeof formSections)[number]["id"];

/** The part of the form that a value is in. */
export function sectionOf(path: Path): FormSection {
  switch (path[0]) {
    case "server":
    case "database":
      return "database";
    case "storage":
    case "mode":
      return "storage";
    case "workload":
    case "reporting":
      return "workload";
    case "timeline":
      return "timeline";
    default:
      return "measurement";
  }
}

/** Where a value is, for a summary: "Storage, volume 2, Read service time". */
export function placeOf(path: Path): string {
  const section = formSections.find(({ id }) => id === sectionOf(path))?.title ?? "";
  const element = elementOf(path);
  const label = typeof path.at(-1) === "number" ? null : labelOf(path);
  return [section, element, label].filter((part) => part !== null).join(", ");
}

/** "volume 2", where a value is one of several of its kind. People count from one. */
export function elementOf(path: Path): string | null {
  const index = path.find((key) => typeof key === "number");
  if (index === undefined) return null;
  if (path[0] === "timeline") return `entry ${Number(index) + 1}`;
  return path[1] === "volumes" ? `volume ${Number(index) + 1}` : null;
}
