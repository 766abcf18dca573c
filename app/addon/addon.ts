/** The native addon as JavaScript sees it: the engine, and the scanner of large logs. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { failure, type Result, success } from "../contract/result.ts";

export interface Run {
  /** A live command as JSON; what is wrong with it is reported as an event. */
  command(json: string): void;
  /** Lets the engine send that many more batches; it starts with 8. */
  grant(credits: number): void;
  /** Cancels the run, which then needs no credits; it is over when onEnd is called. */
  close(): void;
}

/**
 * Finds where records start in an ERRORLOG of the product, in text of one byte per character;
 * `native/errorlog/record_scanner.h` says what each column holds.
 */
export interface NativeRecordScanner {
  scan(
    characters: Uint8Array,
    from: number,
    linesBefore: number,
    timeBeforeMs: number,
    isEnd: boolean,
  ): void;
  /** The id that a name has from now on. */
  keepSource(name: Uint8Array, id: number): void;
  /** The characters that follow are in another encoding. */
  forget(): void;
}

/** One entry per record in each column, but for `found`: end, lines, and how many of each there are. */
export interface RecordColumns {
  readonly at: Uint32Array;
  readonly line: Uint32Array;
  readonly timeMs: Float64Array;
  readonly sourceStart: Uint32Array;
  readonly sourceEnd: Uint32Array;
  readonly sourceId: Uint16Array;
  readonly messageStart: Uint32Array;
  readonly candidates: Uint32Array;
  readonly textEnd: Uint32Array;
  readonly recent: Int32Array;
  readonly strangers: Uint32Array;
  readonly steps: Uint32Array;
  readonly found: Uint32Array;
}

/** Measures a disk load by load; each call blocks for less than a second. */
export interface Calibration {
  /** Figures of the next load as JSON; null once all were measured. */
  measureNext(): string | null;
  /** The device that explains them, as JSON. */
  fit(): string;
  /** Removes the file. */
  close(): void;
}

export interface Addon {
  version(): { readonly engine: string; readonly compiler: string; readonly build: string };
  /** What a device can do, as JSON; throws for what is no device. */
  deviceFigures(deviceJson: string): string;
  /** Creates a file for it, which must not be there yet; throws where it cannot be. */
  readonly Calibration: new (
    file: string,
  ) => Calibration;
  /** Errors of the run arrive in the summary; onEnd is called exactly once, after the last batch. */
  start(
    scenarioJson: string,
    onBatch: (bytes: Uint8Array) => void,
    onEnd: (summaryJson: string) => void,
  ): Run;
}

/**
 * `leadTable`: by the first three characters of a message, `c0 << 14 | c1 << 7 | c2`, which of
 * `startsOfLead` it may begin with; 0: none. The starts are ASCII.
 */
export type RecordScannerClass = new (
  leadTable: Uint8Array,
  startsOfLead: readonly (readonly string[])[],
  columns: RecordColumns,
) => NativeRecordScanner;

/** What large logs are read with. */
export interface LogReader {
  readonly RecordScanner: RecordScannerClass;
  /** A byte for each character of UTF-16: 255 for all that is beyond Latin-1. */
  narrow(utf16: Uint8Array, isBigEndian: boolean, to: Uint8Array): void;
}

/** The engine of an experiment. */
export function loadAddon(path: string): Result<Addon> {
  const loaded = load(path);
  if (!loaded.ok) return loaded;
  return isAddon(loaded.value) ? success(loaded.value) : notOurs(path);
}

export function loadLogReader(path: string): Result<LogReader> {
  const loaded = load(path);
  if (!loaded.ok) return loaded;
  return isLogReader(loaded.value) ? success(loaded.value) : notOurs(path);
}

const notOurs = (path: string) =>
  failure("engineUnavailable", `${path} is not a Snapscope engine; build it with: npm run build`);

function load(path: string): Result<unknown> {
  if (!existsSync(path)) {
    return failure(
      "engineUnavailable",
      `the native engine is not built: ${path} is missing; build it with: npm run build`,
    );
  }
  try {
    const addon: unknown = createRequire(import.meta.url)(path);
    return success(addon);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(
      "engineUnavailable",
      `the native engine cannot be loaded from ${path} (${reason}); build it again with: npm run build`,
    );
  }
}

const isAddon = (value: unknown): value is Addon =>
  typeof value === "object" &&
  value !== null &&
  "version" in value &&
  typeof value.version === "function" &&
  "start" in value &&
  typeof value.start === "function";

const isLogReader = (value: unknown): value is LogReader =>
  typeof value === "object" &&
  value !== null &&
  "RecordScanner" in value &&
  typeof value.RecordScanner === "function";
