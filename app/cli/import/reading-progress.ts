/** How far a capture is read: a bar on a terminal, elsewhere nothing; small files show none. */
import { setImmediate } from "node:timers/promises";
import type { SingleBar } from "cli-progress";
import { fixed } from "../../domain/format/plain-numbers.ts";
import { outputStreams } from "../console.ts";
import { startBar } from "../progress-bar.ts";

interface Progress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
}

const bytesPerMiB = 1024 * 1024;
/** What is read before anybody would look. */
const smallBytes = 32 * bytesPerMiB;

export class ReadingReporter {
  readonly #stream = outputStreams().stderr;
  #bar: SingleBar | null = null;

  /** Shows it, and lets everything else have its turn. */
  async take({ bytesRead, bytesTotal, records }: Progress): Promise<void> {
    if (this.#stream.isTTY && bytesTotal > smallBytes) {
      this.#bar ??= startBar(this.#stream, bytesTotal, "reading");
      const read = `${fixed(bytesRead / bytesPerMiB, 0)} of ${fixed(bytesTotal / bytesPerMiB, 0)} MiB`;
      this.#bar.update(bytesRead, { line: `${read} | ${records} records` });
    }
    await setImmediate();
  }

  stop(): void {
    this.#bar?.stop();
  }
}
