/** What was asked of a run, in words. */
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { countOf, formatNumber } from "../format/numbers.ts";
import { formatTidyDuration } from "../format/times.ts";
import { breakText } from "../run/breaks.ts";
import type { Act } from "./timeline.ts";

type CommandEvent = Extract<TimelineEvent, { kind: "command" }>;
type ReserveEvent = Extract<TimelineEvent, { kind: "reserve" }>;

const nsPerMs = 1e6;
const plain: Readonly<Record<string, string>> = {
  pause: "pause",
  resume: "resume",
  stepToNextPhase: "step to next phase",
  cancel: "cancel",
};

const transport: ReadonlySet<string> = new Set([
  ...["pause", "resume", "stepToNextPhase", "setPace", "breakOn"],
]);

/** `ordinal` counts from 1. */
export const actOf = (event: CommandEvent, ordinal: number): Act => ({
  id: `act/${ordinal}`,
  atMs: event.atNs / nsPerMs,
  label: labelOf(event.command),
  kind: event.command.kind,
  command: event.command,
  name: nameIn(event.command),
  transport: transport.has(event.command.kind),
  outcome: event.outcome,
  message: event.message ?? null,
});

/** What an array does about a reserve is felt as a command is. `ordinal` counts from 1. */
export const reserveAct = (event: ReserveEvent, ordinal: number): Act => ({
  id: `act/${ordinal}`,
  atMs: event.atMs,
  label: reserveLabel(event),
  kind: event.kind,
  command: event,
  name: event.snapshot,
  transport: false,
  outcome: "applied",
  message: null,
});

function reserveLabel({ what, volume, snapshot }: ReserveEvent): string {
  switch (what) {
    case "warning":
      return `reserve of ${volume} nearly full`;
    case "deleted":
      return `array deletes ‘${snapshot ?? ""}’ on ${volume} for room`;
    case "offline":
      return `array takes ${volume} and its snapshots offline`;
    case "online":
      return `array takes ${volume} online again`;
  }
}

/** The name that the command gives; a restore's is that of the other database, where it makes one. */
function nameIn({ kind, name, as }: CommandEvent["command"]): string | null {
  const named = kind === "restore" ? as : name;
  return typeof named === "string" ? named : null;
}

/** A command of a newer version is called what it calls itself. */
export function labelOf(command: CommandEvent["command"]): string {
  switch (command.kind) {
    case "createSnapshot":
      return `create snapshot ${String(command.name)}`;
    case "createArraySnapshot":
      return arraySnapshotLabel(command);
    case "deleteArraySnapshot":
      return `delete array snapshot ‘${String(command.name)}’`;
    case "dropSnapshot":
      return `drop snapshot ${String(command.name)}`;
    case "revertSnapshot":
      return `revert to snapshot ${String(command.name)}${keptUsers(command)}`;
    case "restartServer":
      return command.mode === "crash" ? "crash and restart" : "shut down and restart";
    case "updateTable":
      return command.batchRows === 0
        ? "update the table in one transaction"
        : `update the table, ${amountOf(command.batchRows)} rows a batch`;
    case "rebuildIndex":
      return `rebuild index ${String(command.index)}${onlineOf(command)}${command.compression === "page" ? ", page-compressed" : ""}`;
    case "createIndex":
      return `create index ${String(command.index)}${onlineOf(command)}${command.sortInTempdb === true ? ", sort in tempdb" : ""}`;
    case "selectInto":
      return `select ${amountOf(command.rows)} rows into ${command.name}`;
    case "damagePage":
      return typeof command.page === "string" ? `damage page ${command.page}` : "damage a page";
    case "scanTable":
      return scanLabel(command);
    case "dropTable":
      return `drop table ${String(command.name)}`;
    case "backup":
      return backupLabel(command);
    case "restore":
      return restoreLabel(command);
    case "verifyBackup":
      return `verify backup ‘${String(command.name)}’${command.checksum === true ? " with its checksums" : ""}`;
    case "setUsers":
      return `users ${amountOf(command.users)}`;
    case "setReportUsers":
      return command.users === 0
        ? `nobody reads ${String(command.name)}`
        : `${amountOf(command.users)} ${command.users === 1 ? "session reads" : "sessions read"} ${String(command.name)}`;
    case "checkDatabase":
      return typeof command.database === "string"
        ? `check database ‘${command.database}’`
        : "check database";
    case "prolong":
      return typeof command.seconds === "number"
        ? `prolong the run by ${formatTidyDuration(command.seconds * 1000)}`
        : "prolong the run";
    case "breakOn":
      return breakLabel(command);
    case "setPace":
      return command.pace === 0 ? "pace as fast as it goes" : `pace ${String(command.pace)}×`;
    default:
      return plain[command.kind] ?? command.kind;
  }
}

/** "break when a snapshot is armed" */
function breakLabel({ event, waitType, sizeMiB, set }: CommandEvent["command"]): string {
  const text = breakText({
    event: String(event),
    ...(typeof waitType === "string" ? { waitType } : {}),
    ...(typeof sizeMiB === "number" ? { sizeMiB } : {}),
  });
  return set === false ? `no break ${text}` : `break ${text}`;
}

function scanLabel({ maxDop, snapshot }: CommandEvent["command"]): string {
  const scanned = typeof snapshot === "string" ? `scan the table in ${snapshot}` : "scan the table";
  return typeof maxDop === "number" && maxDop > 0 ? `${scanned}, MAXDOP ${maxDop}` : scanned;
}

const freezes: Readonly<Record<string, string>> = {
  suspend: ", suspended",
  none: ", without a freeze",
};

/** "copy-only array snapshot ‘noon’ of Q, J, suspended" */
function arraySnapshotLabel(command: CommandEvent["command"]): string {
  const { name, freeze, volumes } = command;
  const of = Array.isArray(volumes) ? ` of ${volumes.join(", ")}` : "";
  return `${copyOnlyOf(command)}array snapshot ‘${String(name)}’${of}${freezes[String(freeze)] ?? ""}`;
}

const copyOnlyOf = ({ copyOnly }: CommandEvent["command"]): string =>
  copyOnly === true ? "copy-only " : "";

/** "copy-only full backup ‘nightly’, 4 files, 24 buffers" */
function backupLabel(command: CommandEvent["command"]): string {
  const { name, type, arraySnapshot, files, bufferCount } = command;
  return [
    `${copyOnlyOf(command)}${String(type)} backup ‘${String(name)}’`,
    ...(typeof arraySnapshot === "string" ? [`from array snapshot ‘${arraySnapshot}’`] : []),
    ...(typeof files === "number" && files !== 1 ? [countOf(files, "file")] : []),
    ...(command.toNul === true ? ["to NUL"] : []),
    ...(Array.isArray(command.filegroups) ? [`only ${command.filegroups.join(", ")}`] : []),
    ...(command.compression === true ? ["compressed"] : []),
    ...(typeof bufferCount === "number" ? [countOf(bufferCount, "buffer")] : []),
    ...sizesOf(command),
    ...(command.format === true || command.init === true ? ["overwrites"] : []),
    ...(command.checksum === false ? ["no checksums"] : []),
    ...pastDamage(command),
    ...(command.noTruncate === true ? ["no truncate"] : []),
  ].join(", ");
}

const sizesOf = ({ maxTransferSizeKiB, blockSizeBytes }: CommandEvent["command"]): string[] => [
  ...(typeof maxTransferSizeKiB === "number" ? [`transfers of ${maxTransferSizeKiB} KiB`] : []),
  ...(typeof blockSizeBytes === "number" ? [`blocks of ${blockSizeBytes} bytes`] : []),
];

const pastDamage = ({ continueAfterError }: CommandEvent["command"]): string[] =>
  continueAfterError === true ? ["continues after an error"] : [];

/** Those who are at work are thrown out first unless it is told. */
const keptUsers = ({ closeConnections }: CommandEvent["command"]): string =>
  closeConnections === false ? ", only if nobody is connected" : "";

/** "restore to 1 min 20 s, without the tail": what is as usual goes without saying. */
function restoreLabel(command: CommandEvent["command"]): string {
  const { stopAtSeconds, stopAtMark, stopBeforeMark, backUpTail, replace } = command;
  const { as: name, volume, recovery, backups, arraySnapshot } = command;
  let end =
    typeof stopAtSeconds === "number" ? formatTidyDuration(stopAtSeconds * 1000) : "the end";
  if (typeof stopAtMark === "string") end = `LSN ${stopAtMark}`;
  if (typeof stopBeforeMark === "string") end = `before LSN ${stopBeforeMark}`;
  const replaced = replace === true ? ", with replace" : "";
  const sources = [
    ...(typeof arraySnapshot === "string" ? [`array snapshot ‘${arraySnapshot}’`] : []),
    ...(Array.isArray(backups) ? backups : []),
  ];
  const from = sources.length > 0 ? `, from ${sources.join(", ")}` : "";
  const past = pastDamage(command).map((words) => `, ${words}`);
  const more = `${from}${replaced}${past.join("")}${keptUsers(command)}`;
  if (typeof name === "string") {
    const on = typeof volume === "string" ? ` on ${volume}` : "";
    return `restore ‘${name}’${on} to ${end}${recovery === false ? ", with norecovery" : ""}${more}`;
  }
  const tail = backUpTail === false ? ", without the tail" : "";
  return `restore to ${end}${tail}${more}`;
}

/** "1,000", as the menu has it; what a newer version gives is shown as it came. */
const amountOf = (count: unknown): string =>
  typeof count === "number" ? formatNumber(count) : String(count);

const onlineOf = ({ online }: CommandEvent["command"]): string =>
  online === true ? " online" : "";

/** The snapshot that is gone after this. */
export const droppedBy = ({ command, outcome }: CommandEvent): string | null =>
  command.kind === "dropSnapshot" && outcome === "applied" ? String(command.name) : null;
