/** The result of a run in words: how it ended, what its snapshots cost, what else was done, whether all was right. */

import type { CreationCost } from "../../contract/creation-cost.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { SnapshotSummary, Summary } from "../../contract/summary.ts";
import { actSentences } from "../acts/act-sentences.ts";
import type { ActsOfRun } from "../acts/outages.ts";
import { consistencyText, inconsistencies, lossesOf } from "../consistency.ts";
import { kindsSentence } from "../creation-cost/cost-sentence.ts";
import { countOf, formatNumber } from "../format/numbers.ts";
import { asSentence, atBegin } from "../format/report-text.ts";
import { formatDuration, formatRoughDuration, formatTidyDuration } from "../format/times.ts";
import { setupPhrase } from "../setup-phrase.ts";

export interface Verdict {
  readonly title: string;
  /** Why it failed, or what was found wrong. */
  readonly trouble: string | null;
  /** What each creation cost, and what else was done came to: the same as the report says. */
  readonly answers: readonly string[];
  /** One line. */
  readonly facts: string;
}

/** What of a summary it takes. */
export type Measured = ActsOfRun & Pick<Summary, "transactions" | "consistency">;

/** More creations than these are told by the report. */
const answersGiven = 3;

/** `costs`: null while they are not known. */
export function verdictOf(
  entry: RunEntry,
  summary: Measured | null,
  costs: readonly CreationCost[] | null,
): Verdict {
  const told = (costs ?? []).map(({ sentence }) => sentence);
  return {
    title: titleOf(entry, summary?.snapshots ?? []),
    trouble: troubleOf(entry, summary),
    answers: setupOnce([
      ...bothKinds(summary, costs),
      ...firstOf(told),
      ...(summary === null ? [] : actSentences(summary)),
    ]),
    facts: atBegin(factsOf(entry, summary, told.length > 0).join(" · ")),
  };
}

/** The one sentence that answers a run which takes a database and an array snapshot. */
const bothKinds = (summary: Measured | null, costs: readonly CreationCost[] | null): string[] => {
  const sentence = kindsSentence(
    costs ?? [],
    summary === null ? null : setupPhrase(summary.scenario),
  );
  return sentence === null ? [] : [sentence];
};

/** What was run on what stands at the head of each sentence: of those that follow each other it is said once. */
function setupOnce(sentences: readonly string[]): string[] {
  const headOf = (sentence: string | undefined): string => /^.*?: /.exec(sentence ?? "")?.[0] ?? "";
  return sentences.map((sentence, at) => {
    const head = headOf(sentence);
    const isSaid = at > 0 && head !== "" && head === headOf(sentences[at - 1]);
    return isSaid ? atBegin(sentence.slice(head.length)) : sentence;
  });
}

function firstOf(sentences: readonly string[]): string[] {
  const more = sentences.length - answersGiven;
  return [
    ...sentences.slice(0, answersGiven),
    ...(more > 0 ? [`${countOf(more, "further snapshot")}: see the report.`] : []),
  ];
}

function titleOf(
  { status, engineMs, plannedMs, verified }: RunEntry,
  snapshots: Summary["snapshots"],
): string {
  const at = `after ${formatTidyDuration(engineMs)} of ${formatTidyDuration(plannedMs)} of engine time`;
  switch (status) {
    case "completed":
      if (verified !== false) return "Completed";
      return snapshots.some(({ lost }) => lost != null)
        ? "Completed, with a snapshot lost"
        : "Completed, not verified";
    case "failed":
      return `Failed ${at}; what was recorded until then is kept`;
    case "cancelled":
      return `Cancelled ${at}; what was recorded until then is kept`;
    case "interrupted":
      return `Interrupted ${at}: Snapscope ended before the run did. What was recorded is kept`;
    case "running":
      return "Running";
  }
}

function troubleOf({ status, error, verified }: RunEntry, summary: Measured | null): string | null {
  if (error !== null && status === "failed") return asSentence(atBegin(error.message.trim()));
  if (verified !== false) return null;
  const [inconsistent] = inconsistencies(summary ?? {});
  if (inconsistent !== undefined) return `Verification failed: ${inconsistent}.`;
  const [lost] = lossesOf(summary?.snapshots ?? []);
  if (lost !== undefined) return `${lost}.`;
  const wrong = (summary?.snapshots ?? []).filter((snapshot) => snapshot.verified === false);
  const names = wrong.map(({ name }) => `‘${name}’`).join(", ");
  return `Verification failed${names === "" ? "" : ` for ${names}`}: a snapshot does not show what was committed at its as-of time.`;
}

/** `told`: how long creations took stands in the answers. */
function factsOf(
  { mode, verified, transactionsPerSecond, wallMs }: RunEntry,
  summary: Measured | null,
  told: boolean,
) {
  const snapshots = summary?.snapshots ?? [];
  return [
    ...snapshots.filter(({ createdMs }) => !told || createdMs === null).map(createdFact),
    ...(verified === true && snapshots.length > 0 ? [verifiedFact(snapshots)] : []),
    ...(summary?.consistency == null ? [] : [consistencyText(summary.consistency)]),
    ...(transactionsPerSecond === null
      ? []
      : [
          `${formatNumber(transactionsPerSecond, 1)} committed user transactions/s after the warm-up`,
        ]),
    ...(summary === null ? [] : [countOf(summary.transactions.total, "transaction")]),
    ...(wallMs === null
      ? []
      : [`${mode === "real" ? "took" : "computed in"} ${formatRoughDuration(wallMs)}`]),
  ];
}

/** Not every page of a database above 10 GiB is compared. */
function verifiedFact(snapshots: readonly SnapshotSummary[]): string {
  const sampled = snapshots.some(
    ({ verification }) => verification?.coverage === "changedAndSampled",
  );
  return `snapshots verified row by row${sampled ? ": what changed, and a sample of the rest" : ""}`;
}

function createdFact({ name, createdMs, state }: SnapshotSummary): string {
  if (createdMs === null) return `‘${name}’ not completed (${state})`;
  const fate = state === "online" ? "" : `, now ${state}`;
  return `‘${name}’ created in ${formatDuration(createdMs)}${fate}`;
}
