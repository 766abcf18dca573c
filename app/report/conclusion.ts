/**
 * What a report says first: sentences computed from the run. They state what was measured and no
 * more; a run that did not end well says so before anything else.
 */
import type { Report, ReportCreation } from "../contract/report.ts";
import type { Summary } from "../contract/summary.ts";
import { asSentence, changeText, countText, durationText, numberText } from "./text.ts";

export interface Findings {
  readonly run: Report["run"];
  readonly creations: readonly ReportCreation[];
  readonly summary: Summary | null;
  /** Mean of the recording without its warm-up; null when nothing was recorded after it. */
  readonly transactionsPerSecond: number | null;
  readonly sampleIntervalMs: number;
}

/** More creations than this are told by the table alone. */
const creationsInWords = 3;

export function conclusionOf(findings: Findings): Report["conclusion"] {
  const { creations } = findings;
  const told = creations.slice(0, creationsInWords);
  const more = creations.length - told.length;
  return {
    intent: intentOf(findings),
    sentences: [
      ...endingSentences(findings),
      ...told.map((creation) => creationSentence(creation, findings.sampleIntervalMs)),
      ...(more > 0 ? [`${countText(more, "further creation")} can be found in the tables.`] : []),
      ...(creations.length === 0 ? [baselineSentence(findings)] : []),
      ...verificationSentences(findings),
    ],
    notes: notesOf(findings),
  };
}

function intentOf({ run }: Findings): Report["conclusion"]["intent"] {
  if (run.status === "failed" || run.verified === false) return "error";
  return run.status === "completed" ? "plain" : "warning";
}

/** Nothing for a run that completed: that is what one expects of it. */
function endingSentences({ run }: Findings): string[] {
  const reached = `${durationText(run.engineMs)} of ${durationText(run.plannedMs)} of engine time`;
  const reason = run.error === null ? "." : `: ${asSentence(run.error.message)}`;
  switch (run.status) {
    case "completed":
      return [];
    case "running":
      return [`The run is still under way: this report covers its first ${reached}.`];
    case "cancelled":
      return [
        `The run was cancelled: this report covers its first ${reached}.`,
        ...(run.error === null ? [] : [asSentence(capitalised(run.error.message))]),
      ];
    case "failed":
      return [`The run failed after ${reached}${reason}`];
    case "interrupted":
      return [`The run was interrupted; its first ${reached} were recorded${reason}`];
    default:
      return run.status satisfies never;
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function creationSentence(creation: ReportCreation, sampleIntervalMs: number): string {
  const { snapshot, durationMs } = creation;
  if (durationMs === null) {
    return `The creation of ‘${snapshot}’ had not completed when the recording ended.`;
  }
  const took = `Creating ‘${snapshot}’ took ${durationText(durationMs)}`;
  if (creation.shorterThanSample) {
    return `${took}, less than one sample of ${durationText(sampleIntervalMs)}: too short to tell what it cost in throughput.`;
  }
  return `${took}; ${throughputClause(creation)}`;
}

export function throughputClause({ before, during, after, usual }: ReportCreation): string {
  const rate = during?.transactionsPerSecond ?? null;
  const base = before?.transactionsPerSecond ?? null;
  if (rate === null) return "no throughput was recorded during it.";
  const unit = "transactions/s";
  const afterRate = after?.transactionsPerSecond ?? null;
  const later = afterRate === null ? "" : `, and was ${numberText(afterRate, 1)} after it`;
  const change = changeText(base, rate);
  if (base === null || change === null) {
    return `throughput was ${numberText(rate, 1)} ${unit} during it${later}.`;
  }
  const step = `from ${numberText(base, 1)} to ${numberText(rate, 1)} ${unit} (${change}) during it`;
  if (usual === null) return `throughput went ${step}${later}.`;
  const range = `${numberText(usual.lowest, 1)} to ${numberText(usual.highest, 1)}`;
  if (rate < usual.lowest) {
    return `throughput fell ${step}, below what any span of that length had before (${range})${later}.`;
  }
  if (rate > usual.highest) {
    return `throughput rose ${step}, above what any span of that length had before (${range})${later}.`;
  }
  return `throughput was ${numberText(rate, 1)} ${unit} during it, within what spans of that length had before (${range})${later}.`;
}

function baselineSentence({ transactionsPerSecond, run }: Findings): string {
  const measured = Math.max(0, run.engineMs - run.warmupMs);
  return transactionsPerSecond === null
    ? "No snapshot was created, and the recording does not go beyond the warm-up."
    : `No snapshot was created; throughput was ${numberText(transactionsPerSecond, 1)} transactions/s over ${durationText(measured)} after the warm-up.`;
}

function verificationSentences({ summary, run }: Findings): string[] {
  const checked = (summary?.snapshots ?? []).flatMap(({ name, verified, verification }) =>
    verified === null || verification === null ? [] : [{ name, verified, verification }],
  );
  const wrong = checked.filter(({ verified }) => !verified);
  if (wrong.length > 0) {
    return wrong.map(
      ({ name, verification: { rowsMismatched, rowsCompared } }) =>
        `Verification failed: ‘${name}’ does not show what was committed at its split; ${numberText(rowsMismatched)} of ${countText(rowsCompared, "row")} differ.`,
    );
  }
  if (run.verified === false) return ["Verification failed."];
  if (checked.length === 0) return [];
  const sum = (key: "pagesCompared" | "pagesTotal" | "rowsCompared") =>
    numberText(checked.reduce((total, { verification }) => total + verification[key], 0));
  const what = checked.length === 1 ? "The snapshot was" : `${checked.length} snapshots were`;
  const sampled = checked.some(({ verification }) => verification.coverage === "changedAndSampled");
  const which = sampled ? " (those that changed, and a sample of the others)" : "";
  return [
    `${what} verified: ${sum("pagesCompared")} of ${sum("pagesTotal")} pages${which} and ${sum("rowsCompared")} rows were compared with what was committed at the split, and none differs.`,
  ];
}

function notesOf({ run, summary, creations }: Findings): string[] {
  const notes = [
    run.warmupMs > 0
      ? `The warm-up, ${durationText(run.warmupMs)}, is left out of every statistic.`
      : "The run had no warm-up.",
  ];
  if (creations.length > 0) {
    notes.push(
      "Rates before, during and after a creation are those of the counter Transactions/sec: all sessions, the witness and what was rolled back included. A change is called one only where the rate left the range of spans before it that are as long as the creation. It is one run: how much its figures would vary is not known.",
    );
  }
  if (summary === null) {
    notes.push(
      "There is no summary of the engine: waits and counters are computed from the samples that were recorded, and what only a summary has is missing.",
    );
  }
  return notes;
}
