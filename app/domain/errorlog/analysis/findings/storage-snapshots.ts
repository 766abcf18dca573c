import { countOf } from "../../../format/numbers.ts";
import { clockDate } from "../clock-text.ts";
import { maxFollowedDatabases } from "../recent-map.ts";
import { finding } from "./finding.ts";
import { factRule } from "./group-rule.ts";
import { listText, timesText } from "./wording.ts";

/** Backups of 0 pages: a restore needs the snapshot of the array or of the machine that they were made with. */
export const storageSnapshots = factRule({
  id: "storageSnapshot",
  fact: "backup",
  keyOf: () => "",
  newState: () => ({
    snapshots: new Set<string>(),
    // The last one of each database that stands by itself.
    fullMs: new Map<string, number>(),
  }),
  add: ({ occurrences, state: { snapshots, fullMs } }, { database, scope, isSnapshot, place }) => {
    if (isSnapshot) {
      occurrences.add(place);
      if (snapshots.size < maxFollowedDatabases) snapshots.add(database);
    } else if (scope === "database") {
      if (fullMs.size < maxFollowedDatabases || fullMs.has(database))
        fullMs.set(database, place.atMs);
    }
  },
  tell: ({ occurrences, state: { snapshots, fullMs } }, { originMs }) => {
    if (occurrences.count === 0) return null;
    const texts = [...snapshots].map((name) => {
      const atMs = fullMs.get(name);
      return `${name}: ${atMs === undefined ? "none in this log" : clockDate(originMs + atMs)}`;
    });
    return finding(
      [...snapshots].every((name) => fullMs.has(name)) ? "information" : "warning",
      `${countOf(snapshots.size, "database")} ${snapshots.size === 1 ? "was" : "were"} backed up by snapshots of the storage (${timesText(occurrences.count)})`,
      `Such a backup holds no pages, whatever 18264 counts: it is worth what the snapshot of the array or of the machine is worth, and is lost with it. The last full backup that can be restored without an array: ${listText(texts)}. Test a restore from one, and keep log backups: they go on from either.`,
      occurrences,
    );
  },
});
