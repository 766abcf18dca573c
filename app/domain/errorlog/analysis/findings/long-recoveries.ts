import { finding } from "./finding-rule.ts";
import { groupRule } from "./group-rule.ts";
import { orOthers, spanText, timesText } from "./wording.ts";

/** The recovery interval's default: the server aims at no more than a minute of redo. */
const longRecoverySeconds = 60;

/** 3421: recoveries beyond the recovery interval, and which part of them took the time. */
export const longRecoveries = groupRule({
  id: "longRecovery",
  kinds: ["recoveryFigures"],
  keyOf: ({ database, seconds }, { ofCreation }) =>
    ofCreation || seconds < longRecoverySeconds ? null : database,
  newState: () => ({ seconds: 0, part: "", partMs: 0 }),
  update: (state, { seconds, analysisMs, redoMs, undoMs }) => {
    if (seconds < state.seconds) return;
    state.seconds = seconds;
    state.partMs = Math.max(analysisMs, redoMs, undoMs);
    state.part = state.partMs === undoMs ? "undo" : state.partMs === redoMs ? "redo" : "analysis";
  },
  tell: ({ key, occurrences, state }) =>
    finding(
      "warning",
      `Recovery of ${orOthers(key, "further databases")} took ${spanText(state.seconds * 1000)}, most of it ${state.part} with ${spanText(state.partMs)} (${timesText(occurrences.count)})`,
      `${partAdvice(state.part)} The database was not, or not fully, available meanwhile.`,
      occurrences,
    ),
});

function partAdvice(part: string): string {
  if (part === "undo")
    return "Long undo means a large transaction was open when the server or database went down; accelerated database recovery (2019) removes that cost.";
  if (part === "redo")
    return "Long redo means that checkpoints were behind: compare them with the recovery interval, and consider indirect checkpoints.";
  return "Long analysis usually means a log of very many small virtual log files: count them, and rebuild the log with larger growth steps.";
}
