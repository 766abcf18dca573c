import { finding } from "./finding.ts";
import { factRule } from "./group-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** The recovery interval's default: the server aims at no more than a minute of redo. */
const longRecoverySeconds = 60;

const parts = ["analysis", "redo", "undo"] as const;
type Part = (typeof parts)[number];

const partAdvice: Readonly<Record<Part, string>> = {
  analysis:
    "Long analysis usually means a log of very many small virtual log files: count them, and rebuild the log with larger growth steps.",
  redo: "Long redo means that checkpoints were behind: compare them with the recovery interval; from SQL Server 2012 on indirect checkpoints keep redo short.",
  undo: "Long undo means a large transaction was open when the server or database went down; accelerated database recovery (2019) removes that cost.",
};

interface Longest {
  seconds: number;
  ms: Readonly<Record<Part, number>>;
  atServerStart: boolean;
}

/** 3421: recoveries beyond the recovery interval, and which part of them took the time. */
export const longRecoveries = factRule({
  id: "longRecovery",
  fact: "recovery",
  keyOf: ({ database, figures }) =>
    (figures?.seconds ?? 0) < longRecoverySeconds ? null : database,
  newState: (): Longest => ({
    seconds: 0,
    ms: { analysis: 0, redo: 0, undo: 0 },
    atServerStart: true,
  }),
  add: ({ occurrences, state }, { told, figures, how }) => {
    if (told === null || figures === null) return;
    occurrences.add(told);
    state.atServerStart &&= how.atServerStart;
    const { seconds, analysisMs, redoMs, undoMs } = figures;
    if (seconds < state.seconds) return;
    state.seconds = seconds;
    state.ms = { analysis: analysisMs, redo: redoMs, undo: undoMs };
  },
  tell: ({ key, occurrences, state }, { databases }) => {
    // That of a snapshot is the end of its creation, and delays nobody but the one who waits for it.
    if (key !== null && databases.isSnapshot(key)) return null;
    const isDatabase = state.atServerStart || (key !== null && databases.isInGroup(key));
    const [most, advice] = blameOf(state, key !== null && databases.isInGroup(key));
    const ofDatabase = `${advice}The database was not, or not fully, available meanwhile.`;
    const name = key === null ? "further databases" : key === "" ? "a database" : key;
    return finding(
      "warning",
      `Recovery of ${isDatabase || key === null ? "" : "database or snapshot "}${name} took ${spanText(state.seconds * 1000)}, ${most} (${timesText(occurrences.count)})`,
      isDatabase
        ? ofDatabase
        : `The log does not show whether this is a database or a snapshot. If it is a snapshot, this is the end of its creation: the time goes by the changes since the last checkpoint and by the transactions that were open then. If it is a database: ${ofDatabase}`,
      occurrences,
    );
  },
});

/** A part is blamed that has at least half of the time. */
function blameOf({ seconds, ms }: Longest, inGroup: boolean): readonly [string, string] {
  const [first] = parts.toSorted((a, b) => ms[b] - ms[a]);
  if (first !== undefined && ms[first] >= seconds * 500) {
    return [`most of it ${first} with ${spanText(ms[first])}`, `${partAdvice[first]} `];
  }
  const told = parts.map((part) => `${part} ${spanText(ms[part])}`).join(", ");
  if (ms.analysis + ms.redo + ms.undo >= seconds * 500) {
    return [`spread over its parts (${told})`, ""];
  }
  return [
    `most of it in none of its parts (${told})`,
    `${inGroup ? "A secondary database waits for the connection with its primary before it recovers. " : "Before analysis the virtual files of the log are read, which takes long where there are thousands, and a secondary database waits for its primary. "}The records between its start-up and message 3421 show what it waited for. `,
  ];
}
