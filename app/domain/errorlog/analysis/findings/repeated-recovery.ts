import { finding } from "./finding-rule.ts";
import { groupRule } from "./group-rule.ts";
import { orOthers, spanText, timesText } from "./wording.ts";

/** Start-ups of one database beside those of the server. An attach or a restore makes one or two. */
export const repeatedStarts = 4;

/** "Starting up database" again and again while the server is up: AUTO_CLOSE, or a file that goes away. */
export const repeatedRecovery = groupRule({
  id: "repeatedRecovery",
  kinds: ["startingUp", "markedRestoring"],
  keyOf: ({ database }, { ofCreation, serverStarting }) =>
    ofCreation || serverStarting ? null : database,
  newState: () => ({ starts: 0 }),
  update: (state, { kind }) => {
    // Started for a step of a restore: of a chain, for each of its logs.
    state.starts += kind === "startingUp" ? 1 : -1;
  },
  tell: ({ key, occurrences, state: { starts } }, { isSnapshot }) => {
    // A snapshot is made anew each time, under the same name.
    if (starts < repeatedStarts || (key !== null && isSnapshot(key))) return null;
    const length = (occurrences.endMs ?? 0) - (occurrences.startMs ?? 0);
    return finding(
      "warning",
      `${orOthers(key, "Further databases", "A database")} started up ${timesText(starts)} in ${spanText(length)} while the server was running`,
      "Each start runs recovery, empties the database's cached pages and plans, and makes the next user wait. The usual cause is AUTO_CLOSE (is_auto_close_on in sys.databases): switch it off. Otherwise a restore sequence or a volume that comes and goes is at work. Should the name be that of a snapshot which is dropped and created again, nothing is wrong.",
      occurrences,
    );
  },
});
