/** A limit that a change must not pass, as a build server states it: "p99 > +10 %". */
import type { ComparedMetric, Comparison } from "../../contract/comparison.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { rangeText, relativeText } from "../statistics/metric.ts";

export interface Limit {
  readonly metric: string;
  /** Share of the base by which the metric may rise (positive) or fall (negative). */
  readonly share: number;
}

const form = /^\s*(\w+)\s*([<>])\s*([+\-−]?\d+(?:\.\d+)?)\s*%\s*$/u;

export function parseLimit(text: string): Result<Limit> {
  const [, metric = "", direction, size = ""] = form.exec(text) ?? [];
  const share = Number(size.replace("−", "-")) / 100;
  const isMeant = direction === ">" ? share >= 0 : direction === "<" && share <= 0;
  return isMeant
    ? success({ metric, share: direction === "<" && share === 0 ? -0 : share })
    : failure(
        "badInput",
        `${JSON.stringify(text)}: is no limit; allowed: a metric, > and how much it may rise, or < and how much it may fall, such as "p99 > +10 %" or "throughput < -5 %"`,
      );
}

/** What is said of a limit that was passed; null: it was not. */
export function passed(
  { metric: id, share }: Limit,
  metrics: readonly ComparedMetric[],
): Result<string | null> {
  const found = metrics.find((one) => one.id === id);
  if (found === undefined) {
    const known = metrics.map((one) => one.id).join(", ");
    return failure(
      "badInput",
      `${id}: was not measured on both sides; a limit can be of: ${known}`,
    );
  }
  const { relative, base, variant, outcome, metric } = found.comparison;
  const rises = !Object.is(share, -0) && share >= 0;
  // From a base of zero every rise is more than any share.
  const change = relative?.share ?? (variant.value > base.value ? Infinity : 0);
  const beyond = rises ? change > share : change < share;
  if (!beyond) return success(null);
  const proof = outcome.kind === "proven" ? "proven" : "not proven";
  const allowed = share === 0 ? (rises ? "no rise" : "no fall") : relativeText(share);
  return success(`${metric.name} ${changedText(found.comparison)} (${proof}); allowed: ${allowed}`);
}

function changedText({ relative, base, variant, metric: { unit } }: Comparison): string {
  if (relative === null) return `rose from ${rangeText(unit, base.value, variant.value)}`;
  const change = relativeText(relative.share);
  return change.endsWith("fold") ? `rose ${change}` : `changed by ${change}`;
}
