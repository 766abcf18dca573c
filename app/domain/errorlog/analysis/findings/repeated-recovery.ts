import { finding } from "./finding-rule.ts";
import { groupRule } from "./group-rule.ts";
import { orOthers, spanText, timesText } from "./wording.ts";

/** Start-ups of one database beside those of the server. An attach or a restore makes one or two. */
export const repeatedStarts = 4;

/** "Starting up database" again and again while the server is up: AUTO_CLOSE, or a file that goes away. */
export const repeatedRecovery = groupRule({
  id: "repeatedRecovery",
  kinds: ["startingUp"],
  keyOf: ({ database }, { ofCreation, serverStarting }) =>
    ofCreation || serverStarting ? null : database,
  newState: () => ({}),
  update: () => undefined,
  tell: ({ key, occurrences }, { isSnapshot }) => {
    // A snapshot is made anew each time, under the same name.
    if (occurrences.count < repeatedStarts || (key !== null && isSnapshot(key))) return null;
    const length = (occurrences.endMs ?? 0) - (occurrences.startMs ?? 0);
    return finding(
      "warning",
      `${orOthers(key, "Further databases", "A database")} started up ${timesText(occurrences.count)} in ${spanText(length)} while the server was running`,
      "Each start runs recovery, empties the database's cached pages and plans, and makes the next user wait. The usual cause is AUTO_CLOSE (is_auto_close_on in sys.databases): switch it off. Otherwise a restore sequence or a volume that comes and goes is at work. Should the name be that of a snapshot which is dropped and created again, nothing is wrong.",
      occurrences,
    );
  },
});
