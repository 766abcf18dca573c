/**
 * Reads an ERRORLOG: bytes to records, records to events, events to phases of snapshot creations.
 * What is not understood is kept and counted, so that a reader's gap never looks like a quiet log.
 */
import type { Phase } from "../../contract/phase.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { decodeText, type Encoding } from "../text-decoding.ts";
import { type Creation, followCreations } from "./creations.ts";
import type { LogEvent } from "./events.ts";
import { recognise } from "./messages.ts";
import { derivePhases } from "./phases.ts";
import { type LogRecord, printTime, type SplitLog, splitRecords } from "./records.ts";

export interface ImportedSnapshot {
  readonly name: string;
  /** Local time of the moment whose data the snapshot shows: the start of its analysis. */
  readonly asOf: string | null;
  readonly asOfMs: number | null;
  /** Duration of the creation; null where the log does not show its end. */
  readonly createdMs: number | null;
}

export interface ImportedLog {
  readonly source: {
    readonly kind: "errorlog";
    readonly encoding: Encoding;
    readonly lines: number;
    readonly records: number;
    /** Records that no recogniser knows, and lines before the first record. */
    readonly unrecognised: number;
    readonly firstTime: string;
    readonly lastTime: string;
  };
  /** Local time of 0 ms: the first record's. */
  readonly origin: string;
  readonly events: readonly LogEvent[];
  readonly phases: readonly Phase[];
  readonly snapshots: readonly ImportedSnapshot[];
}

const expectation =
  'expected an ERRORLOG, whose records start such as "2006-10-23 21:48:07.22 spid51      text"';

/** `name` is what messages call the file. */
export function readErrorlog(bytes: Uint8Array, name: string): Result<ImportedLog> {
  const { encoding, text } = decodeText(bytes);
  const split = splitRecords(text);
  const [first] = split.records;
  const last = split.records.at(-1);
  if (first === undefined || last === undefined) return failure("badInput", notALog(split, name));

  const events = split.records.map((record) => toEvent(record, first.timeMs));
  const followed = followCreations(events);
  const others = events.filter((event) => event.kind === "other").length;
  return success({
    source: {
      kind: "errorlog",
      encoding,
      lines: split.lineCount,
      records: split.records.length,
      unrecognised: others + split.orphans.length,
      firstTime: printTime(first.timeMs),
      lastTime: printTime(last.timeMs),
    },
    origin: printTime(first.timeMs),
    events,
    phases: derivePhases(followed),
    snapshots: followed.creations.flatMap((creation) => toSnapshot(creation, first.timeMs)),
  });
}

function notALog({ orphans }: SplitLog, name: string): string {
  const [orphan] = orphans;
  if (orphan === undefined) return `${name}: is empty; ${expectation}`;
  // Control characters of a binary file would upset the terminal that shows the message.
  const shown = JSON.stringify(orphan.text.slice(0, 60)).replaceAll(/[\u007f-\u009f]/g, "?");
  return `${name}: line ${orphan.line}: ${shown} starts no record; ${expectation}`;
}

function toEvent(record: LogRecord, originMs: number): LogEvent {
  const text = [record.text, ...record.continuation].join("\n");
  const { line, source } = record;
  return { line, atMs: record.timeMs - originMs, source, text, ...recognise(record.text) };
}

function toSnapshot(creation: Creation, originMs: number): ImportedSnapshot[] {
  if (creation.snapshot === null) return [];
  const asOfMs = creation.analysisStart?.atMs ?? null;
  return [
    {
      name: creation.snapshot,
      asOf: asOfMs === null ? null : printTime(originMs + asOfMs),
      asOfMs,
      createdMs:
        creation.completedMs === null ? null : creation.completedMs - creation.filesStartMs,
    },
  ];
}
