import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { orOthers, timesText } from "./wording.ts";

/** What log_reuse_wait_desc says, and what to do about it. */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    LOG_BACKUP: "It waits for a log backup: take one, and see why they stopped.",
    ACTIVE_TRANSACTION:
      "A transaction is open: find the oldest with DBCC OPENTRAN. Backups of the log cannot help before it ends.",
    ACTIVE_BACKUP_OR_RESTORE:
      "A backup of the data is running and holds the log back until it ends.",
    REPLICATION:
      "Replication or change data capture has not read the log: see whether its log reader runs.",
    AVAILABILITY_REPLICA: "A secondary replica is behind: see its redo queue and its network.",
    DATABASE_MIRRORING: "The mirror is behind or suspended.",
    CHECKPOINT: "It waits for a checkpoint, which must be slow or blocked.",
    DATABASE_SNAPSHOT_CREATION:
      "A snapshot is being created and holds the log until its recovery ends.",
    OLDEST_PAGE: "An indirect checkpoint is behind with the oldest dirty page.",
  }),
);

/** 9002: a transaction log is full. */
export const fullLogs = groupRule({
  id: "logFull",
  kinds: ["logFull"],
  keyOf: ({ database }) => database,
  newState: () => ({ reason: null as string | null }),
  update: (state, { reason }) => {
    state.reason = reason ?? state.reason;
  },
  tell: ({ key, occurrences, state }) => {
    const advice = state.reason === null ? undefined : reasons.get(state.reason);
    return finding(
      "critical",
      `The transaction log of ${orOthers(key, "further databases")} was full ${timesText(occurrences.count)}${state.reason === null ? "" : ` (${state.reason})`}`,
      `No change could be made meanwhile. ${advice ?? "log_reuse_wait_desc in sys.databases says what holds the log back."} Then give the log the size that it needed, in one step.`,
      occurrences,
    );
  },
});

/** 1101 and 1105: a filegroup is full. */
export const fullFilegroups = groupRule({
  id: "filegroupFull",
  kinds: ["filegroupFull"],
  keyOf: ({ database }) => database,
  newState: () => ({ filegroups: new Set<string>() }),
  update: (state, { filegroup }) => {
    if (filegroup !== null && state.filegroups.size < 10) state.filegroups.add(filegroup);
  },
  tell: ({ key, occurrences, state }) => {
    const [filegroup] = state.filegroups;
    return finding(
      "critical",
      `${orOthers(key, "Further databases", "A database")} had no space left${filegroup === undefined ? "" : ` in filegroup ${filegroup}`}, ${timesText(occurrences.count)}`,
      key === "tempdb"
        ? "One query or version store can fill tempdb: look for large sorts, hash joins and long transactions under row versioning at that time."
        : "Inserts and updates failed. See whether the volume is full, a file has reached its maximum, or growth is switched off.",
      occurrences,
    );
  },
});
