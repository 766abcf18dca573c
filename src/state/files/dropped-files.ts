/** What is dropped on the window: files, and of folders what is in them. */
import { comparisonFileExtension } from "../../../app/contract/rpc/comparisons.ts";
import { runFileExtension } from "../../../app/contract/rpc/runs.ts";
import { studyFileName } from "../../../app/contract/study.ts";
import { messageOf } from "../services/services.ts";
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
  const inFolders = await Promise.all(folders.map((folder) => filesIn(folder, deepest)));
  const all = inFolders.flat();
  const results = all.filter(({ name }) => isResult(name));
  const found = results.length > 0 ? results : all;
  // A folder in which nothing is ours stays what it was: a file that cannot be read, and is told so.
  return found.length === 0 ? files : [...files.filter(({ name }) => !names.has(name)), ...found];
}

/** A study and its results. */
const isResult = (name: string): boolean =>
  name === studyFileName ||
  name.endsWith(runFileExtension) ||
  name.endsWith(comparisonFileExtension);

/** What a server's folder of logs has of logs, and what is put beside them; dumps and the agent's log are neither. */
const isLog = (name: string): boolean =>
  /^ERRORLOG(\.\d+)?$/i.test(name) ||
  (/\.(log|txt|csv|tsv|rpt)$/i.test(name) && !/^(SQLDUMP|SQLAGENT)/i.test(name));

async function filesIn(folder: FileSystemDirectoryEntry, depth: number): Promise<OpenableFile[]> {
  if (depth === 0) return [];
  const found: OpenableFile[] = [];
  const reader = folder.createReader();
  for (;;) {
    // The reader hands out a part at a time, and at the end nothing.
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const entries = await promise.catch((error) => {
      throw new Error(`${folder.name}: the folder cannot be read (${messageOf(error)})`);
    });
    if (entries.length === 0) return found;
    for (const entry of entries) {
      if (entry.isDirectory) {
        found.push(...(await filesIn(entry as FileSystemDirectoryEntry, depth - 1)));
      } else if (isResult(entry.name) || isLog(entry.name)) {
        const file = Promise.withResolvers<File>();
        (entry as FileSystemFileEntry).file(file.resolve, file.reject);
        found.push(openableFile(await file.promise));
      }
    }
  }
}
