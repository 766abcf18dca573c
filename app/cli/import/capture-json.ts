/** A capture as JSON on stdout. Events and records are made from the files once more, as they go. */
import type { Capture } from "../../capture/capture.ts";
import type { CaptureRecords } from "../../capture/capture-records.ts";
import type { CaptureOverview } from "../../contract/capture.ts";
import type { ImportedEvent, ImportedRecord } from "../../contract/imported-capture.ts";
import type { RecordRow } from "../../contract/rpc/records.ts";
import { messageKinds, recognise } from "../../domain/errorlog/messages/recognise.ts";
import { plainLineEnds } from "../../domain/line-ends.ts";
import { outputStreams } from "../console.ts";
import { JsonOutput } from "./json-output.ts";

/** Records that are read together. */
const recordsAtOnce = 1024;

export async function printCapture(
  { records }: Capture,
  overview: CaptureOverview,
  withRecords: boolean,
): Promise<void> {
  const { source, files, origin, endMs, ...found } = overview;
  const output = new JsonOutput(outputStreams().stdout);
  await output.object([
    ...Object.entries({ source, files, origin, endMs }),
    ...(withRecords ? [["records", recordsOf(records, Date.parse(`${origin}Z`))] as const] : []),
    ["events", eventsOf(records)],
    ...Object.entries(found),
  ]);
}

function* recordsOf(records: CaptureRecords, originMs: number): Generator<ImportedRecord> {
  for (let record = 0; record < records.count; record += 1) {
    const atMs = records.atMs(record);
    const timed = !Number.isNaN(atMs);
    yield {
      record,
      file: records.fileOf(record),
      line: records.line(record),
      time: timed ? new Date(originMs + atMs).toISOString().slice(0, -1) : null,
      atMs: timed ? atMs : null,
      source: records.sources[records.sourceId(record)] ?? "",
      kind: kindOf(records, record),
      verbatim: records.verbatim(record),
    };
  }
}

/** Every record that means something. Those between them are not read again. */
export function* eventsOf(records: CaptureRecords): Generator<ImportedEvent> {
  let record = 0;
  while (record < records.count) {
    if (kindOf(records, record) === "other") {
      record += 1;
      continue;
    }
    let end = record + 1;
    while (
      end < records.count &&
      end - record < recordsAtOnce &&
      kindOf(records, end) !== "other"
    ) {
      end += 1;
    }
    for (const row of records.rows(record, end)) yield eventOf(records, row);
    record = end;
  }
}

function eventOf(records: CaptureRecords, row: RecordRow): ImportedEvent {
  const { record, file, line, atMs, source, error } = row;
  const text = row.cut ? plainLineEnds(records.text(record)) : row.text;
  const message = recognise(text, error?.number ?? null);
  return { record, fileIndex: file, line, atMs, source, text, error, ...message };
}

const kindOf = (records: CaptureRecords, record: number) =>
  messageKinds[records.kindId(record)] ?? "other";
