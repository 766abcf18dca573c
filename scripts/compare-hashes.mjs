// Proves that compilers and optimisation levels do not change a virtual run: every build runs the same
// scenario, and the telemetry hashes must be equal. The release runs it as users do, by the command
// line and the addon, the others by their snapscope_run.
//
//   node scripts/compare-hashes.mjs [build...]      release, defects, asan, tsan, windows by default
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inParallel } from "./in-parallel.mjs";
import { windowsPath, withWine } from "./wine.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const preset = "creation-under-load";
const builds = argv.length > 2 ? argv.slice(2) : ["release", "defects", "asan", "tsan", "windows"];

async function output(program, args, env) {
  const maxBuffer = 64 * 1024 * 1024;
  return (await promisify(execFile)(program, args, { cwd: root, maxBuffer, env })).stdout;
}

const commandLine = (...args) => output(execPath, ["app/cli/main.ts", ...args]);

/** What the run of a build prints. */
function runOf(build, scenario) {
  if (build === "release") return commandLine("run", scenario, "--json");
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
async function smallScenario() {
  const scenario = JSON.parse(await commandLine("presets", "--json", preset));
  scenario.database.sizeMiB = 256;
  scenario.durationSeconds = 20;
  scenario.timeline[0].atSeconds = 8;
  return scenario;
}

async function main() {
  const folder = join(root, "build", "hashes");
  mkdirSync(folder, { recursive: true });
  const scenario = join(folder, `${preset}.json`);
  writeFileSync(scenario, JSON.stringify(await smallScenario()));
  const hashes = await inParallel(builds, async (build) => {
    const start = Date.now();
    const hash = hashOf(JSON.parse(await runOf(build, scenario)));
    console.log(`${build.padEnd(12)} ${hash} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    return hash;
  });
  const equal = new Set(hashes).size === 1;
  console.log(equal ? "hashes are equal" : "hashes differ");
  return equal ? 0 : 1;
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
