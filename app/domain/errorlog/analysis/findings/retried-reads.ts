import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { fileName, timesText } from "./wording.ts";

/** 825: a read succeeded only when it was repeated. The early warning before 823 and 824. */
export const retriedReads = groupRule({
  id: "retriedReads",
  kinds: ["readRetried"],
  keyOf: ({ file }) => file,
  newState: () => ({ attempts: 0 }),
  update: (state, { attempts }) => {
    state.attempts = Math.max(state.attempts, attempts);
  },
  tell: ({ key, occurrences, state }) =>
    finding(
      "critical",
      `Reads of ${key === null ? "further files" : fileName(key)} succeeded only when repeated (825, ${timesText(occurrences.count)}, up to ${state.attempts} attempts)`,
      "The query got its data, so nobody complains, and the severity is 10 only. But the storage returned a wrong page first: errors 823 and 824 usually follow. Have the I/O path checked now, and make sure that the backups can be restored.",
      occurrences,
    ),
});
