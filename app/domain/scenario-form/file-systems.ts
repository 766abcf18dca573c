/** The limit of a sparse file in the form: which file system it is of. */
import type { Scenario } from "../../contract/scenario.ts";
import {
  type FileSystemName,
  fileSystem,
  fileSystemNames,
  type SparseFileLimit,
} from "../../contract/windows-versions.ts";
import { formatExact } from "../format/numbers.ts";
import { change, type Draft, withValue } from "./draft.ts";

/** Null: a limit of the user's own. */
export const fileSystemOf = ({
  sparseFileLimitMiB,
  sparseFileLimitError,
}: Scenario["storage"]): FileSystemName | null =>
  fileSystemNames.find((name) => {
    const { limit } = fileSystem(name);
    if (limit.sparseFileLimitMiB !== sparseFileLimitMiB) return false;
    // Without a limit there is nothing past it.
    return sparseFileLimitMiB === 0 || limit.sparseFileLimitError === sparseFileLimitError;
  }) ?? null;

/** Its limit and its error, in one step. */
export function setFileSystem(draft: Draft, name: FileSystemName): Draft {
  const { sparseFileLimitMiB, sparseFileLimitError } = fileSystem(name).limit;
  const limited = withValue(draft.present, ["storage", "sparseFileLimitMiB"], sparseFileLimitMiB);
  return change(
    draft,
    withValue(limited, ["storage", "sparseFileLimitError"], sparseFileLimitError),
  );
}

/** "NTFS, up to 91.5 GiB". */
export const fileSystemText = (name: FileSystemName): string =>
  `${fileSystem(name).title}, ${limitText(fileSystem(name).limit)}`;

/** "up to 91.5 GiB". */
export const limitText = ({ sparseFileLimitMiB }: SparseFileLimit): string =>
  sparseFileLimitMiB === 0 ? "no limit" : `up to ${formatExact(sparseFileLimitMiB / 1024)} GiB`;
