// npm run windows: the build for Windows, under wine. Its files must pass the conformance suite of
// volumes.
//
//   node scripts/windows-tests.mjs [FOLDER]      FOLDER is build/windows by default
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { argv } from "node:process";
import { withWine } from "./wine.mjs";

/** Wine takes FSCTL_SET_SPARSE and ignores it, and has no FSCTL_QUERY_ALLOCATED_RANGES (error 50). */
const needSparseFiles = [
  "Os/VolumeConformance.HolesReadAsZerosAndTakeNoSpace/0",
  "Os/VolumeConformance.FirstWriteOfARegionAllocatesAllOfIt/0",
  "Os/VolumeConformance.OneWriteMayAllocateTwoRegions/0",
  "Os/VolumeConformance.LastRegionMayBeCutShortByTheEndOfTheFile/0",
  "Os/VolumeConformance.AllocatedRangesCoverWhatWasWritten/0",
];
const suites = ["os_test", "storage_test", "sim_test"];
/** A suite takes seconds. */
const timeout = 5 * 60_000;

/** Passed only if the suite says how many tests it ran: a program that does not start says nothing. */
function passes(folder, suite, env) {
  const program = join(folder, "native", `${suite}.exe`);
  const args = ["--gtest_brief=1", `--gtest_filter=-${needSparseFiles.join(":")}`];
  const ran = spawnSync("wine", [program, ...args], { env, encoding: "utf8", timeout });
  const passed = /\[ {2}PASSED {2}\] (\d+) tests?\./.exec(ran.stdout)?.[1];
  if (ran.status === 0 && passed !== undefined) {
    console.log(`${suite.padEnd(12)} ${passed} tests passed`);
    return true;
  }
  console.log(`FAILED  ${suite}: ${ran.error?.message ?? `exit code ${ran.status}`}`);
  console.log(`${ran.stdout}${ran.stderr}`);
  return false;
}

const folder = argv[2] ?? join("build", "windows");
const results = await withWine((env) => suites.map((suite) => passes(folder, suite, env)));
console.log(`not run, for want of sparse files: ${needSparseFiles.length} tests of os_test`);
process.exitCode = results.every((passed) => passed) ? 0 : 1;
