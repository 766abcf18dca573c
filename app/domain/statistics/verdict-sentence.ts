/** What a comparison comes to, in one sentence: with its size, how sure it is, and what it rests on. */
import type { Comparison } from "../../contract/comparison.ts";
import { countOf, formatNumber } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { methodNames } from "./comparison.ts";
import { isSignificant } from "./interval.ts";
import {
  changeRangeText,
  rangeText,
  relativeText,
  shareText,
  sizeText,
  valueText,
} from "./metric.ts";

/** `setting`: the conditions of the runs, as "at 300 users on a data-centre NVMe"; it leads the sentence. */
export function verdictSentence(comparison: Comparison, setting?: string): string {
  const clause = verdictClause(comparison);
  return `${atBegin(setting === undefined ? clause : `${setting}, ${clause}`)}.`;
}

function verdictClause(comparison: Comparison): string {
  const { outcome, judgement } = comparison;
  if (outcome.kind === "unchanged") return unchangedClause(comparison, outcome.margin);
  if (outcome.kind === "notProven") {
    return `${changeClause(comparison)}; ${notProvenClause(comparison, outcome)}`;
  }
  const worth = judgement === null ? "" : `, which is ${judgement}`;
  return `${changeClause(comparison)}${worth}: proven ${provenBy(comparison)} (${testText(comparison)})`;
}

/** "p99 rose from 122 to 168 ms, by 45 ms (+36.8 %, 95 % interval +38 to +52 ms)". */
function changeClause(comparison: Comparison): string {
  const { metric, base, variant, shift, interval } = comparison;
  const { name, unit } = metric;
  const between = variant.value - base.value;
  const measured = interval === null ? [] : [intervalText(comparison)];
  if (shift === 0) {
    const aside = measured.length === 0 ? "" : ` (${measured.join()})`;
    return between === 0
      ? `${name} was ${valueText(unit, base.value)} on both sides${aside}`
      : `${name} went from ${rangeText(unit, base.value, variant.value)}${aside}`;
  }
  const way = shift > 0 ? "rose" : "fell";
  const aside = [...relativeTexts(comparison), ...measured].join(", ");
  const inBrackets = aside === "" ? "" : ` (${aside})`;
  const range = rangeText(unit, base.value, variant.value);
  if (interval === null) return `${name} ${way} from ${range}${inBrackets}`;
  const by = `by ${sizeText(unit, shift)}${inBrackets}`;
  // From run to run it can go one way while the medians go the other.
  return Math.sign(between) === Math.sign(shift)
    ? `${name} ${way} from ${range}, ${by}`
    : `${name} ${way} from run to run ${by}, though not in its median, from ${range}`;
}

/** Not of shares: a percentage of percentages is read as one of them. */
const relativeTexts = ({ relative, metric }: Comparison): string[] =>
  relative === null || metric.unit === "share" ? [] : [relativeText(relative.share)];

/** "95 % interval +38 to +52 ms": of few runs it can be less sure than is usual. */
function intervalText({ interval, metric }: Comparison): string {
  if (interval === null) return "";
  const percent = formatNumber(Math.floor(100 * interval.confidence + 1e-9));
  return `${percent} % interval ${changeRangeText(metric.unit, interval.low, interval.high)}`;
}

function unchangedClause(comparison: Comparison, margin: number | null): string {
  const { metric, base, variant } = comparison;
  if (margin === null) {
    return `${metric.name} did not change: ${identicalText(comparison)} the same value (${valueText(metric.unit, base.value)} in the median)`;
  }
  const range =
    base.value === variant.value
      ? `was ${valueText(metric.unit, base.value)} on both sides`
      : `went from ${rangeText(metric.unit, base.value, variant.value)}`;
  const { adjustedP, interval } = comparison;
  const isThere = adjustedP !== null && interval !== null && isSignificant(adjustedP, interval);
  return (
    `${metric.name} shows no difference that matters: it ${range} ` +
    `(${[...relativeTexts(comparison), intervalText(comparison)].join(", ")}), ` +
    `${isThere ? "not zero but " : ""}less than ${shareText(margin)}, ${provenBy(comparison)}`
  );
}

const identicalText = ({ pairing, runs }: Comparison): string =>
  pairing === "paired"
    ? `both runs of each of ${runs.base} pairs from the same seeds had`
    : `all of ${runs.base + runs.variant} runs had`;

/** "by 10 pairs of runs from the same seeds". */
function provenBy(comparison: Comparison): string {
  const { runs, pairing } = comparison;
  if (pairing === "withinRun") return "for these two runs alone, not for other seeds";
  return `by ${runsText(comparison)}${pairing === "paired" && runs.base > 1 ? " from the same seeds" : ""}`;
}

function runsText({ runs, pairing }: Comparison): string {
  if (pairing === "paired") return `${countOf(runs.base, "pair")} of runs`;
  return `${countOf(runs.base, "run")} against ${runs.variant}`;
}

function notProvenClause(
  comparison: Comparison,
  { reason, runsNeeded }: Extract<Comparison["outcome"], { kind: "notProven" }>,
): string {
  const { runs, pairing, metric } = comparison;
  const what = comparison.shift === 0 ? "a change is" : "that is";
  switch (reason) {
    case "oneRunEach":
      return runs.base === 1 && runs.variant === 1
        ? `with one of each ${what} not proven`
        : `with ${runsText(comparison)} ${what} not proven`;
    case "dependentBatches":
      return `with one run ${what} not proven: its samples of ${metric.name} are too few, or follow each other too closely`;
    case "tooFewRuns":
      return `with ${runsText(comparison)} ${what} not proven: at least ${runsNeeded} ${pairing === "paired" ? "pairs" : "runs of each"} are needed for a significant result`;
    case "notSignificant":
      return `with ${pairing === "withinRun" ? "one run" : runsText(comparison)} ${what} not proven (${testText(comparison)})`;
  }
}

/** "Wilcoxon's signed-rank test, p = 0.002 among 6 metrics". */
function testText({ method, adjustedP, family, batches }: Comparison): string {
  if (method === null || adjustedP === null) return "not tested";
  const among = family > 1 ? ` after Holm's correction for ${family} metrics` : "";
  const counted = batches === null ? "" : `, ${batches.base} against ${batches.variant} batches`;
  return `${methodNames[method]}${counted}, ${chanceText(adjustedP)}${among}`;
}

/** "p = 0.03", "p = 0.002", "p < 0.001". Never rounded across the limit. */
function chanceText(p: number): string {
  if (p < 0.001) return "p < 0.001";
  if (p < 0.01) return `p = ${formatNumber(p, 3)}`;
  return `p = ${formatNumber(p, p > 0.045 && p < 0.055 ? 3 : 2)}`;
}
