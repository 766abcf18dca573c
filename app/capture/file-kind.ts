/** What a file is, by its first bytes: names tell little, and an ERRORLOG has no extension at all. */
import type { FileKind } from "../contract/capture.ts";
import { looksLikePerfmon } from "../domain/perfmon/looks-like-perfmon.ts";
import { looksLikeWaitStats } from "../domain/wait-stats/looks-like-wait-stats.ts";
import { firstRecordTime } from "./errorlog/record-scanner.ts";

/** How much of a file its kind is told by. */
export const headBytes = 1024 * 1024;

export type Verdict =
  | { readonly kind: Exclude<FileKind, "errorlog"> }
  | { readonly kind: "errorlog"; readonly form: "product" | "other" }
  | { readonly kind: "refused"; readonly message: string };

const expected =
  'expected an ERRORLOG, whose records start such as "2006-10-23 21:48:07.22 spid51      text", ' +
  "a Perfmon capture (CSV or TSV), or a result of sys.dm_os_wait_stats";

const refused = (message: string): Verdict => ({ kind: "refused", message });

/** `name` is what messages call the file, `text` its head as text. */
export function kindOf(name: string, head: Buffer, text: string): Verdict {
  if (head.length === 0) return refused(`${name}: is empty; ${expected}`);
  if (isLauncherLog(name, text)) return refused(`${name}: ${launcherAdvice}`);
  const known = knownFormat(name, head);
  if (known !== null) return refused(known);
  if (isBinary(text)) {
    return refused(
      `${name}: is a binary file (it begins with ${hex(head)}); ${expected}. ` +
        "A binary Perfmon capture is converted with relog FILE.blg -f csv -o FILE.csv",
    );
  }
  if (looksLikePerfmon(text)) return { kind: "perfmon" };
  // Before logs: a column with the time of each capture begins its rows as the product's records do.
  if (looksLikeWaitStats(text)) return { kind: "waitStats" };
  if (firstRecordTime(text) !== null) return { kind: "errorlog", form: "product" };
  return { kind: "errorlog", form: "other" };
}

/**
 * The full-text filter daemon launcher keeps a log in the same folder, whose records look like the
 * server's: its name tells, with the number of an older one behind it; under another name the service that
 * each of its records begins with, behind a tab.
 */
const isLauncherLog = (name: string, text: string): boolean =>
  /(?:^|[\\/])FDLAUNCHERRORLOG(?:\.\d+)?$/i.test(name) ||
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{2,3} *\t *MSSQLFDLauncher\b/.test(text.trimStart());

const launcherAdvice =
  "is the log of the full-text filter daemon launcher, which says nothing of the server; " +
  "open the ERRORLOG in the same folder";

/** Formats that are often at hand with logs, and what to do with them. */
function knownFormat(name: string, head: Buffer): string | null {
  const signature = signatures.find(({ bytes }) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes)),
  );
  if (signature !== undefined) return `${name}: is ${signature.what}`;
  return isPerfmonBinary(name, head) ? `${name}: is ${blgAdvice(name)}` : null;
}

const ascii = (text: string): readonly number[] => [...Buffer.from(text, "latin1")];

const signatures: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  {
    bytes: ascii("ElfFile\0"),
    what: "a Windows event log; save its events as text, or open the server's ERRORLOG",
  },
  {
    bytes: [0x1f, 0x8b],
    what: "compressed (gzip); unpack it and open what is in it",
  },
  {
    bytes: ascii("PK\u0003\u0004"),
    what: "a ZIP archive, or an Excel workbook; unpack it, or save the sheet as CSV",
  },
];

/** A binary capture begins with the header of a trace buffer, which has no mark: its name tells. */
const isPerfmonBinary = (name: string, head: Buffer): boolean =>
  /\.blg$/i.test(name) && head.subarray(0, 4096).includes(0);

function blgAdvice(name: string): string {
  const output = name.replace(/\.blg$/i, "");
  return (
    "a binary Perfmon capture, which only Windows can read; convert it with " +
    `"relog ${name} -f csv -o ${output}.csv" and open the CSV file`
  );
}

/** Text has next to no control characters, whatever its language, but for the colours of consoles. */
const escapeCode = 0x1b;

function isBinary(text: string): boolean {
  const sample = text.slice(0, 4096);
  let controls = 0;
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at);
    const isUsual = code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
    if (code < 0x20 && !isUsual && code !== escapeCode) controls += 1;
  }
  return controls > sample.length / 50;
}

const hex = (head: Buffer): string =>
  [...head.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");

/** For text in which no reader finds anything. */
export function nothingFound(name: string, text: string): string {
  const line = text.split(/[\r\n]+/).find((candidate) => candidate.trim() !== "") ?? "";
  // Control characters would upset the terminal that shows the message.
  const shown = JSON.stringify(line.slice(0, 60)).replaceAll(/[\u007f-\u009f]/g, "?");
  return `${name}: has no record of an ERRORLOG; its first line is ${shown}; ${expected}`;
}
