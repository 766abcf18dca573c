/** The files of the corpus, and captures read from them to their end. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Capture, openCapture } from "../capture.ts";

const folder = fileURLToPath(new URL("logs", import.meta.url));

/** Names below the folder, with slashes, in a fixed order. */
export const corpusNames: readonly string[] = readdirSync(folder, {
  recursive: true,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile() && !entry.name.startsWith(".git"))
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  .map((name) => name.replaceAll("\\", "/"))
  .toSorted();

export const corpusPath = (name: string): string => join(folder, name);
export const corpusBytes = (name: string): Buffer => readFileSync(corpusPath(name));

/** Reads it to its end and hands it to `use`; the files are closed afterwards. */
export function withCapture<T>(
  inputs: Parameters<typeof openCapture>[0],
  use: (capture: Capture) => T,
  originMs: number | null = null,
): T {
  const opened = openCapture(inputs, originMs);
  if (!opened.ok) throw new Error(opened.error.message);
  const { capture } = opened.value;
  try {
    while (capture.readSlice());
    return use(capture);
  } finally {
    capture.close();
  }
}

export const corpusInputs = (names: readonly string[]) =>
  names.map((name) => ({ name, path: corpusPath(name) }));
