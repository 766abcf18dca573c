// Proves that compilers and optimisation levels do not change a virtual run: every build's
// snapscope_run runs the same scenario, and the telemetry hashes must be equal.
//
//   node scripts/compare-hashes.mjs [build...]      release, test, asan, tsan, windows by default
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { windowsPath, withWine } from "./wine.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const preset = "creation-under-load";
const builds = argv.length > 2 ? argv.slice(2) : ["release", "test", "asan", "tsan", "windows"];

function output(program, args, env) {
  const maxBuffer = 64 * 1024 * 1024;
  return execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer, env });
}

/** What the run of a build prints. */
function runOf(build, scenario) {
  const program = join(root, "build", build, "snapscope_run");
  if (build !== "windows") return output(program, [scenario]);
  return withWine((env) => output("wine", [`${program}.exe`, windowsPath(scenario)], env));
}

/** What a build's run printed: its hash, or a reason why there is none. */
export function hashOf(summary) {
  if (summary.run?.status !== "completed")
    throw new Error(
      `the run ended as ${summary.run?.status}: ${JSON.stringify(summary.run?.error)}`,
    );
  if (!/^[0-9a-f]{16}$/.test(summary.telemetryHash ?? ""))
    throw new Error(`no telemetryHash of 16 hex digits: ${summary.telemetryHash}`);
  return summary.telemetryHash;
}

/** The preset made small, all of its phases in it: ThreadSanitizer takes eighty times as long. */
function smallScenario() {
  const scenario = JSON.parse(output(execPath, ["app/cli/main.ts", "presets", "--json", preset]));
  scenario.database.sizeMiB = 256;
  scenario.durationSeconds = 20;
  scenario.timeline[0].atSeconds = 8;
  return scenario;
}

function main() {
  const folder = join(root, "build", "hashes");
  mkdirSync(folder, { recursive: true });
  const scenario = join(folder, `${preset}.json`);
  writeFileSync(scenario, JSON.stringify(smallScenario()));
  const hashes = new Set();
  for (const build of builds) {
    const start = Date.now();
    const hash = hashOf(JSON.parse(runOf(build, scenario)));
    hashes.add(hash);
    console.log(`${build.padEnd(12)} ${hash} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
  console.log(hashes.size === 1 ? "hashes are equal" : "hashes differ");
  return hashes.size === 1 ? 0 : 1;
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main();
