/** What the system's dialogs offer as kinds of files. */
import type { FileFilter } from "electron";
import { comparisonFileExtension } from "../contract/rpc/comparisons.ts";
import type { FileKind } from "../contract/rpc/host-bridge.ts";
import { runFileExtension } from "../contract/rpc/runs.ts";

const run = runFileExtension.slice(1);
const comparison = comparisonFileExtension.slice(1);
const any: FileFilter = { name: "All files", extensions: ["*"] };

export const openFilters: Readonly<Record<FileKind, FileFilter[]>> = {
  // An ERRORLOG has no extension, or a number for one.
  log: [any, { name: "Logs, counters, waits", extensions: ["log", "txt", "csv", "tsv", "rpt"] }],
  run: [{ name: "Runs, comparisons, sweeps", extensions: [run, comparison, "json"] }, any],
};

const saved: Readonly<Record<string, string>> = {
  [run]: "Snapscope run",
  [comparison]: "Snapscope comparison",
  html: "Web page",
  pdf: "PDF document",
  csv: "Comma-separated values",
  json: "JSON",
  png: "PNG picture",
  svg: "SVG picture",
  log: "Log",
  txt: "Text",
};

/** By the extension of the suggested name, which the dialog then adds to a name without one. */
export function saveFilters(name: string): FileFilter[] {
  const extension = /\.([^.]+)$/.exec(name)?.[1];
  if (extension === undefined) return [any];
  return [{ name: saved[extension] ?? `${extension} file`, extensions: [extension] }, any];
}
