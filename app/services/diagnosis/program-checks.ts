/** The program's own parts: versions, the engine, the built UI, Electron. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addonPath } from "../../addon/addon-path.ts";
import { describeEngine } from "../describe-engine.ts";
import { forkEngine } from "../engine-launcher.ts";
import { builtPageFolder, electronFolder, programVersion } from "../project-paths.ts";
import type { Check } from "./check.ts";

export const programCheck = (): Check => ({
  id: "program",
  title: "Snapscope",
  status: "ok",
  found: programVersion(),
  fix: null,
});

/** What better-sqlite3 needs: an older Node loads it and crashes without a word. */
const oldestNode = [22, 14] as const;

export function nodeCheck(version: string = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const enough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return {
    id: "node",
    title: "Node",
    status: enough ? "ok" : "missing",
    found: version,
    fix: enough
      ? null
      : `${oldestNode.join(".")} or newer is needed; npm run snapscope brings its own`,
  };
}

/** Asked in a process of its own, as for a run: an addon that crashes takes only that with it. */
export async function addonChecks(environment: NodeJS.ProcessEnv): Promise<Check[]> {
  const path = addonPath(environment);
  const engine = { id: "engine", title: "Engine" };
  if (!existsSync(path)) {
    const fix =
      environment.SNAPSCOPE_ADDON === undefined
        ? "build it with: npm run build"
        : "unset SNAPSCOPE_ADDON, or let it name a built snapscope.node";
    return [{ ...engine, status: "missing", found: `${path} is not there`, fix }];
  }
  const described = await describeEngine(forkEngine, path);
  if (!described.ok) {
    const found = `${path} cannot be used: ${described.error.message}`;
    return [{ ...engine, status: "missing", found, fix: "build it anew with: npm run build" }];
  }
  const { version, compiler } = described.value;
  return [{ ...engine, status: "ok", found: `${version} (${compiler}), ${path}`, fix: null }];
}

export function uiCheck(folder: string = builtPageFolder): Check {
  const built = existsSync(join(folder, "index.html"));
  return {
    id: "ui",
    title: "User interface",
    status: built ? "ok" : "note",
    found: built ? `built, ${folder}` : "not built; snapscope serve and the app need it",
    fix: built ? null : "npm start builds it, and so does: npm run build -- app",
  };
}

/** The package says by a file of its own where the binary is, once it was fetched. */
export function electronCheck(folder: string = electronFolder): Check {
  const check = { id: "electron", title: "Electron" };
  const own = process.versions.electron;
  if (own !== undefined) return { ...check, status: "ok", found: own, fix: null };
  const version = installedVersion(folder);
  if (version === null) {
    const found = "not installed; the app is served to a browser instead";
    return { ...check, status: "note", found, fix: "npm ci" };
  }
  const fetched = existsSync(join(folder, "path.txt"));
  return {
    ...check,
    status: fetched ? "ok" : "note",
    found: fetched
      ? version
      : `${version} without its binary; the app is served to a browser instead`,
    fix: fetched ? null : "npx install-electron (it is fetched from GitHub)",
  };
}

function installedVersion(folder: string): string | null {
  try {
    const text = readFileSync(join(folder, "package.json"), "utf8");
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
