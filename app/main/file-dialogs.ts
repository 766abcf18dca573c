/** The system's dialogs for files: the only way by which the page reaches the disk. */
import { rename, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { type BrowserWindow, dialog, type FileFilter } from "electron";
import { comparisonFileExtension } from "../contract/rpc/comparisons.ts";
import type { FileKind, PickedFile } from "../contract/rpc/host-bridge.ts";
import { runFileExtension } from "../contract/rpc/runs.ts";

const runExtensions = [runFileExtension.slice(1), comparisonFileExtension.slice(1), "json"];
const any: FileFilter = { name: "All files", extensions: ["*"] };
const filters: Readonly<Record<FileKind, FileFilter[]>> = {
  // An ERRORLOG has no extension, or a number for one.
  log: [any, { name: "Logs, counters, waits", extensions: ["log", "txt", "csv", "tsv", "rpt"] }],
  run: [{ name: "Runs, comparisons, sweeps", extensions: runExtensions }, any],
};

export async function openFiles(window: BrowserWindow, kind: FileKind): Promise<PickedFile[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: kind === "log" ? "Open logs and counters" : "Import run",
    properties: ["openFile", "multiSelections"],
    filters: filters[kind],
  });
  return canceled ? [] : pickFiles(window, filePaths);
}

/** The files that are there, and a word about those that are not. */
export async function pickFiles(
  window: BrowserWindow,
  paths: readonly string[],
): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      const status = await stat(path);
      if (status.isFile()) files.push({ name: basename(path), path, size: status.size });
      else problems.push(`${path}: is no file; open the files in it`);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : `${path}: ${String(error)}`);
    }
  }
  if (problems.length > 0) {
    const message = "Not every file could be opened.";
    await dialog.showMessageBox(window, { type: "error", message, detail: problems.join("\n") });
  }
  return files;
}

/** The path; null when the user cancelled. An error of the disk rejects, with its message. */
export async function saveFile(
  window: BrowserWindow,
  suggestedName: string,
  bytes: Uint8Array,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: basename(suggestedName),
  });
  if (canceled || filePath === "") return null;
  // A full disk must not cost the file that was there before.
  const fresh = `${filePath}.part`;
  await writeFile(fresh, bytes);
  await rename(fresh, filePath);
  return filePath;
}
