import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { fileName, timesText } from "./wording.ts";

/** 823 and 824: a page could not be read or written, or is not what was written. */
export const damagedPages = groupRule({
  id: "damagedPages",
  kinds: ["ioError", "logicalIoError"],
  keyOf: ({ file }) => file,
  newState: () => ({ logical: 0, physical: 0, problem: null as string | null }),
  update: (state, message) => {
    if (message.kind === "ioError") {
      state.physical += 1;
    } else {
      state.logical += 1;
      state.problem ??= message.problem;
    }
  },
  tell: ({ key, occurrences, state }) => {
    const what =
      state.logical > 0
        ? `damaged pages in ${nameOf(key)} were met ${timesText(occurrences.count)}`
        : `I/O on ${nameOf(key)} failed ${timesText(occurrences.count)}`;
    const problem = state.problem === null ? "" : ` (${state.problem})`;
    return finding(
      "critical",
      `${state.logical > 0 ? "824" : "823"}: ${what}${problem}`,
      `${key === null ? "" : `${key}. `}What the server wrote is not what it reads back, and nothing in the server can do that: controller, firmware, driver or disk are at fault. Keep every backup, run DBCC CHECKDB, look into msdb.dbo.suspect_pages, and restore the pages from a backup. Do not repair with data loss before that.`,
      occurrences,
    );
  },
});

const nameOf = (key: string | null): string => (key === null ? "further files" : fileName(key));
