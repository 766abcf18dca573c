/** Recommendations in words, and as the command that tests one. */
import type { Evidence, Recommendation } from "../../contract/recommendation.ts";
import { valueText } from "../statistics/metric.ts";

/** "Utilisation of Q: 97 %". */
export const evidenceText = ({ label, value, unit }: Evidence): string =>
  `${label}: ${valueText(unit, value)}`;

/** "Expected effect: p99 falls." */
export const promiseText = ({ name, direction }: Recommendation["promise"]): string =>
  `Expected effect: ${name} ${direction}${direction === "stays" ? " as it is" : ""}.`;

/**
 * Words of the comparison that tests it, one array for each line to print. `program`: how the command line is called.
 * `base`: what stands for the run's scenario, such as a preset with its settings, or the run.
 */
export const comparisonWords = (
  program: readonly string[],
  base: readonly (readonly string[])[],
  { both, settings, promise }: Recommendation,
): readonly (readonly string[])[] => {
  const [what = [], ...changes] = base;
  return [
    [...program, "compare", ...what],
    ...changes,
    ...both.map((setting) => ["--set", setting]),
    ...settings.map((setting) => ["--with", setting]),
    ["--primary", promise.metric],
  ];
};
