/**
 * `run --export`: the run as one file that `runs import` and `sweep import` take in. The file comes into
 * being whole, and only of a run that completed: where it is there, nothing is left to be run.
 */
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { failure, type Result, success } from "../contract/result.ts";
import { runFileExtension } from "../contract/rpc/runs.ts";
import type { ExperimentObserver } from "../services/experiments.ts";
import { packBatch } from "../services/library/packed-batch.ts";
import { encodeRunFile } from "../services/library/run-file.ts";
import { printOrigin, withoutLog } from "../services/library/run-rows.ts";
import { printNote } from "./console.ts";
import { exists } from "./result-folder.ts";
import { type RunOfProcess, sourceOfRun } from "./run-source.ts";

/** How many points the entry alone has; the recording has all of its samples. */
const points = 2;

/** Null: none was asked for. What would be refused later is refused before the run. */
export async function prepareExport(
  path: string | undefined,
  force: boolean,
): Promise<Result<ExportFile | null>> {
  if (path === undefined) return success(null);
  if (!path.endsWith(runFileExtension)) {
    return failure(
      "badInput",
      `--export ${path}: is not allowed; allowed: a file that ends in ${runFileExtension}`,
    );
  }
  if (!force && (await exists(path))) {
    return failure(
      "badInput",
      `--export ${path}: exists already; give --force to overwrite it, or another name`,
    );
  }
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    return cannotWrite(path, error);
  }
  return success(new ExportFile(path));
}

export class ExportFile {
  readonly #path: string;
  readonly #batches: { readonly packed: Uint8Array }[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** Keeps every batch beside what `observer` does with it. */
  observing(observer: ExperimentObserver): ExperimentObserver {
    return {
      ...observer,
      onFrame: (frame, bytes) => {
        this.#batches.push({ packed: packBatch(bytes) });
        return observer.onFrame?.(frame, bytes);
      },
    };
  }

  async write(run: RunOfProcess): Promise<Result<null>> {
    const { entry, origin } = sourceOfRun(run, points);
    if (!run.result.ok || entry.status !== "completed" || entry.verified === false) {
      printNote(`not exported: only a run that completes is, and this one did not`);
      return success(null);
    }
    const file = await encodeRunFile({
      entry: { ...entry, id: entry.id ?? randomUUID() },
      origin: printOrigin(origin),
      scenario: run.scenario,
      summary: withoutLog(run.result.value),
      batches: this.#batches,
    });
    if (!file.ok) return file;
    const part = `${this.#path}.${process.pid}.part`;
    try {
      await writeFile(part, file.value.bytes);
      await rename(part, this.#path);
    } catch (error) {
      await rm(part, { force: true });
      return cannotWrite(this.#path, error);
    }
    printNote(`wrote ${this.#path}`);
    return success(null);
  }
}

function cannotWrite(path: string, error: unknown) {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return failure("ioError", `--export ${path}: cannot be written (${code}); give another one`);
}
