/**
 * Where the program's own files are, whatever folder it was started from: among the sources, and in
 * an app whose code was bundled into out/.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { programRoot } from "../addon/addon-path.ts";
import type { Shell } from "../contract/rpc/services.ts";

const fromRoot = (...path: string[]) => join(programRoot, ...path);

export const presetsFolder = fromRoot("assets", "presets");

export const lessonsFolder = fromRoot("assets", "lessons");

/** Results of the papers' figures. */
export const figuresFolder = fromRoot("assets", "figures");

/** The ERRORLOG that the SQLCAT paper prints. */
export const sampleLogPath = fromRoot("assets", "sample-logs", "sqlcat-2006.log");

const engineSource = fromRoot("app", "engine", "main.ts");

/** What an engine process runs. A packaged app has no sources. */
export const engineEntry = existsSync(engineSource)
  ? engineSource
  : fromRoot("out", "engine", "main.js");

const captureWorkerSource = fromRoot("app", "capture-worker", "main.ts");

/** What a thread that reads a capture runs. */
export const captureWorkerEntry = existsSync(captureWorkerSource)
  ? captureWorkerSource
  : fromRoot("out", "capture-worker", "main.js");

/** What npm scripts start with in a checkout. A packaged app has neither them nor a command line. */
const bootstrap = fromRoot("scripts", "bootstrap.mjs");

/**
 * How this installation's command line is called, from whatever folder; null: it has none. On Windows npm
 * is a batch file, which would read the words a second time.
 */
export function commandLineWords(platform: NodeJS.Platform): readonly string[] | null {
  if (!existsSync(bootstrap)) return null;
  return platform === "win32"
    ? ["node", bootstrap, "snapscope"]
    : ["npm", "--prefix", programRoot, "run", "-s", "snapscope", "--"];
}

/** Shells of a platform that a command can be pasted into, the usual one first. */
export const shellsOf = (platform: NodeJS.Platform): readonly [Shell, ...Shell[]] =>
  platform === "win32" ? ["powershell", "cmd"] : ["sh"];

/** The built UI. */
export const builtPageFolder = fromRoot("out", "renderer");

/** Where Electron is in a checkout; a packaged app is run by its own. */
export const electronFolder = fromRoot("node_modules", "electron");

export const programVersion = (): string => {
  const text = readFileSync(fromRoot("package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
};
