/** A Perfmon capture that is read piece by piece; whole lines go to its reader. */
import type { CaptureFile } from "../contract/capture.ts";
import { failure, type Result, success } from "../contract/result.ts";
import { printLocalTime } from "../domain/local-time.ts";
import type { PerfmonTable } from "../domain/perfmon/perfmon-table.ts";
import { PerfmonReader } from "../domain/perfmon/read-perfmon.ts";
import { decode } from "./errorlog/encoding.ts";
import type { InputFile } from "./input-file.ts";
import { read } from "./read-bytes.ts";

const pieceBytes = 1024 * 1024;

type PerfmonInput = Extract<InputFile, { kind: "perfmon" }>;

export class PerfmonPart {
  readonly #file: PerfmonInput;
  readonly #position: number;
  readonly #reader: PerfmonReader;
  #offset: number;
  #outcome: Result<PerfmonTable> | null = null;

  constructor(file: PerfmonInput, position: number) {
    this.#file = file;
    this.#position = position;
    this.#offset = file.detected.markBytes;
    this.#reader = new PerfmonReader(file.name);
  }

  get position(): number {
    return this.#position;
  }

  get complete(): boolean {
    return this.#outcome !== null;
  }

  get bytesRead(): number {
    return this.complete ? this.#file.size : this.#offset;
  }

  /** Null until it was read to its end. */
  get table(): PerfmonTable | null {
    return this.#outcome?.ok === true ? this.#outcome.value : null;
  }

  readSlice(): boolean {
    if (this.#outcome !== null) return false;
    const { descriptor, size, detected, encodings } = this.#file;
    const wanted = Math.min(pieceBytes, size - this.#offset);
    const bytes = read(descriptor, wanted, this.#offset);
    const isEnd = bytes.length < wanted || this.#offset + bytes.length >= size;
    const length = isEnd ? bytes.length : wholeLines(bytes, detected.encoding === "ansi" ? 1 : 2);
    const lines = bytes.subarray(0, length);
    encodings.look(lines, detected.encoding);
    encodings.take(lines, detected.encoding);
    const pushed = this.#push(decode(lines, 0, length, detected.encoding, encodings.page));
    this.#offset += length;
    if (!pushed.ok) this.#outcome = pushed;
    else if (isEnd) this.#outcome = this.#reader.end();
    return this.#outcome === null;
  }

  #push(text: string): Result<null> {
    return text === "" ? success(null) : this.#reader.push(text);
  }

  file(): CaptureFile {
    const outcome = this.#outcome ?? failure("badInput", "it is still being read");
    const table = this.table;
    const { encodings } = this.#file;
    const printed = (timeMs: number | undefined) =>
      timeMs === undefined ? null : printLocalTime(timeMs);
    return {
      name: this.#file.name,
      kind: "perfmon",
      form: null,
      encoding: encodings.name,
      product: null,
      build: null,
      edition: null,
      host: table?.host ?? null,
      bytes: this.#file.size,
      lines: table?.lines ?? 0,
      records: table?.rows ?? 0,
      errors: 0,
      unrecognised: table?.unrecognised ?? 0,
      firstTime: printed(table?.timeMs[0]),
      lastTime: printed(table?.timeMs.at(-1)),
      utcOffsetMinutes: table?.utcOffsetMinutes ?? null,
      timeSteps: [...(table?.timeSteps ?? [])],
      timeStepCount: table?.timeStepCount ?? 0,
      notes: [...(outcome.ok ? outcome.value.notes : [outcome.error.message]), ...encodings.notes],
    };
  }
}

/** Up to the last line end, so that no character is cut; all of a line that is longer than a piece. */
function wholeLines(bytes: Buffer, unit: 1 | 2): number {
  const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d));
  if (end < 0) return bytes.length - (bytes.length % 2);
  return unit === 1 ? end + 1 : end + 1 + ((end + 1) % 2);
}
