/** Where the native addon is, whatever folder the program was started from. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The nearest folder upward that holds the program's package.json. */
export function programRootOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (packageName(join(folder, "package.json")) === "snapscope") return folder;
    if (folder === dirname(folder)) {
      throw new Error(`${file}: no folder above it holds the package.json of snapscope`);
    }
  }
}

function packageName(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { name?: unknown }).name;
  } catch {
    return null;
  }
}

/** The root of the sources, and of an app whose code was bundled into out/. */
export const programRoot = programRootOf(fileURLToPath(import.meta.url));

/** SNAPSCOPE_ADDON names another build of the engine, such as one with a sanitizer. */
export const addonPath = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment.SNAPSCOPE_ADDON ?? join(programRoot, "build", "release", "snapscope.node");
