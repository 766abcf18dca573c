// The desktop application and the UI: built into out/ when a source has changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, root } from "./paths.mjs";
import { say, seconds } from "./report.mjs";
import { runStep } from "./run.mjs";

const sources = [
  "app",
  "src",
  "assets/icons",
  "electron.vite.config.ts",
  "package.json",
  "package-lock.json",
];
const outputs = ["out/main/main.js", "out/preload/preload.cjs", "out/renderer/index.html"];

/** Files at or below `path`, sorted; tests are no part of the application. */
function filesAt(path, from) {
  if (!existsSync(join(from, path))) return [];
  const entries = readdirSync(join(from, path), { withFileTypes: true });
  return entries
    .map((entry) => ({ entry, below: `${path}/${entry.name}` }))
    .flatMap(({ entry, below }) => (entry.isDirectory() ? filesAt(below, from) : [below]))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
}

/** Changes when the content or the name of any source does. */
export function hashOfSources(paths = sources, from = root) {
  const hash = createHash("sha256");
  for (const path of paths) {
    const files = /\.\w+$/.test(path) ? [path] : filesAt(path, from);
    for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(from, file)));
  }
  return hash.digest("hex");
}

export async function buildApp({ node, env }) {
  const stamp = inRoot("out", ".built");
  const wanted = hashOfSources();
  const complete = outputs.every((output) => existsSync(inRoot(output)));
  if (complete && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const start = Date.now();
  say("building the app ...");
  mkdirSync(inRoot("out"), { recursive: true });
  const builder = inRoot("node_modules", "electron-vite", "bin", "electron-vite.js");
  await runStep("build-app", node, [builder, "build"], { env });
  writeFileSync(stamp, wanted);
  say(`building the app: ${seconds(start)}`);
}
