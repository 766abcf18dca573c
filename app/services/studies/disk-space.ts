/** Whether the library has room for what a study will record. */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { failure, type Result, success } from "../../contract/result.ts";
import type { Scenario } from "../../contract/scenario.ts";

/**
 * What a recorded run takes, generously: presets of 120 samples take 130 KB, most of it the summary with its
 * histograms, and 370 KB with ten times the samples.
 */
const bytesOfRun = 256 * 1024;
const bytesOfSample = 512;

/** What stays free, since others write to the disk too. */
const reservedBytes = 256 * 1024 * 1024;

export const recordedBytes = ({ durationSeconds, sampleIntervalMs }: Scenario): number =>
  bytesOfRun + ((durationSeconds * 1000) / sampleIntervalMs) * bytesOfSample;

/** `libraryPath`: the library's file. Where the system does not tell, the library will when it is full. */
export async function checkDiskSpace(
  scenarios: readonly Scenario[],
  libraryPath: string,
): Promise<Result<null>> {
  const needed = scenarios.reduce((sum, scenario) => sum + recordedBytes(scenario), 0);
  const free = await freeBytes(dirname(libraryPath));
  if (free === null || needed + reservedBytes <= free) return success(null);
  const [wanted, there] = [needed + reservedBytes, free].map((bytes) => Math.ceil(bytes / 2 ** 20));
  return failure(
    "badInput",
    `${scenarios.length} runs would take some ${wanted} MiB in ${libraryPath}, with what stays free, ` +
      `and its disk has ${there}; take fewer repeats or points or a longer sampleIntervalMs, delete runs, ` +
      "or set SNAPSCOPE_DATA to a folder on another disk",
  );
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
