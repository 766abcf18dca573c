// npm run fuzz: libFuzzer on every decoder, from seeds that the engine makes. See
// docs/internals/fuzz.md.
//
//   node scripts/fuzz.mjs BUILD [--seconds N] [name...]      BUILD is build/asan
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inParallel } from "./in-parallel.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "build", "fuzz");
const suffix = "_fuzz";
/** Decoders that are TypeScript have programs of their own, which make what they damage. */
const scripts = {
  push_records: join(root, "app", "domain", "page-map", "testing", "fuzz-push-records.ts"),
};
// The seeds are shorter; longer inputs only cost time.
const longestInput = 64 * 1024;

class UsageError extends Error {}

function optionsOf(args, fuzzers) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: "string", default: "10" } },
  });
  if (!/^[1-9]\d{0,5}$/.test(values.seconds)) {
    throw new UsageError(`--seconds is '${values.seconds}'; allowed: 1 to 999999`);
  }
  const unknown = positionals.find((name) => !fuzzers.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no fuzzer '${unknown}'; allowed: ${fuzzers.join(", ")}`);
  }
  return {
    seconds: Number(values.seconds),
    names: positionals.length > 0 ? positionals : fuzzers,
  };
}

/** Exit status and output; libFuzzer ends by itself. */
function outcomeOf(program, args) {
  return new Promise((resolve) => {
    const options = { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, _stdout, stderr) => {
      resolve({ passed: error === null, text: stderr === "" ? `${error?.message ?? ""}` : stderr });
    });
  });
}

function tellOf(name, seconds, text) {
  const units = /number_of_executed_units: (\d+)/.exec(text)?.[1] ?? "?";
  console.log(`${name}: ${units} inputs in ${seconds} s, nothing found`);
}

/** True if a script finds nothing in `seconds`; what it finds is the seed of a run. */
async function fuzzByScript(name, seconds) {
  const { passed, text } = await outcomeOf(execPath, [scripts[name], "--seconds", `${seconds}`]);
  if (passed) tellOf(name, seconds, text);
  else console.log(`FAILED  ${name}:\n${text}`);
  return passed;
}

/** Runs one for `seconds`; what it finds is in build/fuzz/findings. True if it finds nothing. */
async function fuzz(build, name, seconds) {
  if (Object.hasOwn(scripts, name)) return fuzzByScript(name, seconds);
  const program = join(build, `${name}${suffix}`);
  const corpus = join(folder, "corpus", name);
  const findings = join(folder, "findings");
  // Not every fuzzer has seeds: some make what they damage themselves.
  const seeds = join(folder, "seeds", `${name}${suffix}`);
  for (const made of [corpus, findings, seeds]) mkdirSync(made, { recursive: true });
  const { passed, text } = await outcomeOf(program, [
    `-max_total_time=${seconds}`,
    `-max_len=${longestInput}`,
    "-timeout=10",
    "-seed=1",
    "-print_final_stats=1",
    "-verbosity=0",
    `-artifact_prefix=${join(findings, `${name}-`)}`,
    corpus,
    seeds,
  ]);
  if (passed) {
    tellOf(name, seconds, text);
    return true;
  }
  console.log(`FAILED  ${name}:\n${text}`);
  console.log(`        ${program} ${join(findings, `${name}-...`)} repeats it`);
  return false;
}

async function main([build, ...args]) {
  const fuzzers = readdirSync(build)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .concat(Object.keys(scripts))
    .sort();
  const { seconds, names } = optionsOf(args, fuzzers);
  mkdirSync(folder, { recursive: true });
  const seeds = spawnSync(join(build, "snapscope_fuzz_seeds"), [join(folder, "seeds")], {
    stdio: "inherit",
  });
  if (seeds.status !== 0) throw new Error("the seeds could not be made");
  const passed = await inParallel(names, (name) => fuzz(build, name, seconds));
  return passed.every((each) => each);
}

try {
  process.exitCode = (await main(argv.slice(2))) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
