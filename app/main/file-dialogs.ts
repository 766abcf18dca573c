/** The system's dialogs for files: the only way by which the page reaches the disk. */
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { type BrowserWindow, dialog, type FileFilter } from "electron";
import type { FileKind, PickedFile } from "../contract/rpc/host-bridge.ts";
import { runFileExtension } from "../contract/rpc/runs.ts";

const any: FileFilter = { name: "All files", extensions: ["*"] };
const filters: Readonly<Record<FileKind, FileFilter[]>> = {
  // An ERRORLOG has no extension, or a number for one.
  log: [any, { name: "ERRORLOG", extensions: ["log", "txt"] }],
  run: [{ name: "Snapscope run", extensions: [runFileExtension.slice(1)] }, any],
};

/** As the contract allows for a file that is opened. */
const maxBytes = 256 * 1024 * 1024;

export async function openFiles(window: BrowserWindow, kind: FileKind): Promise<PickedFile[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: kind === "log" ? "Open ERRORLOG" : "Import run",
    properties: ["openFile", "multiSelections"],
    filters: filters[kind],
  });
  return canceled ? [] : readFiles(window, filePaths);
}

/** Reads what can be read, and says what cannot. */
export async function readFiles(
  window: BrowserWindow,
  paths: readonly string[],
): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      const { size } = await stat(path);
      if (size > maxBytes) {
        const mebibytes = Math.ceil(size / 1024 / 1024);
        problems.push(`${path}: ${mebibytes} MiB; files up to 256 MiB can be opened`);
      } else {
        files.push({ name: basename(path), bytes: new Uint8Array(await readFile(path)) });
      }
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
