/** A result of sys.dm_os_wait_stats within a capture. It was read when it was opened. */
import type { CaptureFile } from "../contract/capture.ts";
import { printLocalTime } from "../domain/local-time.ts";
import type { WaitStatsReading } from "../domain/wait-stats/read-wait-stats.ts";
import type { InputFile } from "./input-file.ts";

type WaitStatsInput = Extract<InputFile, { kind: "waitStats" }>;

export class WaitStatsPart {
  readonly complete = true;
  readonly #file: WaitStatsInput;
  readonly #position: number;

  constructor(file: WaitStatsInput, position: number) {
    this.#file = file;
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  get reading(): WaitStatsReading {
    return this.#file.reading;
  }

  get bytesRead(): number {
    return this.#file.size;
  }

  readSlice(): boolean {
    return false;
  }

  file(): CaptureFile {
    const { encodings, reading } = this.#file;
    const { captures, host, lines, rows, unrecognised, notes } = reading;
    const times = captures.flatMap(({ timeMs }) => timeMs ?? []);
    const printed = (timeMs: number | undefined) =>
      timeMs === undefined ? null : printLocalTime(timeMs);
    return {
      name: this.#file.name,
      kind: "waitStats",
      form: null,
      encoding: encodings.name,
      product: null,
      build: null,
      edition: null,
      host,
      bytes: this.#file.size,
      lines,
      records: rows,
      errors: 0,
      unrecognised,
      firstTime: printed(times[0]),
      lastTime: printed(times.at(-1)),
      utcOffsetMinutes: null,
      timeSteps: [],
      timeStepCount: 0,
      notes: [...notes, ...encodings.notes],
    };
  }
}
