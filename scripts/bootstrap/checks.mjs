// npm run check and npm run format. Every check runs, whatever the ones before it said.
// `--changed` holds formats only against what changed, and runs the tests that the change touches.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { changedSince, commitBefore } from "../changed-files.mjs";
import { inRoot, root } from "./paths.mjs";
import { runCommand } from "./run.mjs";

const clangFormat = "clang-format-19";
const bin = (name) => inRoot("node_modules", ".bin", name);

/** C++ files below native/, as paths from the checkout; generated ones format themselves. */
export function nativeFiles(folder = "native") {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return nativeFiles(path);
    return /\.(h|cpp)$/.test(path) && !path.endsWith("_generated.h") ? [path] : [];
  });
}

const isNative = (path) => /^native\/.*\.(h|cpp)$/.test(path) && !path.endsWith("_generated.h");
const isForBiome = (path) => /\.(ts|tsx|mjs|js|json|css)$/.test(path);
const isScript = (path) => /\.(ts|tsx|mjs)$/.test(path);

/** Folders of native/ whose tests a change touches, of those that have tests. */
export function touchedFolders(changed, hasTests) {
  const folders = changed
    .filter(isNative)
    .map((path) => /^native\/(?:test\/)?([^/]+)\//.exec(path)?.[1])
    .filter((folder) => folder !== undefined && hasTests(folder));
  return [...new Set(folders)].sort();
}

/** What `--changed` is about; undefined when there is nothing to compare with. */
export function changeOf(paths, hasTests) {
  if (paths === undefined) return undefined;
  return {
    native: paths.filter(isNative),
    biome: paths.filter(isForBiome),
    scripts: paths.filter(isScript),
    folders: touchedFolders(paths, hasTests),
  };
}

/** The change in this checkout. */
export function changeHere() {
  const hasTests = (folder) => {
    const path = inRoot("native", "test", folder);
    return existsSync(path) && readdirSync(path).some((file) => file.endsWith("_test.cpp"));
  };
  return changeOf(changedSince(commitBefore(process.env.CI_BASE)), hasTests);
}

function formatChecks(change) {
  const native = change?.native ?? nativeFiles();
  const files = change?.biome ?? [];
  const biome = ["check", "--error-on-warnings", "--no-errors-on-unmatched", ...files];
  return [
    ["C++ format", clangFormat, ["--dry-run", "--Werror", ...native], native.length > 0],
    ["TypeScript format and lint", bin("biome"), biome, change === undefined || files.length > 0],
  ];
}

/** The build that has a folder's C++ tests. */
export const presetOf = (folder) => (folder === "known_defects" ? "defects" : "release");

function testChecks({ node }, change) {
  if (change === undefined) return [];
  const vitest = [inRoot("node_modules", "vitest", "vitest.mjs"), "related", "--run"];
  return [
    ["tests of what changed", node, [...vitest, ...change.scripts], change.scripts.length > 0],
    ...change.folders.map((folder) => [
      `C++ tests of ${folder}`,
      inRoot("build", presetOf(folder), "native", `${folder}_test`),
      ["--gtest_brief=1"],
    ]),
  ];
}

/** With a `change` (see changeHere) only what it touches; else everything but tests. */
export async function runChecks(tools, change) {
  const { node, env } = tools;
  const checks = [
    ...formatChecks(change),
    ["types", bin("tsc"), ["--noEmit"]],
    ["types of the UI", bin("tsc"), ["--noEmit", "-p", "src/tsconfig.json"]],
    ["types of the end-to-end tests", bin("tsc"), ["--noEmit", "-p", "e2e/tsconfig.json"]],
    ["dependencies", node, ["scripts/check-dependencies.mjs"]],
    ["passages written twice", node, ["scripts/check-duplicates.mjs"]],
    ["generated files", node, ["scripts/generate-contract.mjs", "--check"]],
    ["embedded fonts", node, ["scripts/embed-report-fonts.mjs", "--check"]],
    ...testChecks(tools, change),
  ].filter(([, , , wanted = true]) => wanted);
  const failed = [];
  for (const [name, program, args] of checks) {
    console.log(`== ${name}`);
    if ((await runCommand(program, args, { env })) !== 0) failed.push(name);
  }
  console.log(
    failed.length === 0
      ? `\n${checks.length} checks passed`
      : `\n${failed.length} of ${checks.length} checks failed: ${failed.join(", ")}`,
  );
  return failed.length === 0 ? 0 : 1;
}

export async function runFormat({ env }) {
  const native = await runCommand(clangFormat, ["-i", ...nativeFiles()], { env });
  const typescript = await runCommand(bin("biome"), ["check", "--write"], { env });
  return native || typescript;
}
