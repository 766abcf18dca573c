// Configures and builds CMake presets. ninja decides what is out of date; a changed
// CMakePresets.json configures anew, because an old cache would hide the change.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { inRoot } from "./paths.mjs";
import { endProgress, say, seconds, showProgress } from "./report.mjs";
import { runStep } from "./run.mjs";

const jobs = availableParallelism?.() ?? cpus().length;

const hasTests = (folder) =>
  readFileSync(`${folder}/CMakeCache.txt`, "utf8").includes("\nSNAPSCOPE_TESTS:BOOL=ON\n");

/** The share that is done, from a line of ninja's: "[3/17] Building ...". */
export function ninjaProgress(line) {
  const match = /^\[(\d+)\/(\d+)\] /.exec(line);
  return match === null ? undefined : { done: Number(match[1]), total: Number(match[2]) };
}

/**
 * Builds all of the preset, or only `target`. Who only starts the app needs no GoogleTest, so `release` has
 * tests from the first time that they are asked for; its other objects stay as they are.
 */
export async function buildPreset(preset, env, target = "all") {
  const folder = inRoot("build", preset);
  const stamp = inRoot("build", preset, ".configured");
  const wanted = createHash("sha256")
    .update(readFileSync(inRoot("CMakePresets.json")))
    .digest("hex");
  if (
    !existsSync(`${folder}/build.ninja`) ||
    !existsSync(stamp) ||
    readFileSync(stamp, "utf8") !== wanted
  ) {
    say(`configuring ${preset} ...`);
    await runStep(`configure-${preset}`, "cmake", ["--preset", preset, "--fresh"], { env });
    writeFileSync(stamp, wanted);
  }
  if (/(^|_)tests?$/.test(target) && !hasTests(folder)) {
    await runStep(`configure-${preset}`, "cmake", ["-DSNAPSCOPE_TESTS=ON", folder], { env });
  }
  const start = Date.now();
  let told = false;
  const onLine = (line) => {
    // ninja's own steps (looking for new files) count to two or less: not worth a word.
    const progress = ninjaProgress(line);
    if (progress === undefined || progress.total < 3) return;
    if (!told) say(`building ${preset} (${progress.total} steps) ...`);
    told = true;
    showProgress(`building ${preset}: ${progress.done} of ${progress.total}`);
  };
  const args = ["--build", folder, "-j", String(jobs), "--target", target];
  await runStep(`build-${preset}`, "cmake", args, { env, onLine });
  endProgress();
  if (told) say(`building ${preset}: ${seconds(start)}`);
}
