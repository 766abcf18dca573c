/** What a file that was dropped or picked is taken for. Its content decides at the services. */

import { comparisonFileExtension } from "../../../app/contract/rpc/comparisons.ts";
import { runFileExtension } from "../../../app/contract/rpc/runs.ts";
import { studyFileName } from "../../../app/contract/study.ts";

export const acceptedFiles = `ERRORLOGs of SQL Server, Perfmon counters and wait statistics as text, exported runs (${runFileExtension}), comparisons (${comparisonFileExtension}), sweeps (${studyFileName} and its results), scenarios and protection plans (.json)`;

/** How many bytes of a file's beginning tell its kind. */
export const headBytes = 64;

/** capture: a log, counters or waits, which the services tell apart; document: what the page edits, as a scenario. */
export type OpenableKind = "capture" | "run" | "document" | "study" | "comparison";

export type FileVerdict =
  | { readonly kind: OpenableKind }
  | { readonly kind: "refused"; readonly message: string };

/** Runs are exported as gzip; no log begins like this. */
const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Beginnings of files that people drop by mistake, and that no reader of logs could explain. */
const otherFormats: readonly (readonly [magic: string, what: string])[] = [
  ["PK\u0003\u0004", "a ZIP archive or an Office document"],
  ["%PDF", "a PDF document"],
  ["\u0089PNG", "a PNG image"],
  ["\u00ff\u00d8\u00ff", "a JPEG image"],
  ["SQLite format 3", "a SQLite database"],
  ["MZ", "a program"],
  ["\u007fELF", "a program"],
];

/** Such a file can be gigabytes: said before they are sent. */
const binaryPerfmon = (name: string): string =>
  `is a binary log of Perfmon. Convert it with: relog "${name}" -f CSV -o "${name.replace(/\.blg$/i, ".csv")}", and open the result`;

/** "study.json" of an exported sweep, also where a browser has numbered it. */
const isStudy = (name: string): boolean => {
  const [stem = "", extension = ""] = studyFileName.split(".");
  return new RegExp(`^${stem}( ?\\(\\d+\\))?\\.${extension}$`, "i").test(name);
};

interface NamedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** `head` is the file's beginning; null where only its name is known. */
export function kindOfFile({ name, size }: NamedFile, head: Uint8Array | null): FileVerdict {
  const refused = (what: string): FileVerdict => ({
    kind: "refused",
    message: `${name} ${what}. Snapscope opens ${acceptedFiles}.`,
  });
  const extension = /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? "";
  if (size === 0) return refused("is empty");
  if (name.toLowerCase().endsWith(runFileExtension)) return { kind: "run" };
  if (name.toLowerCase().endsWith(comparisonFileExtension)) return { kind: "comparison" };
  if (extension === ".blg") return { kind: "refused", message: `${name} ${binaryPerfmon(name)}.` };
  if (extension === ".gz") return refused("is compressed: unpack it first");
  if (isStudy(name)) return { kind: "study" };
  if (extension === ".json") return { kind: "document" };
  if (head === null) return { kind: "capture" };
  if (isGzip(head)) return { kind: "run" };
  const start = String.fromCharCode(...head.subarray(0, 16));
  const other = otherFormats.find(([magic]) => start.startsWith(magic));
  return other === undefined ? { kind: "capture" } : refused(`is ${other[1]}`);
}
