/** What a comparison comes to, for who reads one line: the answer, and beside it how sure it is. Its numbers are in the table. */
import type { Comparison } from "../../contract/comparison.ts";
import { countOf } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { rangeText, relativeText, shareText, valueText } from "./metric.ts";

/** `setting`: what was compared, where nothing else says it: "with 40 users against 5 users". */
export function answerSentence(comparison: Comparison, setting?: string): string {
  const clause = answerClause(comparison);
  return `${atBegin(setting === undefined ? clause : `${setting}, ${clause}`)}.`;
}

/** "throughput fell from 180 to 150 transactions/s (−16.7 %), which is worse" */
function answerClause({ metric, base, variant, shift, relative, outcome, judgement }: Comparison) {
  const { name, unit } = metric;
  if (outcome.kind === "unchanged" && outcome.margin === null) {
    return `${name} did not change: ${valueText(unit, base.value)} on both sides`;
  }
  const isSame = base.value === variant.value;
  const values = isSame
    ? `${valueText(unit, base.value)} on both sides`
    : `from ${rangeText(unit, base.value, variant.value)}`;
  // A percentage of percentages is read as one of them.
  const change =
    isSame || relative === null || unit === "share" ? "" : ` (${relativeText(relative.share)})`;
  if (outcome.kind === "unchanged") {
    return `${name} shows no difference that matters: ${values}${change}`;
  }
  // From run to run it can go one way while the medians go the other.
  const goes = Math.sign(variant.value - base.value) === Math.sign(shift) ? shift : 0;
  const way = isSame ? "was" : goes > 0 ? "rose" : goes < 0 ? "fell" : "went";
  const worth = outcome.kind === "proven" && judgement !== null ? `, which is ${judgement}` : "";
  return `${name} ${way} ${values}${change}${worth}`;
}

/** "4 pairs: too few to prove, 10 needed". `needed`: so many prove all that is told, where that is more. */
export function surenessText(comparison: Comparison, needed = 0): string {
  const { runs, pairing, outcome } = comparison;
  const of = runsOf(comparison);
  switch (outcome.kind) {
    case "proven":
      return `Proven ${pairing === "withinRun" ? "for these two runs alone" : `by ${of}`}`;
    case "unchanged":
      return outcome.margin === null
        ? `The same value in ${runs.base + runs.variant === 2 ? "both" : `all of ${runs.base + runs.variant}`} runs`
        : `Less than ${shareText(outcome.margin)}: proven by ${of}`;
    case "notProven":
      switch (outcome.reason) {
        case "oneRunEach":
        case "dependentBatches":
          return "From one run of each only: compare several to be sure";
        case "tooFewRuns":
          return `${of}: too few to prove, ${Math.max(outcome.runsNeeded ?? 0, needed)} needed`;
        case "notSignificant":
          return pairing === "withinRun"
            ? "Not proven by one run of each: compare several to be sure"
            : `Not proven by ${of}`;
      }
  }
}

const runsOf = ({ runs, pairing }: Comparison): string =>
  pairing === "paired"
    ? countOf(runs.base, "pair")
    : pairing === "withinRun"
      ? "one run of each"
      : runs.base === runs.variant
        ? `${countOf(runs.base, "run")} of each`
        : `${countOf(runs.base, "run")} against ${runs.variant}`;
