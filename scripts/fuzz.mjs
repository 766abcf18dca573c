// npm run fuzz: libFuzzer on every decoder, from seeds that the engine makes. See
// docs/internals/simulator.md.
//
//   node scripts/fuzz.mjs FOLDER [--seconds N] [name...]      FOLDER is build/fuzz
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { parseArgs } from "node:util";

const suffix = "_fuzz";
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

/** Runs one for `seconds`; what it finds is in build/fuzz/findings. True if it finds nothing. */
function fuzz(folder, name, seconds) {
  const program = join(folder, `${name}${suffix}`);
  const corpus = join(folder, "corpus", name);
  const findings = join(folder, "findings");
  // Not every fuzzer has seeds: some make what they damage themselves.
  const seeds = join(folder, "seeds", `${name}${suffix}`);
  for (const made of [corpus, findings, seeds]) mkdirSync(made, { recursive: true });
  const ran = spawnSync(
    program,
    [
      `-max_total_time=${seconds}`,
      `-max_len=${longestInput}`,
      "-timeout=10",
      "-seed=1",
      "-print_final_stats=1",
      "-verbosity=0",
      `-artifact_prefix=${join(findings, `${name}-`)}`,
      corpus,
      seeds,
    ],
    { encoding: "utf8" },
  );
  const units = /number_of_executed_units: (\d+)/.exec(ran.stderr)?.[1] ?? "?";
  if (ran.status === 0) {
    console.log(`${name}: ${units} inputs in ${seconds} s, nothing found`);
    return true;
  }
  console.log(`FAILED  ${name}:\n${ran.stderr}`);
  console.log(`        ${program} ${join(findings, `${name}-...`)} repeats it`);
  return false;
}

function main([folder, ...args]) {
  const fuzzers = readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .sort();
  const { seconds, names } = optionsOf(args, fuzzers);
  const seeds = spawnSync(join(folder, "snapscope_fuzz_seeds"), [join(folder, "seeds")], {
    stdio: "inherit",
  });
  if (seeds.status !== 0) throw new Error("the seeds could not be made");
  return names.map((name) => fuzz(folder, name, seconds)).every((passed) => passed);
}

try {
  process.exitCode = main(argv.slice(2)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
