/**
 * Logs written by hand for tests: lines as the product prints them, made into events by the real
 * recognisers. Reading files is another folder's task; this knows one form of a line only.
 */
import type { Phase } from "../../../../contract/phase.ts";
import type { ErrorNumbers, LogEvent } from "../../events.ts";
import { recognise } from "../../messages/recognise.ts";
import { LogAnalysis, type LogAnalysisResult } from "../log-analysis.ts";

const lineForm = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{2,3}) (\S+) +(.*)$/;

interface Pending {
  readonly atMs: number;
  readonly source: string;
  readonly numbers: ErrorNumbers;
}

export interface WrittenLog {
  readonly originMs: number;
  readonly events: readonly LogEvent[];
}

/** Lines that do not begin with a time continue the record before. */
function recordsOf(lines: readonly string[]): { line: number; text: string }[] {
  const records: { line: number; text: string }[] = [];
  lines.forEach((text, index) => {
    const last = records.at(-1);
    if (lineForm.test(text) || last === undefined) records.push({ line: index + 1, text });
    else last.text += `\n${text}`;
  });
  return records;
}

/** Several logs follow each other, as the files of one cycle do. */
export function writtenLog(...files: readonly (readonly string[])[]): WrittenLog {
  const events: LogEvent[] = [];
  let originMs: number | null = null;
  let record = 0;
  files.forEach((lines, fileIndex) => {
    let pending: Pending | null = null;
    for (const { line, text: whole } of recordsOf(lines)) {
      const [head = "", ...rest] = whole.split("\n");
      const [, date, time, source = "", first = ""] = lineForm.exec(head) ?? [];
      const text = [first, ...rest].join("\n").trimEnd();
      const timeMs = Date.parse(`${date}T${time}Z`);
      if (Number.isNaN(timeMs)) throw new Error(`no line of a log: ${whole}`);
      originMs ??= timeMs;
      const atMs = timeMs - originMs;
      const known: Pending | null = pending;
      const error: ErrorNumbers | null =
        known !== null && known.atMs === atMs && known.source === source ? known.numbers : null;
      const message = recognise(text, error?.number ?? null);
      pending = message.kind === "errorHeader" ? { atMs, source, numbers: message } : null;
      if (message.kind !== "other") {
        events.push({ fileIndex, record, line, atMs, source, text, error, ...message });
      }
      record += 1;
    }
  });
  return { originMs: originMs ?? 0, events };
}

export function analyse({ originMs, events }: WrittenLog): LogAnalysisResult {
  const analysis = new LogAnalysis({ originMs });
  for (const event of events) analysis.take(event);
  return analysis.result();
}

export const analyseLines = (...files: readonly (readonly string[])[]): LogAnalysisResult =>
  analyse(writtenLog(...files));

/** What a test most often states of a phase: name, database or snapshot, start, end, how both are known. */
export const edgesOf = ({
  name,
  snapshot,
  database,
  startMs,
  endMs,
  startSource,
  endSource,
}: Phase) => [name, snapshot ?? database ?? null, startMs, endMs, startSource, endSource] as const;

export const phasesNamed = (result: LogAnalysisResult, name: Phase["name"]): Phase[] =>
  result.phases.filter((phase) => phase.name === name);

/** The findings of one rule. */
export const findingsOf = (result: LogAnalysisResult, rule: string) =>
  result.findings.filter(({ id }) => id.startsWith(`${rule}/`));
