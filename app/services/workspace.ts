/**
 * Folders of real runs. A run gets a folder only when it is empty, writable and has room; it marks it
 * as its own before it writes anything else, and removes everything in the end, whichever end it is.
 * What a killed run left in the default folder, which is Snapscope's own, the next run removes and says
 * so; in any other folder it is shown, never removed unasked. Any other refusal has touched nothing.
 */
import {
  mkdir,
  readdir,
  realpath,
  rename,
  rmdir,
  stat,
  statfs,
  unlink,
  writeFile,
} from "node:fs/promises";
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
import {
  findLeftovers,
  type Leftovers,
  removeContent,
  removeLeftovers,
  unlessGone,
  unlessKept,
} from "./workspace-removal.ts";

const bytesPerMiB = 1024 * 1024;

export interface WorkspaceOptions {
  readonly quotaMiB: number;
  readonly freeSpaceFloorMiB: number;
}

export interface Workspace {
  readonly folder: string;
  /** What an interrupted run had left here and is gone now, in a sentence; null: nothing. */
  readonly removed: string | null;
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
    const claimed = await claimFolder(wanted, options, { isOwn: folder === null, created });
    if (!claimed.ok && created !== undefined) await removeEmpty(wanted, created);
    return claimed;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return refused(`${wanted}: cannot be used (${code}); choose a folder that you may write to`);
  }
}

/** `created`: the topmost of the folders that were made for it. */
interface Claiming {
  readonly isOwn: boolean;
  readonly created: string | undefined;
}

async function claimFolder(
  wanted: string,
  options: WorkspaceOptions,
  { isOwn, created }: Claiming,
): Promise<Result<Workspace>> {
  const marker: Marker = {
    formatVersion: 1,
    owner: identityOf(process.pid),
    engine: null,
    started: new Date().toISOString(),
    subfolders: subfolders.map(({ name }) => name),
  };
  const found = isOwn ? await readMarker(wanted) : null;
  const abandoned = found?.state === "present" && liveProcess(found.marker) === null;
  const removed = abandoned ? await takeOver(await realpath(wanted), marker) : success(null);
  if (!removed.ok) return removed;
  const suitable = await checkFolder(wanted, options);
  if (!suitable.ok) return suitable;
  const folder = suitable.value;
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
  return success(openWorkspace(folder, marker, { created, removed: removed.value }));
}

/**
 * Removes what a dead process left in our own folder, and says what. Where several runs start at
 * once, the one removes whose new marker is there: a marker that lies aside and whose owner is alive
 * keeps the others away, and what was found dead is looked at again behind it.
 */
async function takeOver(folder: string, marker: Marker): Promise<Result<string | null>> {
  const aside = join(folder, newMarkerName);
  const other = await readMarker(folder, newMarkerName);
  if (other.state === "present") {
    const alive = liveProcess(other.marker);
    if (alive !== null) return refused(inUse(folder, alive));
  }
  // It may be of a run that died while it wrote or removed.
  if (other.state !== "absent") await unlessGone(unlink(aside));
  try {
    await writeFile(aside, printMarker(marker), { flag: "wx" });
  } catch (error) {
    return refused(notWritable(folder, (error as NodeJS.ErrnoException).code ?? ""));
  }
  const found = await readMarker(folder);
  const alive = found.state === "present" ? liveProcess(found.marker) : null;
  if (found.state !== "present" || alive !== null) {
    await unlessGone(unlink(aside));
    return alive === null ? success(null) : refused(inUse(folder, alive));
  }
  const { files, bytesOnDisk } = await removeContent(folder);
  // In this order, so that there is one of the two as long as anything is removed.
  await unlessGone(unlink(join(folder, markerName)));
  await unlessGone(unlink(aside));
  const { started } = found.marker;
  return success(
    `${folder}: removed what an interrupted run left (started ${started}): ` +
      sizeOf(files, bytesOnDisk),
  );
}

const inUse = (folder: string, pid: number) =>
  `${folder}: is in use by a run (process ${pid}); wait for its end or choose another folder`;

const sizeOf = (files: readonly string[], bytesOnDisk: number) =>
  `${files.length} ${files.length === 1 ? "file" : "files"}, ${mebibytes(bytesOnDisk)} on disk`;

const printMarker = (marker: Marker) => `${JSON.stringify(marker, null, 2)}\n`;

const notWritable = (folder: string, code: string) =>
  code === "EEXIST"
    ? `${folder}: is in use by another run; wait for its end or choose another folder`
    : `${folder}: cannot be written to (${code}); choose a folder that you may write to`;

function openWorkspace(
  folder: string,
  marker: Marker,
  { created, removed }: Pick<Workspace, "removed"> & Pick<Claiming, "created">,
): Workspace {
  return {
    folder,
    removed,
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
    return refused(inUse(folder, alive));
  }
  const { files, bytesOnDisk } = await findLeftovers(folder);
  // The app removes it by a button; on the command line the detail says how.
  return failure(
    "folderLeftover",
    `${folder}: holds what an interrupted run left (started ${found.marker.started}): ` +
      `${sizeOf(files, bytesOnDisk)}, which must be removed first`,
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
