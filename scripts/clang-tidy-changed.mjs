// clang-tidy on the C++ files that changed, with the flags of the preset "tidy". Changed: since the
// merge base with CI_BASE when that is set, else in the last commit, and whatever is not committed.
// At most `limit` files, so that a first commit stays affordable.
//
//   node scripts/clang-tidy-changed.mjs [--all]
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { argv, env } from "node:process";
import { fileURLToPath } from "node:url";
import { changedSince, commitBefore } from "./changed-files.mjs";
import { inParallel } from "./in-parallel.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const limit = 40;

/**
 * The translation units to check: changed ones, and for a changed header the unit of its name or,
 * without one, the first that includes it: headers are checked through them.
 */
export function unitsFor(changed, units, textOf) {
  const picked = new Set();
  for (const path of changed) {
    if (units.includes(path)) picked.add(path);
    if (!path.endsWith(".h")) continue;
    const twin = path.replace(/\.h$/, ".cpp");
    const included = `#include "${path.replace(/^native\//, "")}"`;
    const unit = units.includes(twin)
      ? twin
      : units.find((candidate) => textOf(candidate).includes(included));
    if (unit !== undefined) picked.add(unit);
  }
  return [...picked].sort();
}

/** At most `most` of `list`, spread evenly over it. */
export function spread(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]);
}

function tidy(build, unit) {
  return new Promise((resolve, reject) => {
    const child = spawn("clang-tidy-19", ["-p", build, "--quiet", unit], { cwd: root });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

async function main() {
  const build = join(root, "build", "tidy");
  const database = join(build, "compile_commands.json");
  execFileSync("cmake", ["--preset", "tidy"], { cwd: root, stdio: "ignore" });
  const units = JSON.parse(readFileSync(database, "utf8"))
    .map(({ file }) => relative(root, file).split(sep).join("/"))
    .filter((path) => path.startsWith("native/"));
  const changed = argv.includes("--all") ? undefined : changedSince(commitBefore(env.CI_BASE));
  const textOf = (path) => readFileSync(join(root, path), "utf8");
  const wanted = changed === undefined ? units : unitsFor(changed, units, textOf);
  const picked = argv.includes("--all") ? wanted : spread(wanted, limit);
  let failed = 0;
  await inParallel(picked, async (unit) => {
    const { code, output } = await tidy(build, unit);
    if (code === 0) return;
    failed += 1;
    console.log(`== ${unit}\n${output}`);
  });
  const left = wanted.length - picked.length;
  console.log(
    `clang-tidy: ${picked.length - failed} files clean, ${failed} not${left > 0 ? `, ${left} left out` : ""}`,
  );
  return failed === 0 ? 0 : 1;
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
