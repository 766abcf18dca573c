/** What can be said of one record beside its text: its figures, and how good its estimate was. */

import type { Message } from "../../../app/domain/errorlog/messages/message.ts";
import { recognise } from "../../../app/domain/errorlog/messages/recognise.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { formatNumber, formatPercent } from "../../../app/domain/format/numbers.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import { recordTerm } from "../../../app/domain/glossary/glossary.ts";
import { bandOfRecord } from "../../../app/domain/timeline/record-bands.ts";
import type { Timeline, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import type { Fact } from "../../components/ui/FactList.tsx";
import { messageFacts } from "./message-facts.ts";

export interface RecordFacts {
  readonly facts: readonly Fact[];
  /** Something to beware of. */
  readonly hint: string | null;
}

type MessageOf<Kind extends Message["kind"]> = Extract<Message, { kind: Kind }>;
type Progress = MessageOf<"analysisProgress"> | MessageOf<"recoveryProgress">;

const pageBytes = 8192;

/** `files` are the names of a capture's files, by position. */
export function factsOf(
  record: TimelineRecord,
  timeline: Timeline,
  files: readonly string[] = [],
): RecordFacts {
  const message = recognise(record.text, record.error?.number ?? null);
  const facts: Fact[] = [
    { name: "Meaning", value: recordTerm(record.kind).title },
    ...placeFacts(record, files),
    ...errorFacts(record),
  ];
  if ("database" in message && message.database !== null) {
    const { database } = message;
    const known = "databaseId" in message && message.databaseId !== null;
    const id = known ? ` (${message.databaseId})` : "";
    facts.push({ name: "Database", value: `${database}${id}` });
  }
  switch (message.kind) {
    case "flushCache":
      return { facts: [...facts, ...flushFacts(message)], hint: null };
    case "analysisProgress":
    case "recoveryProgress": {
      const progress = progressFacts(record, message, timeline);
      return { facts: [...facts, ...progress.facts], hint: progress.hint };
    }
    default:
      return { facts: [...facts, ...messageFacts(message)], hint: null };
  }
}

function placeFacts({ file, line }: TimelineRecord, files: readonly string[]): Fact[] {
  if (file === null) return [];
  const name = files[file];
  return [
    ...(name === undefined || files.length < 2 ? [] : [{ name: "File of the log", value: name }]),
    { name: "Line", value: formatNumber(line) },
  ];
}

function errorFacts({ error }: TimelineRecord): Fact[] {
  if (error === null) return [];
  const { number, severity, state } = error;
  return [
    { name: "Error", value: String(number) },
    { name: "Severity, state", value: `${severity}, ${state}` },
  ];
}

/** The product prints throughput in later releases; here it is computed the same way. */
function flushFacts({ buffers, writes, durationMs, avoided }: MessageOf<"flushCache">): Fact[] {
  const bytesPerSecond = durationMs > 0 ? (buffers * pageBytes) / (durationMs / 1000) : null;
  return [
    { name: "Took", value: formatDuration(durationMs) },
    { name: "Buffers written", value: formatNumber(buffers) },
    { name: "Writes", value: formatNumber(writes) },
    ...(writes > 0 ? [{ name: "Pages per write", value: formatNumber(buffers / writes, 2) }] : []),
    ...(bytesPerSecond === null
      ? []
      : [{ name: "Throughput", value: `${formatBytes(bytesPerSecond)}/s` }]),
    { name: "Dirtied meanwhile", value: `${formatNumber(avoided)} buffers` },
  ];
}

/** An estimate is told from the truth where the log says when its subject was over. */
function progressFacts(record: TimelineRecord, message: Progress, timeline: Timeline): RecordFacts {
  const facts: Fact[] = [
    { name: "Progress", value: formatPercent(message.percent / 100, 0) },
    { name: "Estimated remaining", value: `${formatNumber(message.secondsRemaining)} s` },
  ];
  const { atMs } = record;
  const endMs = atMs === null ? null : endOfEstimated(record, atMs, message, timeline);
  if (atMs === null || endMs === null || endMs <= atMs) return { facts, hint: null };
  const actualMs = endMs - atMs;
  facts.push({ name: "Actually remaining", value: formatDuration(actualMs) });
  return { facts, hint: hintOf(message.secondsRemaining, actualMs / 1000) };
}

/** Analysis estimates itself; redo and undo estimate the end of the recovery. */
function endOfEstimated(
  record: TimelineRecord,
  atMs: number,
  message: Progress,
  timeline: Timeline,
): number | null {
  const { bands } = timeline;
  const own = bandOfRecord(timeline, record);
  if (own === null) return null;
  if (message.kind === "analysisProgress") return own.endMs;
  const command = bands.find(
    ({ row, phase, snapshot, startMs, endMs }) =>
      row === "command" &&
      phase === null &&
      snapshot === own.snapshot &&
      startMs <= atMs &&
      (endMs === null || endMs >= atMs),
  );
  return command?.endMs ?? null;
}

function hintOf(printedSeconds: number, actualSeconds: number): string | null {
  const [long, short] = [printedSeconds / actualSeconds, actualSeconds / printedSeconds];
  // Estimates are printed in whole seconds: of short ones nothing can be said.
  if (Math.max(printedSeconds, actualSeconds) < 5) return null;
  if (long >= 2) return `The server’s estimate was ${formatNumber(long)} times too long.`;
  if (short >= 2) return `It took ${formatNumber(short)} times as long as the server estimated.`;
  return null;
}
