import { countOf } from "../../../format/numbers.ts";
import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** 5144 and 5145: a file took long to grow, or did not get to it. */
export const slowGrowth = groupRule({
  id: "slowGrowth",
  kinds: ["slowGrowth"],
  keyOf: ({ database, file }) => `${file} of ${database}`,
  newState: () => ({ longestMs: 0, cancelled: 0 }),
  update: (state, { durationMs, cancelled }) => {
    state.longestMs = Math.max(state.longestMs, durationMs);
    if (cancelled) state.cancelled += 1;
  },
  tell: ({ key, occurrences, state }) =>
    finding(
      "warning",
      `Growing ${key ?? "further files"} took up to ${spanText(state.longestMs)} (${timesText(occurrences.count)})`,
      `Whoever needed the space waited. ${state.cancelled > 0 ? `${countOf(state.cancelled, "attempt")} timed out or ${state.cancelled === 1 ? "was" : "were"} cancelled, so the next session began anew. ` : ""}Give the file its size beforehand, use a fixed step instead of a percentage, and allow instant file initialisation; a log file is always zeroed.`,
      occurrences,
    ),
});
