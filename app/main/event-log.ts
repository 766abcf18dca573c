/**
 * What went wrong in this application, in a file on this machine that its user may send to somebody: starts,
 * processes that ended, last words, errors of the page. Nothing of it leaves the machine by itself.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** A file that is larger makes room; the one before it is kept. */
const largestBytes = 1024 * 1024;

export class EventLog {
  readonly #file: string;
  readonly #now: () => Date;
  #bytes: number;

  constructor(file: string, now: () => Date = () => new Date()) {
    this.#file = file;
    this.#now = now;
    this.#bytes = sizeOf(file);
  }

  /** One event of one part: "page", "services". Is on the disk when this returns: what comes next may be the end. */
  write(part: string, text: string): void {
    const lines = text.trim().replaceAll("\n", "\n    ");
    if (lines === "") return;
    const entry = Buffer.from(`${this.#now().toISOString()} ${part}: ${lines}\n`);
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      if (this.#bytes + entry.length > largestBytes) this.#makeRoom();
      appendFileSync(this.#file, entry);
      this.#bytes += entry.length;
    } catch (error) {
      // A full disk is no reason to end; the application's own output may still be seen.
      console.error(`${this.#file}: ${String(error)}; not written: ${entry.toString()}`);
    }
  }

  /** All that is kept, oldest first. */
  text(): string {
    return [this.#before, this.#file].map(textOf).join("");
  }

  get #before(): string {
    return `${this.#file}.1`;
  }

  #makeRoom(): void {
    if (this.#bytes > 0) renameSync(this.#file, this.#before);
    this.#bytes = 0;
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
