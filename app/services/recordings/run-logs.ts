/**
 * The ERRORLOG of a run as a file, so that the reader of a server's logs reads a run's too. It is written
 * from the recording when somebody first looks at it, beside the library, and goes with its run.
 */
import { once } from "node:events";
import { createWriteStream, existsSync, readdirSync, rmSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { RunEvent } from "../../contract/events.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { unpackedBatch } from "../library/run-reader.ts";
import type { RunStore } from "../library/run-store.ts";

/** Characters between two looks at what else there is to do. */
const charactersAtOnce = 1024 * 1024;

export interface RunLog {
  /** Another one for a run that has gone on since. */
  readonly key: string;
  readonly path: string;
}

export class RunLogs {
  readonly #store: RunStore;
  readonly #folder: string;
  /** Being written: who asks meanwhile gets the same file. */
  readonly #writing = new Map<string, Promise<Result<RunLog>>>();

  constructor(store: RunStore) {
    this.#store = store;
    this.#folder = join(dirname(store.path), "run-logs");
  }

  /** The log of all that is recorded of the run by now. */
  async of(runId: string): Promise<Result<RunLog>> {
    const batches = this.#store.batchCount(runId);
    const log = { key: `${runId}/${batches}`, path: join(this.#folder, runId, `${batches}.log`) };
    if (existsSync(log.path)) return success(log);
    const writing = this.#writing.get(log.key) ?? this.#write(runId, log);
    this.#writing.set(log.key, writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(log.key);
    }
  }

  /** Those of runs that are gone. */
  removeAbandoned(): void {
    if (!existsSync(this.#folder)) return;
    for (const runId of readdirSync(this.#folder)) {
      if (this.#store.has(runId)) continue;
      rmSync(join(this.#folder, runId), { recursive: true, force: true });
    }
  }

  async #write(runId: string, log: RunLog): Promise<Result<RunLog>> {
    const folder = dirname(log.path);
    // Under a name of this process until it is whole: another one may write the same.
    const part = `${log.path}.${process.pid}.part`;
    try {
      // What was written while the run went on is of no use any more.
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const written = await this.#writeLines(runId, part);
      if (!written.ok) return written;
      await rename(part, log.path);
      return success(log);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      return failure(
        "ioError",
        `${folder}: the log of the run cannot be written there (${reason}); free some space, or set ` +
          "SNAPSCOPE_DATA to a folder that has some",
      );
    }
  }

  async #writeLines(runId: string, path: string): Promise<Result<null>> {
    const file = createWriteStream(path);
    await once(file, "open");
    let text = "";
    const write = async (): Promise<void> => {
      if (!file.write(text)) await once(file, "drain");
      text = "";
      await setImmediate();
    };
    try {
      for (const batch of this.#store.batches(runId)) {
        const unpacked = unpackedBatch(runId, batch);
        if (!unpacked.ok) return unpacked;
        text += unpacked.value.frame.events.map(lineOf).join("");
        if (text.length >= charactersAtOnce) await write();
      }
      await write();
      return success(null);
    } finally {
      file.end();
      await once(file, "close");
    }
  }
}

const lineOf = (event: RunEvent): string => (event.kind === "errorlog" ? `${event.line}\r\n` : "");
