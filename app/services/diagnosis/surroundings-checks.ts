/** What the program finds around it: the machine, its folders, the library, display and printer. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chromiumFix, findChromium } from "../pdf/find-chromium.ts";
import { dataFolder, defaultExperimentsFolder } from "../platform-folders.ts";
import { readPreset } from "../presets.ts";
import { machineFacts } from "../system-info.ts";
import { mebibytes } from "../workspace.ts";
import type { Check } from "./check.ts";

const bytesPerMiB = 1024 * 1024;

export function machineCheck(): Check {
  const { platform, processors, memoryBytes } = machineFacts();
  return {
    id: "machine",
    title: "Machine",
    status: "ok",
    found: `${platform}, ${processors} processors, ${mebibytes(memoryBytes)} of memory`,
    fix: null,
  };
}

/** better-sqlite3 is loaded here, not at the top: that it cannot be is one of the findings. */
export async function libraryCheck(environment: NodeJS.ProcessEnv): Promise<Check> {
  const folder = dataFolder(process.platform, environment);
  const check = { id: "library", title: "Run library" };
  try {
    const { libraryFileName, openDatabase } = await import("../library/open-database.ts");
    const { RunStore } = await import("../library/run-store.ts");
    const path = join(folder, libraryFileName);
    if (!existsSync(path)) {
      return {
        ...check,
        status: "ok",
        found: `none yet; the first saved run makes ${path}`,
        fix: null,
      };
    }
    const database = openDatabase(folder);
    if (!database.ok) {
      // The message says what to do as well.
      return { ...check, status: "missing", found: database.error.message, fix: null };
    }
    const runs = new RunStore(database.value).list().length;
    database.value.close();
    const size = mebibytes(statSync(path).size);
    return { ...check, status: "ok", found: `${runs} runs, ${size}, ${path}`, fix: null };
  } catch (error) {
    const found = `SQLite cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    return { ...check, status: "missing", found, fix: "install the packages again with: npm ci" };
  }
}

/** The default folder of real runs lies in the data folder: one file system, one check. */
export async function folderCheck(environment: NodeJS.ProcessEnv): Promise<Check> {
  const folder = dataFolder(process.platform, environment);
  const experiments = defaultExperimentsFolder(process.platform, environment);
  const check = { id: "folders", title: "Data folder" };
  const existing = nearestExisting(folder);
  const elsewhere = "set SNAPSCOPE_DATA to a folder of yours";
  if (!isWritableFolder(existing)) {
    const found = `${folder}: ${existing} cannot be written`;
    return { ...check, status: "missing", found, fix: `make it writable, or ${elsewhere}` };
  }
  const freeMiB = await freeSpaceMiB(existing);
  const neededMiB = await neededByRealRun();
  const short = neededMiB !== null && freeMiB < neededMiB;
  const room = short ? `; a real run by the preset needs ${neededMiB} MiB` : "";
  return {
    ...check,
    status: short ? "note" : "ok",
    found: `${folder}, ${freeMiB} MiB free${room}; real runs use ${experiments}`,
    fix: short
      ? `free some space, ${elsewhere}, or lower storage.quotaMiB and storage.freeSpaceFloorMiB`
      : null,
  };
}

function nearestExisting(folder: string): string {
  let candidate = folder;
  while (!existsSync(candidate) && dirname(candidate) !== candidate) candidate = dirname(candidate);
  return candidate;
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

async function freeSpaceMiB(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / bytesPerMiB);
}

/** What the preset for this machine's disks asks for. */
async function neededByRealRun(): Promise<number | null> {
  const preset = await readPreset("creation-on-this-machine");
  if (!preset.ok) return null;
  return preset.value.storage.quotaMiB + preset.value.storage.freeSpaceFloorMiB;
}

export function displayCheck(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Check {
  const check = { id: "display", title: "Display" };
  if (platform !== "linux") return { ...check, status: "ok", found: "the desktop's", fix: null };
  const display = environment.WAYLAND_DISPLAY ?? environment.DISPLAY ?? "";
  return display === ""
    ? {
        ...check,
        status: "note",
        found: "none; the app is served to a browser instead",
        fix: "start it from a desktop session, or use: snapscope serve",
      }
    : { ...check, status: "ok", found: display, fix: null };
}

export function pdfCheck(): Check {
  const check = { id: "pdf", title: "PDF reports" };
  const found = findChromium();
  if (found.ok) return { ...check, status: "ok", found: found.value, fix: null };
  const named = found.error.message.startsWith("SNAPSCOPE_CHROMIUM");
  return {
    ...check,
    status: "note",
    found: named ? found.error.message : "no Chromium to print them; HTML, CSV and JSON need none",
    fix: named ? null : chromiumFix(),
  };
}
