/** What a comparison of a metric came to, in the cells of a table: on the page, in reports and in a terminal. */
import type { Comparison } from "../../contract/comparison.ts";
import { formatNumber } from "../format/numbers.ts";

/** Why nothing can have been proven, or what was: "worse", "no difference that matters". */
export function outcomeText({ outcome, judgement, shift, pairing }: Comparison): string {
  switch (outcome.kind) {
    case "proven":
      return judgement ?? (shift > 0 ? "more" : "less");
    case "unchanged":
      return outcome.margin === null ? "unchanged" : "no difference that matters";
    case "notProven":
      switch (outcome.reason) {
        case "oneRunEach":
        case "dependentBatches":
          return "not tested";
        case "tooFewRuns":
          return `too few ${pairing === "paired" ? "pairs" : "runs"}: ${outcome.runsNeeded} needed`;
        case "notSignificant":
          return "not proven";
      }
  }
}

/** The corrected chance; "" where nothing was tested, and where runs are too few for it to say anything. */
export function chanceText({ adjustedP, outcome }: Comparison): string {
  if (outcome.kind === "notProven" && outcome.reason === "tooFewRuns") return "";
  if (adjustedP === null) return "";
  return adjustedP < 0.001 ? "< 0.001" : formatNumber(adjustedP, adjustedP < 0.1 ? 3 : 2);
}
