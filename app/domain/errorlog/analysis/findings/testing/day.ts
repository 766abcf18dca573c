/** Lines and questions that the tests of findings share: one invented day of a server. */
import { analyseLines, findingsOf } from "../../testing/written-log.ts";

/** A line of that day. */
export const at = (time: string, source: string, text: string) =>
  `2023-11-05 ${time} ${source.padEnd(12)}${text}`;
/** Makes midnight the origin. */
export const first = at("00:00:00.00", "Server", "UTC adjustment: 1:00");
/** The findings of one rule in a log of these lines. */
export const found = (rule: string, ...lines: readonly string[]) =>
  findingsOf(analyseLines([first, ...lines]), rule);
export const titles = (rule: string, ...lines: readonly string[]) =>
  found(rule, ...lines).map(({ title }) => title);
/** Seconds of the day as a time. */
export const clock = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((value) => String(value).padStart(2, "0"))
    .join(":")
    .concat(".00");

export const flush = (ms: number, db = "") =>
  `FlushCache: cleaned up 12800 bufs with 2061 writes in ${ms} ms (avoided 11 new dirty bufs)${db}`;
export const longIo = (file: string, ms: number, count = 1) =>
  `SQL Server has encountered ${count} occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [${file}] in database id 10.  The OS file handle is 0x00000000000085B0.  The offset of the latest long I/O is: 0x0000002237e000.  The duration of the long I/O is: ${ms} ms.`;
export const suspect = (name: string) =>
  `Database snapshot '${name}' has failed an IO operation and is marked suspect.  It must be dropped and recreated.`;
export const banner = "Microsoft SQL Server 2019 (RTM) - 15.0.2000.5 (X64) ";
export const startOfServer = (time: string) => [
  at(`${time}:00.00`, "Server", banner),
  at(`${time}:01.00`, "spid7s", "Starting up database 'master'."),
];
