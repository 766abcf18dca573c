import { finding } from "./finding.ts";
import { factRule } from "./group-rule.ts";
import { orOthers, spanText, timesText } from "./wording.ts";

/** Start-ups of one database beside those of the server. An attach or a restore makes one or two. */
export const repeatedStarts = 4;

/** "Starting up database" again and again while the server is up: AUTO_CLOSE, or a file that goes away. */
export const repeatedRecovery = factRule({
  id: "repeatedRecovery",
  fact: "recovery",
  keyOf: ({ database, how: { startedUp, atServerStart } }) =>
    startedUp && !atServerStart ? database : null,
  newState: () => null,
  add: ({ occurrences }, { place }) => occurrences.add(place),
  tell: ({ key, occurrences }, { databases }) => {
    const { count, startMs, endMs } = occurrences;
    // A snapshot is made anew each time, under the same name.
    if (count < repeatedStarts || (key !== null && databases.isSnapshot(key))) return null;
    const why =
      key !== null && databases.isInGroup(key)
        ? "The database belongs to an availability group or is mirrored: a change of role starts it anew. See the changes of role at these times, and what made them."
        : "The usual cause is AUTO_CLOSE (is_auto_close_on in sys.databases): switch it off. Otherwise a restore sequence or a volume that comes and goes is at work. Should the name be that of a snapshot which is dropped and created again, nothing is wrong.";
    return finding(
      "warning",
      `${orOthers(key, "Further databases", "A database")} started up ${timesText(count)} in ${spanText((endMs ?? 0) - (startMs ?? 0))} while the server was running`,
      `Each start runs recovery, empties the database's cached pages and plans, and makes the next user wait. ${why}`,
      occurrences,
    );
  },
});
