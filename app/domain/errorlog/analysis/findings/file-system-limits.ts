import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { fileName, timesText } from "./wording.ts";

/** A file has more fragments than its file system can list; 1450 is Windows Server 2003's way to say so. */
const limits: ReadonlySet<number> = new Set([665, 1450]);

/** OS errors 665 and 1450: limits of sparse files, met by snapshots and by DBCC CHECKDB's hidden ones. */
export const fileSystemLimits = groupRule({
  id: "fileSystemLimit",
  kinds: ["fileSystemLimit", "osError"],
  keyOf: ({ file, osError }) => (limits.has(osError) ? file : null),
  newState: (): { hidden: boolean } => ({ hidden: false }),
  update: (state, message) => {
    state.hidden ||= message.file.includes("MSSQL_DBCC");
  },
  tell: ({ key, occurrences, state }) =>
    finding(
      "critical",
      `${key === null ? "Further files" : fileName(key)} met a limit of the file system for sparse files ${timesText(occurrences.count)} (665 or 1450)`,
      `${state.hidden ? "This is the hidden snapshot of a consistency check, which fails with it: run the check while little is written. " : "If it is a file of a snapshot, that snapshot is lost. "}NTFS lists the fragments of a file in a record of bounded size. Format the volume with large file records (/L), use ReFS, or keep fewer changes between creation and drop.`,
      occurrences,
    ),
});
