/** The file that says that a folder's content is ours, whose run it is, and what we may remove. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProcessIdentity } from "./process-identity.ts";

export const markerName = "snapscope-run.json";
/** A changed marker is written here and renamed, so that a marker is whole at every moment. */
export const newMarkerName = `${markerName}.new`;

/** Folders that a run makes in its folder, and the names of what the engine keeps in each. */
export const subfolders = [
  // A consistency check has its sparse file beside each data file, and the instance its catalogue.
  { name: "data", files: /\.[mn]df([:_]MSSQL_DBCC\d+)?$|^snapshots\.cat$/ },
  { name: "log", files: /\.ldf$/ },
  { name: "tempdb", files: /^tempdb\.mdf$/ },
  { name: "snapshot", files: /\.ss$/ },
  // The log's end in .trn.
  { name: "backup", files: /\.(bak|trn)$/ },
] as const;

export interface Marker {
  readonly formatVersion: 1;
  /** The process that claimed the folder, and removes its content in the end. */
  readonly owner: ProcessIdentity;
  /** The engine process, which may outlive a killed owner by a moment. */
  readonly engine: ProcessIdentity | null;
  readonly started: string;
  /** What lies here; anything else in the folder is not ours. */
  readonly subfolders: readonly string[];
}

export type MarkerState =
  | { readonly state: "absent" }
  | { readonly state: "unreadable" }
  | { readonly state: "present"; readonly marker: Marker };

/** `name`: of the marker, or of the one that lies aside. */
export async function readMarker(folder: string, name = markerName): Promise<MarkerState> {
  let text: string;
  try {
    text = await readFile(join(folder, name), "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return { state: code === "ENOENT" || code === "ENOTDIR" ? "absent" : "unreadable" };
  }
  try {
    const marker: unknown = JSON.parse(text);
    return isMarker(marker) ? { state: "present", marker } : { state: "unreadable" };
  } catch {
    return { state: "unreadable" };
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isIdentity = (value: unknown): value is ProcessIdentity =>
  isRecord(value) &&
  Number.isSafeInteger(value.pid) &&
  Number(value.pid) > 0 &&
  (value.start === null || typeof value.start === "string");

const isMarker = (value: unknown): value is Marker =>
  isRecord(value) &&
  value.formatVersion === 1 &&
  isIdentity(value.owner) &&
  (value.engine === null || isIdentity(value.engine)) &&
  typeof value.started === "string" &&
  Array.isArray(value.subfolders) &&
  value.subfolders.every((name) => subfolders.some((known) => known.name === name));
