/** Reads bytes as an ERRORLOG of the product, from a file, as the reader demands. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogEvent } from "../../../domain/errorlog/events.ts";
import { EncodingsSeen } from "../encoding.ts";
import { type ClockStep, FileFacts } from "../file-facts.ts";
import { Meaning } from "../meaning.ts";
import { ProductFile } from "../product-file.ts";
import { SourceTable } from "../source-table.ts";

export interface ReadRecord {
  readonly line: number;
  /** NaN: a line that belongs to no record. */
  readonly timeMs: number;
  readonly source: string;
  readonly kindId: number;
  readonly severity: number;
  readonly message: string;
  readonly verbatim: string;
}

export interface ReadFile {
  readonly records: readonly ReadRecord[];
  readonly events: readonly LogEvent[];
  readonly steps: readonly ClockStep[];
  readonly facts: FileFacts;
  readonly encoding: string;
}

export interface Sizes {
  readonly pieceBytes?: number;
  readonly maxCarryBytes?: number;
  /** Whether anybody wants the events of records that explain no error; true unless told. */
  readonly wantsAll?: boolean;
}

export function readProductFile(bytes: Uint8Array, sizes: Sizes = {}): ReadFile {
  const folder = mkdtempSync(join(tmpdir(), "snapscope-test-"));
  const path = join(folder, "ERRORLOG");
  writeFileSync(path, bytes);
  const descriptor = openSync(path, "r");
  try {
    return read(descriptor, sizes);
  } finally {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  }
}

function read(descriptor: number, { wantsAll = true, ...sizes }: Sizes): ReadFile {
  const [facts, encodings, sources] = [new FileFacts(), new EncodingsSeen(), new SourceTable()];
  const events: LogEvent[] = [];
  const steps: ClockStep[] = [];
  const meaning = new Meaning({
    file: 0,
    originMs: 0,
    facts,
    sources,
    wants: () => wantsAll,
    onEvent: (place, message) => events.push({ ...place, ...message }),
  });
  const file = new ProductFile({
    descriptor,
    sources,
    meaning,
    facts,
    encodings,
    firstRecord: 0,
    onTimeStep: (step) => steps.push(step),
    ...sizes,
  });
  while (file.readSlice());
  const messages: string[] = [];
  file.messages(0, file.count, (_, message) => messages.push(message));
  const records = Array.from({ length: file.count }, (_, record) => ({
    line: file.line(record),
    timeMs: file.timeMs(record),
    source: sources.name(file.sourceId(record)),
    kindId: file.kindId(record),
    severity: file.severity(record),
    message: messages[record] ?? "",
    verbatim: file.verbatim(record),
  }));
  return { records, events, steps, facts, encoding: encodings.name };
}
