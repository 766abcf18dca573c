/** A limit that a change must not pass, as a build server states it: "p99 > +10 %". */
import type { ComparedMetric } from "../../contract/comparison.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { relativeText } from "../statistics/metric.ts";

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
  const { relative, outcome, metric } = found.comparison;
  if (relative === null) {
    return failure("badInput", `${id}: the base is zero, so that a change has no share of it`);
  }
  const rises = !Object.is(share, -0) && share >= 0;
  const beyond = rises ? relative.share > share : relative.share < share;
  if (!beyond) return success(null);
  const proof = outcome.kind === "proven" ? "proven" : "not proven";
  const allowed = share === 0 ? (rises ? "no rise" : "no fall") : relativeText(share);
  const change = relativeText(relative.share);
  const changed = change.endsWith("fold") ? `rose ${change}` : `changed by ${change}`;
  return success(`${metric.name} ${changed} (${proof}); allowed: ${allowed}`);
}
