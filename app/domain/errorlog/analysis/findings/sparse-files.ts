import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { fileName } from "./wording.ts";

/** The step in which a file is made sparse, as 17053 names it in place of a file. */
const sparseStep = /FSCTL_SET_SPARSE/;
/** Error of the operating system: the volume does not know what was asked of it. */
const notSupported = 50;
/** Files of a database as nearly all are named; a check's hidden snapshot has more behind it. */
const ofDatabase = /\.(?:mdf|ndf|ldf)$/i;

/** Whether a volume that has no sparse files refused one. */
export const isSparseRefused = (file: string, osError: number): boolean =>
  sparseStep.test(file) || (osError === notSupported && !ofDatabase.test(file));

/** What 1823 leaves open, too. */
export const noSparseVolumes =
  "such as one of a Windows container, ZFS without NTFS access lists, or a premium file share";

/** One finding of all: the two messages tell of one attempt. */
export const refusedSparseFiles = groupRule({
  id: "sparseFile",
  kinds: ["osError", "fileNotOpened"],
  timeless: true,
  keyOf: ({ file, osError }) => (isSparseRefused(file, osError) ? "all" : null),
  newState: () => ({ files: new Set<string>(), osError: 0 }),
  update: (state, { kind, file, osError }) => {
    state.osError = osError;
    if (kind === "fileNotOpened" && state.files.size < 2) state.files.add(fileName(file));
  },
  tell: ({ occurrences, state: { files, osError } }) => {
    const [first = "A sparse file"] = files;
    return finding(
      "critical",
      `${files.size > 1 ? `${first} and others` : first} could not be created: the volume has no sparse files (OS error ${osError})`,
      `Database snapshots need them, and so does the hidden snapshot of DBCC CHECKDB, which then wants the database for itself (WITH TABLOCK). It is the file system's kind that lacks them, ${noSparseVolumes}: put the snapshot's files on NTFS or ReFS.`,
      occurrences,
    );
  },
});
