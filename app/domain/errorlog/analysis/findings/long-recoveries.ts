import { finding } from "./finding-rule.ts";
import { groupRule } from "./group-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** The recovery interval's default: the server aims at no more than a minute of redo. */
const longRecoverySeconds = 60;

/** 3421: recoveries beyond the recovery interval, and which part of them took the time. */
export const longRecoveries = groupRule({
  id: "longRecovery",
  kinds: ["recoveryFigures"],
  keyOf: ({ database, seconds }, { ofCreation }) =>
    ofCreation || seconds < longRecoverySeconds ? null : database,
  newState: () => ({ seconds: 0, part: "", partMs: 0, atServerStart: true }),
  update: (state, { seconds, analysisMs, redoMs, undoMs }, { serverStarting }) => {
    state.atServerStart &&= serverStarting;
    if (seconds < state.seconds) return;
    state.seconds = seconds;
    state.partMs = Math.max(analysisMs, redoMs, undoMs);
    state.part = state.partMs === undoMs ? "undo" : state.partMs === redoMs ? "redo" : "analysis";
  },
  tell: ({ key, occurrences, state }, { isSnapshot }) => {
    // That of a snapshot is the end of its creation, and delays nobody but the one who waits for it.
    if (key !== null && isSnapshot(key)) return null;
    const took = `took ${spanText(state.seconds * 1000)}, most of it ${state.part} with ${spanText(state.partMs)} (${timesText(occurrences.count)})`;
    const ofDatabase = `${partAdvice(state.part)} The database was not, or not fully, available meanwhile.`;
    return state.atServerStart
      ? finding("warning", `Recovery of ${whose(key, "")} ${took}`, ofDatabase, occurrences)
      : finding(
          "warning",
          `Recovery of ${whose(key, "database or snapshot ")} ${took}`,
          `The log does not show whether this is a database or a snapshot. If it is a snapshot, this is the end of its creation: the time goes by the changes since the last checkpoint and by the transactions that were open then. If it is a database: ${ofDatabase}`,
          occurrences,
        );
  },
});

const whose = (key: string | null, what: string): string =>
  key === null ? "further databases" : key === "" ? "a database" : `${what}${key}`;

function partAdvice(part: string): string {
  if (part === "undo")
    return "Long undo means a large transaction was open when the server or database went down; accelerated database recovery (2019) removes that cost.";
  if (part === "redo")
    return "Long redo means that checkpoints were behind: compare them with the recovery interval; from SQL Server 2012 on indirect checkpoints keep redo short.";
  return "Long analysis usually means a log of very many small virtual log files: count them, and rebuild the log with larger growth steps.";
}
