/** A file that the user has chosen, as the page gets it. */
import { readFile, stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { PickedFile } from "../contract/rpc/host-bridge.ts";

/** No scenario that a person wrote is larger. */
const longestText = 1024 * 1024;

/** Rejects with the reason where it is no file that can be read. */
export async function pickedFile(path: string): Promise<PickedFile> {
  const status = await stat(path);
  if (!status.isFile()) throw new Error(`${path}: is no file; open the files in it`);
  const { size } = status;
  const file = { name: basename(path), path, size };
  if (extname(path).toLowerCase() !== ".json" || size > longestText) return file;
  return { ...file, text: await readFile(path, "utf8") };
}
