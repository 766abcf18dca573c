/** What is dropped on the window: files, and of folders what is in them. */

import { runFileExtension } from "../../../app/contract/rpc/runs.ts";
import { studyFileName } from "../../../app/contract/study.ts";
import { type OpenableFile, openableFile } from "./files.ts";

/** A sweep's folder has its results one below. */
const deepest = 2;

/** Has to be called while the drop is handled: afterwards its items are gone. */
export async function droppedFiles(
  transfer: DataTransfer | null,
): Promise<readonly OpenableFile[]> {
  if (transfer === null) return [];
  const files = [...transfer.files].map(openableFile);
  const folders = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry?.isDirectory === true) as FileSystemDirectoryEntry[];
  if (folders.length === 0) return files;
  const names = new Set(folders.map(({ name }) => name));
  const inFolders = await Promise.all(folders.map((folder) => resultsIn(folder, deepest)));
  const found = inFolders.flat();
  // A folder in which nothing is ours stays what it was: a file that cannot be read, and is told so.
  return found.length === 0 ? files : [...files.filter(({ name }) => !names.has(name)), ...found];
}

/** A study and its results: a folder may have much else. */
const isOurs = (name: string): boolean => name === studyFileName || name.endsWith(runFileExtension);

async function resultsIn(folder: FileSystemDirectoryEntry, depth: number): Promise<OpenableFile[]> {
  if (depth === 0) return [];
  const found: OpenableFile[] = [];
  const reader = folder.createReader();
  for (;;) {
    // The reader hands out a part at a time, and at the end nothing.
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const entries = await promise;
    if (entries.length === 0) return found;
    for (const entry of entries) {
      if (entry.isDirectory) {
        found.push(...(await resultsIn(entry as FileSystemDirectoryEntry, depth - 1)));
      } else if (isOurs(entry.name)) {
        const file = Promise.withResolvers<File>();
        (entry as FileSystemFileEntry).file(file.resolve, file.reject);
        found.push(openableFile(await file.promise));
      }
    }
  }
}
