/** What a metric changed by, as a cell of a table has it. */
import type { Comparison } from "../../contract/comparison.ts";
import { relativeText } from "./metric.ts";

/** "+36.8 %", "new" where the base had none, "same"; what is not proven has a tilde, as in benchmarks' comparisons. */
export function changeText({ base, variant, relative, outcome }: Comparison): string {
  if (outcome.kind === "unchanged" && outcome.margin === null) return "same";
  const change =
    relative !== null
      ? relativeText(relative.share)
      : base.value === 0 && variant.value !== 0
        ? "new"
        : "";
  return outcome.kind === "notProven" && change !== "" ? `~ ${change}` : change;
}
