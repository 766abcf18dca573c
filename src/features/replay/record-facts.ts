/** What can be said of one record beside its text: its figures, and how good its estimate was. */

import { type Message, recognise } from "../../../app/domain/errorlog/messages.ts";
import { recordTerm } from "../../../app/domain/glossary/glossary.ts";
import type { Timeline, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { formatBytes } from "../../components/format/bytes.ts";
import { formatNumber, formatPercent } from "../../components/format/numbers.ts";
import { formatDuration } from "../../components/format/times.ts";
import type { Fact } from "../../components/ui/FactList.tsx";

export interface RecordFacts {
  readonly facts: readonly Fact[];
  /** Something to beware of. */
  readonly hint: string | null;
}

type MessageOf<Kind extends Message["kind"]> = Extract<Message, { kind: Kind }>;
type Progress = MessageOf<"analysisProgress"> | MessageOf<"recoveryProgress">;

const pageBytes = 8192;

export function factsOf(record: TimelineRecord, timeline: Timeline): RecordFacts {
  const message = recognise(record.text.split("\n", 1)[0] ?? "");
  const facts: Fact[] = [{ name: "Meaning", value: recordTerm(record.kind).title }];
  if ("database" in message) {
    const { database } = message;
    const id = "databaseId" in message ? ` (${message.databaseId})` : "";
    facts.push({ name: "Database", value: `${database}${id}` });
  }
  switch (message.kind) {
    case "creatingFile":
    case "closingFile":
    case "openingFile":
      facts.push({ name: "File", value: message.path });
      break;
    case "flushCache":
      facts.push(...flushFacts(message));
      break;
    case "recoveryEstimate":
      facts.push(
        { name: "Redo, at most", value: formatBytes(message.redoBytes) },
        { name: "Undo, at most", value: `${formatNumber(message.undoRecords)} records` },
      );
      break;
    case "analysisProgress":
    case "recoveryProgress":
      return progressFacts(record, message, timeline, facts);
    default:
      break;
  }
  return { facts, hint: null };
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
function progressFacts(
  record: TimelineRecord,
  message: Progress,
  timeline: Timeline,
  facts: Fact[],
): RecordFacts {
  facts.push(
    { name: "Progress", value: formatPercent(message.percent / 100, 0) },
    { name: "Remaining, as printed", value: `${formatNumber(message.secondsRemaining)} s` },
  );
  const endMs = endOfEstimated(record, message, timeline);
  if (endMs === null || endMs <= record.atMs) return { facts, hint: null };
  const actualMs = endMs - record.atMs;
  facts.push({ name: "Remaining, as it came", value: formatDuration(actualMs) });
  return { facts, hint: hintOf(message.secondsRemaining, actualMs / 1000) };
}

/** Analysis estimates itself; redo and undo estimate the end of the recovery. */
function endOfEstimated(
  record: TimelineRecord,
  message: Progress,
  { bands }: Timeline,
): number | null {
  const own = bands.find(({ id }) => id === record.bandId);
  if (own === undefined) return null;
  if (message.kind === "analysisProgress") return own.endMs;
  const command = bands.find(
    ({ row, phase, snapshot, startMs, endMs }) =>
      row === "command" &&
      phase === null &&
      snapshot === own.snapshot &&
      startMs <= record.atMs &&
      (endMs === null || endMs >= record.atMs),
  );
  return command?.endMs ?? null;
}

function hintOf(printedSeconds: number, actualSeconds: number): string | null {
  const advice = "Read it only after some progress.";
  const [long, short] = [printedSeconds / actualSeconds, actualSeconds / printedSeconds];
  // Estimates are printed in whole seconds: of short ones nothing can be said.
  if (Math.max(printedSeconds, actualSeconds) < 5) return null;
  if (long >= 2) return `This estimate was ${formatNumber(long)} times too long. ${advice}`;
  if (short >= 2) return `It took ${formatNumber(short)} times as long as estimated. ${advice}`;
  return null;
}
