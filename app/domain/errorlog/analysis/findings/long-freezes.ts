import { countOf } from "../../../format/numbers.ts";
import type { FreezeKind } from "../io-freezes.ts";
import { maxFollowedDatabases } from "../recent-map.ts";
import { finding } from "./finding.ts";
import { factRule } from "./group-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** A commit that waits for so long is noticed. VSS gives its provider as much between freeze and thaw of the volume. */
export const longFreezeMs = 10_000;
/** VSS's limit for a writer: beyond it the backup is given up. */
const writerLimitMs = 60_000;

const kinds: Readonly<Record<FreezeKind, readonly [who: string, why: string, advice: string]>> = {
  vss: [
    "VSS held the writes",
    "A backup of the machine or of the storage froze the databases, one after the other, and every commit waited. The span from freeze to thaw is that of the writer, which VSS gives 60 s; the volume itself is held for at most 10 s of it.",
    "Fewer databases at once (35 are too many), other hours, or a faster provider shorten it.",
  ],
  suspend: [
    "SUSPEND_FOR_SNAPSHOT_BACKUP held the writes",
    "ALTER DATABASE or ALTER SERVER CONFIGURATION ... SET SUSPEND_FOR_SNAPSHOT_BACKUP (SQL Server 2022) froze the databases for a snapshot of the storage, and every commit waited. It has no time limit: the writes are held until the backup of the metadata, or the end of the session.",
    "Take the snapshot and that backup in one script, right after each other.",
  ],
  unknown: [
    "A freeze (3197) held the writes",
    "Every commit waited. The log does not show who asked for it: mostly VSS, which gives a writer 60 s, for a backup of the machine or of the storage; else a program that uses the virtual device interface.",
    "Ask whoever runs those backups: fewer databases at once, other hours, or a faster provider shorten it.",
  ],
};

/** Databases whose writes were held for long, by who did so. */
export const longFreezes = factRule({
  id: "longFreeze",
  fact: "freeze",
  keyOf: ({ kind, place, endMs }) =>
    endMs === null || endMs - place.atMs < longFreezeMs ? null : kind,
  newState: () => ({
    kind: "unknown" as FreezeKind,
    databases: new Set<string>(),
    sessions: new Set<number>(),
    longestMs: 0,
    // A backup of a machine freezes all its databases at once: that is one operation.
    operations: 0,
    operationEndMs: Number.NEGATIVE_INFINITY,
  }),
  add: ({ occurrences, state }, { kind, database, session, place, endMs }) => {
    const thawMs = endMs ?? place.atMs;
    occurrences.add(place);
    occurrences.touch(thawMs);
    state.kind = kind;
    state.longestMs = Math.max(state.longestMs, thawMs - place.atMs);
    if (state.databases.size < maxFollowedDatabases) state.databases.add(database);
    if (session !== null && state.sessions.size < maxFollowedDatabases) state.sessions.add(session);
    if (place.atMs > state.operationEndMs) state.operations += 1;
    state.operationEndMs = Math.max(state.operationEndMs, thawMs);
  },
  tell: ({ occurrences, state: { kind, databases, sessions, longestMs, operations } }) => {
    const [who, why, advice] = kinds[kind];
    const [session] = sessions;
    const by = session === undefined || sessions.size > 1 ? "" : ` by session ${session}`;
    const tooLong =
      kind !== "suspend" && longestMs > writerLimitMs ? " Here it took longer than that." : "";
    return finding(
      "warning",
      `${who} of ${countOf(databases.size, "database")} for up to ${spanText(longestMs)}${by} (${timesText(operations)})`,
      `${why}${tooLong} ${advice} This is not a database snapshot.`,
      occurrences,
    );
  },
});
