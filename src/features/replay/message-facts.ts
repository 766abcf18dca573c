/** The figures of a message, named and with their units: whatever its kind, what it says is shown. */
import type { Message } from "../../../app/domain/errorlog/messages/message.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { formatNumber, formatPercent } from "../../../app/domain/format/numbers.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import type { Fact } from "../../components/ui/FactList.tsx";

type Format = (value: number) => string;

const counted =
  (unit: string): Format =>
  (value) =>
    `${formatNumber(value)} ${unit}`;
const seconds: Format = (value) => formatDuration(value * 1000);
const kibibytes: Format = (value) => formatBytes(value * 1024);
const mebibytes: Format = (value) => formatBytes(value * 2 ** 20);
/** The log says MB and means 1,048,576 bytes: its figures follow from pages of 8 KiB. */
const rate: Format = (value) => `${formatNumber(value, 1)} MiB/s`;

/** By the names of the messages' fields. Paths and texts are given lines of their own. */
export const messageNumbers: Readonly<Record<string, readonly [name: string, format: Format]>> = {
  analysisMs: ["Analysis", formatDuration],
  attempts: ["Attempts", formatNumber],
  averageWriteLatencyMs: ["Write latency, mean", counted("ms")],
  committedKilobytes: ["Committed", kibibytes],
  contextSwitches: ["Context switches", formatNumber],
  durationMs: ["Took", formatDuration],
  durationSeconds: ["For", seconds],
  errorsFound: ["Errors found", formatNumber],
  errorsRepaired: ["Errors repaired", formatNumber],
  ioSaturation: ["I/O saturation", formatNumber],
  lastTargetOutstanding: ["Writes outstanding, target", formatNumber],
  latchType: ["Latch mode", formatNumber],
  logicalProcessors: ["Logical processors", formatNumber],
  megabytes: ["Memory", mebibytes],
  megabytesPerSecond: ["Throughput", rate],
  occurrences: ["Occurrences", formatNumber],
  osError: ["Error of the system", (value) => String(value)],
  pages: ["Pages", formatNumber],
  percent: ["Progress", (value) => formatPercent(value / 100, 0)],
  pid: ["Process", (value) => String(value)],
  redoBytes: ["Redo, at most", formatBytes],
  redoMs: ["Redo", formatDuration],
  scheduler: ["Scheduler", (value) => String(value)],
  seconds: ["Took", seconds],
  secondsRemaining: ["Estimated remaining", counted("s")],
  session: ["Session", (value) => String(value)],
  sockets: ["Sockets", formatNumber],
  thresholdSeconds: ["Longer than", counted("s")],
  transactions: ["Transactions", formatNumber],
  undoMs: ["Undo", formatDuration],
  undoRecords: ["Undo, at most", counted("records")],
  waitSeconds: ["Waited", seconds],
  workingSetKilobytes: ["Working set", kibibytes],
  writesPerSecond: ["Writes", counted("per second")],
};

const texts: Readonly<Record<string, string>> = {
  account: "Account",
  build: "Build",
  client: "Client",
  command: "Command",
  device: "Device",
  edition: "Edition",
  file: "File",
  filegroup: "Filegroup",
  finished: "Finished",
  firstLsn: "First LSN",
  from: "From",
  host: "Host",
  lastLsn: "Last LSN",
  name: "Name",
  offset: "Offset",
  operation: "Operation",
  option: "Option",
  osText: "The system says",
  page: "Page",
  path: "File",
  platform: "Runs on",
  pool: "Pool",
  problem: "Problem",
  product: "Product",
  reason: "Reason",
  scope: "What",
  snapshot: "Snapshot",
  splitLsn: "Split LSN",
  step: "Step",
  store: "Store",
  target: "Target",
  to: "To",
  user: "User",
  value: "Value",
};

/** Longer ones stand below their names. */
const shortText = 22;

/** A fact for every field that has a name here; the database is shown by who shows the record. */
export function messageFacts(message: Message): readonly Fact[] {
  return Object.entries(message).flatMap(([field, value]: [string, unknown]): Fact[] => {
    if (typeof value === "number") {
      const [name, format] = messageNumbers[field] ?? [];
      return name === undefined || format === undefined ? [] : [{ name, value: format(value) }];
    }
    const name = texts[field];
    if (typeof value !== "string" || value === "" || name === undefined) return [];
    return [{ name, value, wide: value.length > shortText }];
  });
}
