/** What a server did beside creating snapshots, in words, as far as its log tells. */
import { backupTypes } from "../contract/command.ts";
import type { PhaseName } from "../contract/phase.ts";
import type { ReportPhase } from "../contract/report.ts";
import { formatBytes } from "../domain/format/bytes.ts";
import { countOf, formatNumber } from "../domain/format/numbers.ts";
import { formatTidyDuration } from "../domain/format/times.ts";
import { isSet, numberOf, textOf } from "./phase-figures.ts";

type Told = Pick<ReportPhase, "figures">;
type Part = string | null;

const joined = (...parts: readonly Part[]): string =>
  parts.filter((part) => part !== null).join("; ");

/** "12 pages"; null where the log does not count them. */
const counted = (phase: Told, key: string, one: string, many?: string): Part => {
  const count = numberOf(phase, key);
  return count === null ? null : countOf(count, one, many);
};

/** The log says MB and means 1,048,576 bytes: its figures follow from pages of 8 KiB. */
const rate = (phase: Told): Part => {
  const value = numberOf(phase, "megabytesPerSecond");
  return value === null ? null : `${formatNumber(value, 1)} MiB/s`;
};

const lasted = (phase: Told, key: string, title: string): Part => {
  const ms = numberOf(phase, key);
  return ms === null ? null : `${title} ${formatTidyDuration(ms)}`;
};

const sized = (phase: Told, key: string, of: string): Part => {
  const bytes = numberOf(phase, key);
  return bytes === null ? null : `${formatBytes(bytes)} ${of}`;
};

/** An engine tells the type by its number. */
const backupType = (phase: Told): Part => backupTypes[numberOf(phase, "kind") ?? -1] ?? null;

const pageOf = (phase: Told): Part => {
  const [file, page] = [numberOf(phase, "file"), numberOf(phase, "page")];
  return file === null || page === null ? null : `page ${file}:${page}`;
};

export const recoveryText = (phase: Told): string =>
  joined(
    isSet(phase, "ofConsistencyCheck") ? "of the hidden snapshot of a consistency check" : null,
    lasted(phase, "analysisMs", "analysis"),
    lasted(phase, "redoMs", "redo"),
    lasted(phase, "undoMs", "undo"),
    counted(phase, "rolledForward", "transaction rolled forward", "transactions rolled forward"),
    counted(phase, "rolledBack", "transaction rolled back", "transactions rolled back"),
    textOf(phase, "contradiction"),
  );

export const backupText = (phase: Told): string =>
  joined(
    isSet(phase, "failed") ? (textOf(phase, "cause") ?? "failed") : null,
    textOf(phase, "operation") ?? textOf(phase, "scope") ?? backupType(phase),
    isSet(phase, "ofStorageSnapshot") ? "its pages are in a snapshot of the storage" : null,
    counted(phase, "pages", "page"),
    sized(phase, "logBytes", "of log"),
    sized(phase, "bytes", "in its file"),
    rate(phase),
    textOf(phase, "device"),
  );

/** "12 errors found, 0 repaired"; or that it came to no result. */
export function consistencyText(phase: Told): string {
  if (isSet(phase, "failed")) {
    const state = numberOf(phase, "errorState");
    const why = state === null ? "" : ` (error state ${state})`;
    return joined(textOf(phase, "command"), `ended without a result${why}`);
  }
  const [found, repaired] = [numberOf(phase, "errorsFound"), numberOf(phase, "errorsRepaired")];
  return joined(
    textOf(phase, "command"),
    found === null
      ? null
      : `${countOf(found, "error")} found${repaired === null ? "" : `, ${formatNumber(repaired)} repaired`}`,
  );
}

const snapshotOf = (phase: Told): Part => {
  const snapshot = textOf(phase, "toSnapshot");
  return snapshot === null ? null : `to ${snapshot}`;
};

/** Who held the writes; nobody is named where the log does not tell. */
const freezers: ReadonlyMap<string, string> = new Map([
  ["vss", "by VSS"],
  ["suspend", "by SUSPEND_FOR_SNAPSHOT_BACKUP"],
]);

const session = (phase: Told): Part => {
  const id = numberOf(phase, "session");
  return id === null ? null : `session ${id}`;
};

export function activityText(phase: Told & { readonly name: PhaseName }): string {
  switch (phase.name) {
    case "recovery":
      return recoveryText(phase);
    case "backup":
    case "restore":
      return backupText(phase);
    case "verifyBackup":
    case "restoreData":
      return joined(counted(phase, "pages", "page"));
    case "restoreFiles":
      return joined(sized(phase, "bytes", "of zeros"));
    case "restoreLog":
      return joined(counted(phase, "records", "log record"), sized(phase, "bytes", "of log"));
    case "restoreFlush":
      return joined(counted(phase, "pages", "page"), counted(phase, "writes", "write"));
    case "restoreRecovery":
      return joined(
        counted(phase, "transactions", "transaction rolled back", "transactions rolled back"),
        counted(phase, "records", "log record"),
      );
    case "consistencyCheck":
      return consistencyText(phase);
    case "revert":
      return joined(
        snapshotOf(phase),
        counted(phase, "pages", "page copied back", "pages copied back"),
      );
    case "tableUpdate":
      return joined(
        counted(phase, "rows", "row"),
        counted(phase, "transactions", "transaction"),
        counted(phase, "pagesPushed", "page pushed", "pages pushed"),
      );
    case "tableScan":
      return joined(
        counted(phase, "rows", "row"),
        counted(phase, "pages", "page"),
        counted(phase, "pagesReadAhead", "read ahead", "read ahead"),
        counted(phase, "workers", "worker"),
      );
    case "indexRebuild":
    case "indexCreation":
    case "selectInto":
      return joined(
        counted(phase, "rows", "row"),
        counted(phase, "pages", "page"),
        counted(phase, "changesBroughtIn", "change brought in", "changes brought in"),
        counted(phase, "pagesPushed", "page pushed", "pages pushed"),
      );
    case "pageDamage":
      return joined(pageOf(phase));
    case "dropTable":
      return joined(counted(phase, "extentsFreed", "extent freed", "extents freed"));
    case "longIo":
      return joined(counted(phase, "occurrences", "I/O", "I/Os"), textOf(phase, "file"));
    case "latchTimeout":
      return joined(textOf(phase, "page"), counted(phase, "waitSeconds", "s waited", "s waited"));
    case "arraySnapshot":
      return joined(counted(phase, "volumes", "volume"));
    case "ioFreeze":
      return joined(freezers.get(textOf(phase, "kind") ?? "") ?? null, session(phase));
    case "stackDump":
      return joined(counted(phase, "lines", "line"), textOf(phase, "path"));
    default:
      return "";
  }
}
