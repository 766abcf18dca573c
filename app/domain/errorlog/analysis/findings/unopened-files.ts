import { countOf } from "../../../format/numbers.ts";
import { finding } from "./finding.ts";
import { latestRule } from "./group-rule.ts";
import { isSparseRefused } from "./sparse-files.ts";
import { fileName } from "./wording.ts";

/** What an error of the operating system means for a file of a database. */
const advice: Readonly<Record<number, string>> = {
  2: "The file is not there: moved, deleted, or never restored.",
  3: "The path is not there: a volume that is missing or came late, or a path of another server.",
  5: "The service account has no right to it: after a file was copied or attached, its permissions are those of the copy.",
  21: "The volume is not ready: it is offline, or was not yet mounted when the server started.",
  32: "Another process has it open: a second instance, a virus scanner, a backup program.",
  50: "The volume does not do what was asked of it.",
  112: "The volume is full.",
};

/** 17204, 17207, 5120 and 5123: files that the operating system did not give. */
export const unopenedFiles = latestRule({
  id: "fileNotOpened",
  kinds: ["fileNotOpened"],
  keyOf: ({ file, osError }) => (isSparseRefused(file, osError) ? null : file),
  tell: ({ key, occurrences, state: { osError, osText } }) =>
    finding(
      "critical",
      `${key === null ? "Further files" : fileName(key)} could not be opened: OS error ${osError} (${countOf(occurrences.count, "record")})`,
      `${key === null ? "" : `${key}: `}${osText === "" ? "" : `${osText.replace(/\.?$/, ".")} `}${advice[osError] ?? "The error is the operating system's: its own tools say more."} The database of the file stays closed until it is there; then ALTER DATABASE ... SET ONLINE, or a restart, opens it.`,
      occurrences,
    ),
});
