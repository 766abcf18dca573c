/** The system's dialogs for files: the only way by which the page reaches the disk. */
import { rename, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { type BrowserWindow, dialog } from "electron";
import type { FileKind, PickedFile } from "../contract/rpc/host-bridge.ts";
import { openFilters, saveFilters } from "./file-filters.ts";
import { pickedFile } from "./picked-file.ts";

export async function openFiles(window: BrowserWindow, kind: FileKind): Promise<PickedFile[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: kind === "log" ? "Open logs and counters" : "Import run",
    properties: ["openFile", "multiSelections"],
    filters: openFilters[kind],
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
      files.push(await pickedFile(path));
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
  const name = basename(suggestedName);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: name,
    filters: saveFilters(name),
  });
  if (canceled || filePath === "") return null;
  // A full disk must not cost the file that was there before.
  const fresh = `${filePath}.part`;
  try {
    await writeFile(fresh, bytes);
    await rename(fresh, filePath);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  return filePath;
}
