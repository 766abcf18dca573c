/** What a file that was dropped or picked is taken for. Its content decides at the services. */
import type { FileKind, PickedFile } from "../../app/contract/rpc/host-bridge.ts";
import { runFileExtension } from "../../app/contract/rpc/runs.ts";

/** As the router allows it. */
export const maxFileBytes = 256 * 1024 * 1024;

export const acceptedFiles = `an ERRORLOG of SQL Server as text, or a run exported by Snapscope (${runFileExtension})`;

/** Runs are exported as gzip; no log begins like this. */
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

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

export type FileVerdict =
  | { readonly kind: FileKind }
  | { readonly kind: "refused"; readonly message: string };

export function kindOfFile({ name, bytes }: PickedFile): FileVerdict {
  const refused = (what: string): FileVerdict => ({
    kind: "refused",
    message: `${name} ${what}. Snapscope opens ${acceptedFiles}.`,
  });
  if (bytes.byteLength === 0) return refused("is empty");
  if (bytes.byteLength > maxFileBytes) return refused("is larger than 256 MiB");
  if (name.toLowerCase().endsWith(runFileExtension) || isGzip(bytes)) return { kind: "run" };
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const other = otherFormats.find(([magic]) => start.startsWith(magic));
  return other === undefined ? { kind: "log" } : refused(`is ${other[1]}`);
}
