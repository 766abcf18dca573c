/** What files say, without what a variant of them may change: bytes, encoding, line ends and names. */
import type { CaptureOverview, Finding } from "../../../contract/capture.ts";
import { messageKinds } from "../../../domain/errorlog/messages/recognise.ts";
import { plainLineEnds } from "../../../domain/line-ends.ts";
import type { Capture } from "../../capture.ts";

export interface RecordOutcome {
  readonly line: number;
  readonly atMs: number | null;
  readonly source: string;
  readonly kind: string;
  readonly severity: number;
  readonly text: string;
}

export interface FindingOutcome extends Omit<Finding, "id" | "evidence"> {
  readonly rule: string;
  readonly evidence: readonly string[];
}

export interface Outcome
  extends Pick<CaptureOverview, "phases" | "marks" | "snapshots" | "counters" | "waits"> {
  readonly records: readonly RecordOutcome[];
  readonly files: readonly unknown[];
  readonly findings: readonly FindingOutcome[];
}

export const ruleOf = (id: string): string => id.replace(/\/.*/, "");

export function outcomeOf(capture: Capture): Outcome {
  const { records } = capture;
  const { files, phases, snapshots, marks, findings, counters, waits } = capture.overview();
  return {
    records: Array.from({ length: records.count }, (_, record) => ({
      line: records.line(record),
      atMs: Number.isNaN(records.atMs(record)) ? null : records.atMs(record),
      source: records.sources[records.sourceId(record)] ?? "",
      kind: messageKinds[records.kindId(record)] ?? "?",
      severity: records.severity(record),
      text: plainLineEnds(records.text(record)),
    })),
    files: files.map(({ name, encoding, bytes, notes, ...figures }) => figures),
    phases,
    snapshots,
    marks,
    findings: findings.map(({ id, evidence, ...finding }) => ({
      ...finding,
      rule: ruleOf(id),
      evidence: evidence.map(({ text }) => plainLineEnds(text)),
    })),
    counters,
    waits: waits.map((taken, index) => ({ ...taken, label: String(index), since: null })),
  };
}
