/** A file that is to be part of a capture: opened, its kind and its first time told by its head. */
import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";
import { type Failed, failure, type Result, success } from "../contract/result.ts";
import { PerfmonReader } from "../domain/perfmon/read-perfmon.ts";
import { readWaitStats, type WaitStatsReading } from "../domain/wait-stats/read-wait-stats.ts";
import {
  type DetectedEncoding,
  decode,
  detectEncoding,
  EncodingsSeen,
} from "./errorlog/encoding.ts";
import type { FormReading } from "./errorlog/forms/form-reading.ts";
import { formOfHead, readForm } from "./errorlog/forms/read-form.ts";
import { firstRecordTime } from "./errorlog/record-scanner.ts";
import { headBytes, kindOf, nothingFound } from "./file-kind.ts";
import { read } from "./read-bytes.ts";

/** What has to be in memory as a whole may be this large, bytes. */
export const maxWholeBytes = 64 * 1024 * 1024;

export interface CaptureInput {
  /** What messages and lists call it. */
  readonly name: string;
  readonly path: string;
  /** An ERRORLOG as the product writes it, which needs no guess and may be empty yet. */
  readonly kind?: "product";
}

interface Opened {
  readonly name: string;
  readonly descriptor: number;
  readonly size: number;
  readonly detected: DetectedEncoding;
  readonly encodings: EncodingsSeen;
  /** ms since 1970 of a clock without zones; null: it tells no time. */
  readonly firstTimeMs: number | null;
}

export type InputFile = Opened &
  (
    | { readonly kind: "product" }
    | {
        readonly kind: "form";
        readonly text: string;
        readonly reading: FormReading;
      }
    | { readonly kind: "perfmon" }
    | { readonly kind: "waitStats"; readonly reading: WaitStatsReading }
  );

/** A pipe that nobody writes to would else keep its reader until somebody does. Windows has no such flag. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export function openInput({ name, path, kind }: CaptureInput): Result<InputFile> {
  let descriptor: number;
  try {
    descriptor = openSync(path, openFlags);
  } catch (error) {
    return cannotRead(name, error);
  }
  try {
    const file = inspect(name, descriptor, kind);
    if (!file.ok) closeSync(descriptor);
    return file;
  } catch (error) {
    closeSync(descriptor);
    return cannotRead(name, error);
  }
}

/** What the operating system refuses is the file's fault; anything else is a fault of ours. */
function cannotRead(name: string, error: unknown): Failed {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) throw error;
  return failure("badInput", `${name}: cannot be read (${code})`);
}

/** A log is read in places and again when somebody looks at its records: a pipe can be read once only. */
function whyNoFile(stat: Stats): string {
  if (stat.isDirectory()) return "is a folder; open the files in it";
  if (stat.isFIFO()) return "is a pipe; save what comes out of it to a file, and open that";
  return "is no file but a device or a socket; save what comes out of it to a file, and open that";
}

function inspect(name: string, descriptor: number, kind?: "product"): Result<InputFile> {
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) return failure("badInput", `${name}: ${whyNoFile(stat)}`);
  const head = read(descriptor, Math.min(stat.size, headBytes));
  const detected = detectEncoding(head);
  const encodings = new EncodingsSeen();
  encodings.look(head, detected.encoding);
  const opened = { name, descriptor, size: stat.size, detected, encodings };
  const { markBytes, encoding } = detected;
  const text = decode(head, markBytes, head.length, encoding, encodings.page);
  if (kind === "product") return success({ ...opened, kind, firstTimeMs: firstRecordTime(text) });
  const verdict = kindOf(name, head, text);
  if (verdict.kind === "refused") return failure("badInput", verdict.message);
  switch (verdict.kind) {
    case "perfmon":
      return perfmon(opened, text, stat.size <= head.length);
    case "waitStats":
      return waitStats(opened, head);
    case "errorlog":
      return errorlog(opened, head, text);
  }
}

type Bare = Omit<Opened, "firstTimeMs">;

function errorlog(opened: Bare, head: Buffer, headText: string): Result<InputFile> {
  const first = firstRecordTime(headText);
  // A console that is too large for memory is read as the product's own: its records are found too.
  const isLarge = first !== null && opened.size > maxWholeBytes;
  if (isLarge || formOfHead(headText) === null) {
    return first === null
      ? failure("badInput", nothingFound(opened.name, headText))
      : success({ ...opened, kind: "product", firstTimeMs: first });
  }
  const whole = wholeText(opened, head, "an exported log");
  if (!whole.ok) return whole;
  const text = whole.value;
  const reading = readForm(text);
  if (reading === null) return failure("badInput", nothingFound(opened.name, headText));
  const times = reading.records.flatMap(({ timeMs }) => timeMs ?? []);
  const firstMs = (reading.newestFirst ? times.at(-1) : times[0]) ?? null;
  return success({
    ...opened,
    kind: "form",
    text,
    reading,
    firstTimeMs: firstMs,
  });
}

function waitStats(opened: Bare, head: Buffer): Result<InputFile> {
  const whole = wholeText(opened, head, "a result of sys.dm_os_wait_stats");
  if (!whole.ok) return whole;
  const reading = readWaitStats(whole.value, opened.name);
  if (!reading.ok) return reading;
  const times = reading.value.captures.flatMap(({ timeMs }) => timeMs ?? []);
  const first = times.length === 0 ? null : Math.min(...times);
  return success({
    ...opened,
    kind: "waitStats",
    reading: reading.value,
    firstTimeMs: first,
  });
}

/** Bounds what must be in memory; what is larger has a form that can be read piece by piece. */
function wholeText(opened: Bare, head: Buffer, what: string): Result<string> {
  const { name, descriptor, size, detected, encodings } = opened;
  if (size > maxWholeBytes) {
    const mebibytes = Math.ceil(size / 2 ** 20);
    return failure(
      "badInput",
      `${name}: has ${mebibytes} MiB; ${what} can have at most ${maxWholeBytes / 2 ** 20} MiB: ` +
        "open the server's own ERRORLOG file, or export a shorter span",
    );
  }
  const bytes = size <= head.length ? head : read(descriptor, size);
  encodings.look(bytes, detected.encoding);
  encodings.take(bytes, detected.encoding);
  const { markBytes, encoding } = detected;
  return success(decode(bytes, markBytes, bytes.length, encoding, encodings.page));
}

/** `isWhole`: the head is all of the file. Else it may cut a row, whose end is left out. */
function perfmon(opened: Bare, head: string, isWhole: boolean): Result<InputFile> {
  const reader = new PerfmonReader(opened.name);
  const pushed = reader.push(isWhole ? head : head.slice(0, head.lastIndexOf("\n") + 1) || head);
  const table = pushed.ok ? reader.end() : pushed;
  if (!table.ok && (isWhole || !pushed.ok)) return table;
  const firstTimeMs = table.ok ? (table.value.timeMs[0] ?? null) : null;
  return success({ ...opened, kind: "perfmon", firstTimeMs });
}
