/**
 * Folders of real runs. A run gets a folder only when it is empty, writable and has room; it marks it
 * as its own before it writes anything else, and removes everything in the end, whichever end it is.
 * What a killed run left is shown, never removed unasked. A refusal has touched nothing.
 */
import { mkdir, readdir, realpath, rename, rmdir, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { failure, type Result, success } from "../contract/result.ts";
import { defaultExperimentsFolder } from "./platform-folders.ts";
import { identityOf, isAlive } from "./process-identity.ts";
import {
  type Marker,
  markerName,
  newMarkerName,
  readMarker,
  subfolders,
} from "./workspace-marker.ts";
import { findLeftovers, type Leftovers, removeLeftovers, unlessKept } from "./workspace-removal.ts";

const bytesPerMiB = 1024 * 1024;

export interface WorkspaceOptions {
  readonly quotaMiB: number;
  readonly freeSpaceFloorMiB: number;
}

export interface Workspace {
  readonly folder: string;
  /** Notes the engine process, which a later claim then also waits for. */
  noteEngine(pid: number): Promise<void>;
  /** Removes all that the run left; what is returned as foreign was not ours and stays. */
  release(): Promise<Leftovers>;
}

const refused = (message: string) => failure("folderRefused", message);

/** `folder` null means the default folder, the only one that is created when it is missing. */
export async function claimWorkspace(
  folder: string | null,
  options: WorkspaceOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Result<Workspace>> {
  const wanted = resolve(folder ?? defaultExperimentsFolder(process.platform, environment));
  let created: string | undefined;
  try {
    if (folder === null) created = await mkdir(wanted, { recursive: true });
    const claimed = await claimFolder(wanted, options, created);
    if (!claimed.ok && created !== undefined) await removeEmpty(wanted, created);
    return claimed;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return refused(`${wanted}: cannot be used (${code}); choose a folder that you may write to`);
  }
}

async function claimFolder(
  wanted: string,
  options: WorkspaceOptions,
  created: string | undefined,
): Promise<Result<Workspace>> {
  const suitable = await checkFolder(wanted, options);
  if (!suitable.ok) return suitable;
  const folder = suitable.value;
  const marker: Marker = {
    formatVersion: 1,
    owner: identityOf(process.pid),
    engine: null,
    started: new Date().toISOString(),
    subfolders: subfolders.map(({ name }) => name),
  };
  try {
    // Exclusive: of two runs that both found the folder empty, one gets it.
    await writeFile(join(folder, markerName), printMarker(marker), { flag: "wx" });
  } catch (error) {
    return refused(notWritable(folder, (error as NodeJS.ErrnoException).code ?? ""));
  }
  try {
    for (const { name } of subfolders) await mkdir(join(folder, name));
  } catch (error) {
    await removeLeftovers(folder);
    throw error;
  }
  return success(openWorkspace(folder, marker, created));
}

const printMarker = (marker: Marker) => `${JSON.stringify(marker, null, 2)}\n`;

const notWritable = (folder: string, code: string) =>
  code === "EEXIST"
    ? `${folder}: is in use by another run; wait for its end or choose another folder`
    : `${folder}: cannot be written to (${code}); choose a folder that you may write to`;

function openWorkspace(folder: string, marker: Marker, created: string | undefined): Workspace {
  return {
    folder,
    noteEngine: async (pid) => {
      const aside = join(folder, newMarkerName);
      await writeFile(aside, printMarker({ ...marker, engine: identityOf(pid) }));
      await rename(aside, join(folder, markerName));
    },
    release: async () => {
      const leftovers = await removeLeftovers(folder);
      if (created !== undefined) await removeEmpty(folder, created);
      return leftovers;
    },
  };
}

/** Takes back the default folder with the parents that were made for it. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let path = folder; path.length >= top.length; path = dirname(path)) {
    await unlessKept(rmdir(path));
  }
}

/** The real path of a folder that a run may use; writes nothing. */
async function checkFolder(wanted: string, options: WorkspaceOptions): Promise<Result<string>> {
  let folder: string;
  try {
    folder = await realpath(wanted);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return refused(
      code === "ENOENT"
        ? `${wanted}: does not exist; create it or choose another folder`
        : `${wanted}: cannot be reached (${code}); choose another folder`,
    );
  }
  const status = await stat(folder);
  if (!status.isDirectory()) return refused(`${wanted}: is not a folder; choose an empty folder`);
  const marked = await checkMarker(folder);
  if (!marked.ok) return marked;
  const entries = await readdir(folder);
  if (entries.length > 0) return refused(holdsOthers(wanted, entries));
  // Root could write all the same; that somebody took away every write bit is meant as a no.
  if (process.platform !== "win32" && (status.mode & 0o222) === 0) {
    return refused(`${wanted}: is read-only; choose a folder that you may write to`);
  }
  return checkSpace(folder, options);
}

function holdsOthers(folder: string, entries: readonly string[]): string {
  const shown = entries.slice(0, 3).map((entry) => JSON.stringify(entry));
  const more = entries.length > 3 ? ` and ${entries.length - 3} more` : "";
  return (
    `${folder}: is not empty (it holds ${shown.join(", ")}${more}); ` +
    "a run needs an empty folder of its own: create one or choose another"
  );
}

async function checkMarker(folder: string): Promise<Result<null>> {
  const found = await readMarker(folder);
  if (found.state === "absent") return success(null);
  if (found.state === "unreadable") {
    return refused(
      `${folder}: holds a ${markerName} that cannot be read; look at it, then remove it or choose another folder`,
    );
  }
  const alive = liveProcess(found.marker);
  if (alive !== null) {
    return refused(
      `${folder}: is in use by a run (process ${alive}); wait for its end or choose another folder`,
    );
  }
  const { files, bytesOnDisk } = await findLeftovers(folder);
  const count = `${files.length} ${files.length === 1 ? "file" : "files"}`;
  // The app removes it by a button; on the command line the detail says how.
  return failure(
    "folderLeftover",
    `${folder}: holds what an interrupted run left (started ${found.marker.started}): ${count}, ` +
      `${mebibytes(bytesOnDisk)} on disk, which must be removed first`,
    `remove it with: ${cleanCommand(folder)}`,
  );
}

export const cleanCommand = (folder: string) =>
  `snapscope clean ${/^[\w./:\\-]+$/.test(folder) ? folder : JSON.stringify(folder)}`;

export const mebibytes = (bytes: number) => `${(bytes / bytesPerMiB).toFixed(1)} MiB`;

function liveProcess({ owner, engine }: Marker): number | null {
  if (isAlive(owner)) return owner.pid;
  return engine !== null && isAlive(engine) ? engine.pid : null;
}

async function checkSpace(folder: string, options: WorkspaceOptions): Promise<Result<string>> {
  const { bavail, bsize } = await statfs(folder);
  const freeMiB = Math.floor((bavail * bsize) / bytesPerMiB);
  const { quotaMiB, freeSpaceFloorMiB } = options;
  if (freeMiB >= quotaMiB + freeSpaceFloorMiB) return success(folder);
  return refused(
    `${folder}: has ${freeMiB} MiB free, and the run needs ${quotaMiB + freeSpaceFloorMiB} MiB ` +
      `(storage.quotaMiB ${quotaMiB} + storage.freeSpaceFloorMiB ${freeSpaceFloorMiB}); ` +
      "choose another folder, or lower them",
  );
}

export interface Cleaned extends Leftovers {
  readonly folder: string;
  /** False when there was nothing of ours, which only the default folder may be asked for. */
  readonly found: boolean;
}

/** Removes the leftovers of an interrupted run, and only those. */
export async function cleanFolder(
  folder: string | null,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Result<Cleaned>> {
  const wanted = resolve(folder ?? defaultExperimentsFolder(process.platform, environment));
  const found = await readMarker(wanted);
  if (found.state === "absent") {
    if (folder === null) {
      return success({ folder: wanted, found: false, files: [], bytesOnDisk: 0, foreign: [] });
    }
    return refused(
      `${wanted}: holds no ${markerName}, so nothing in it is known to be ours; nothing was removed`,
    );
  }
  if (found.state === "unreadable") {
    return refused(
      `${wanted}: its ${markerName} cannot be read, so nothing in it is known to be ours; nothing was removed`,
    );
  }
  const alive = liveProcess(found.marker);
  if (alive !== null) {
    return refused(
      `${wanted}: is in use by a run (process ${alive}); nothing was removed. Wait for its end, or end it`,
    );
  }
  const cleaned = await removeLeftovers(await realpath(wanted));
  return success({ folder: wanted, found: true, ...cleaned });
}
