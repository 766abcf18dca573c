import type { DatabaseFailureCause } from "../../messages/start-failure.ts";
import { finding } from "./finding.ts";
import { latestRule } from "./group-rule.ts";
import { timesText } from "./wording.ts";

const causes: Readonly<Record<DatabaseFailureCause, readonly [what: string, advice: string]>> = {
  serverBusy: [
    "was asked for while the server was starting or stopping (904)",
    "Somebody used it before its recovery began, or after the shut-down had begun. Programs that start together with the server should try again; health checks should ask for the database, not for the server alone.",
  ],
  edition: [
    "could not be started: it uses what this edition does not have",
    "Partitions, compression and other features bind a database to editions that have them. Restore it where it came from, remove the feature there (sys.dm_db_persisted_sku_features lists them), and bring it over again.",
  ],
  version: [
    "could not be opened: it is of a later version of the product",
    "A database cannot go back to an older server. Attach it to one of its own version or newer, or bring its contents over by export.",
  ],
  files: [
    "could not be opened: files of it were not to be had (945)",
    "The errors before it name the file and the operating system's reason: a volume that came late, a right that is missing, a path that has changed. Once the file is there, ALTER DATABASE ... SET ONLINE brings it up.",
  ],
  recovery: [
    "could not be recovered and cannot be used",
    "Its recovery met an error, which stands before this record: a damaged page, a log that is not readable, a volume that went away. If the volume is back, set the database offline and online; else restore it. EMERGENCY mode with repair loses data and comes last.",
  ],
};

/** 904, 905, 909, 926, 945, 948, 3414: a database that did not come up. */
export const unstartedDatabases = latestRule({
  id: "databaseNotStarted",
  kinds: ["databaseNotStarted"],
  keyOf: ({ cause, database, databaseId }) => `${cause}/${databaseId ?? ""}/${database ?? ""}`,
  tell: ({ key, occurrences, state }, { databaseName }) => {
    if (key === null) {
      return finding(
        "critical",
        `Further databases could not be started, ${timesText(occurrences.count)}`,
        "The records below name them and say why, each as far as its message tells.",
        occurrences,
      );
    }
    const { cause, database, databaseId } = state;
    const byId = databaseId === null ? "A database" : `Database ${databaseId}`;
    const [what, advice] = causes[cause];
    return finding(
      cause === "serverBusy" ? "warning" : "critical",
      `${database ?? databaseName(databaseId) ?? byId} ${what}, ${timesText(occurrences.count)}`,
      advice,
      occurrences,
    );
  },
});
