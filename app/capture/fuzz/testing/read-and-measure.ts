/**
 * Reads one file as a capture, in a process of its own, and prints what that took:
 *
 *   node read-and-measure.ts FILE
 */
import { argv, resourceUsage, stdout } from "node:process";
import { openCapture } from "../../capture.ts";

export interface Measured {
  /** Null: refused. */
  readonly records: number | null;
  readonly message: string | null;
  readonly cpuMs: number;
  /** Memory of the whole process at its highest, MiB. */
  readonly residentMebibytes: number;
}

function readFile(path: string): Pick<Measured, "records" | "message"> {
  const opened = openCapture([{ name: "ERRORLOG", path }]);
  if (!opened.ok) return { records: null, message: opened.error.message };
  const { capture } = opened.value;
  while (capture.readSlice());
  capture.overview();
  const { count } = capture.records;
  // What a screen shows first, and what it shows at the end.
  capture.records.rows(0, Math.min(200, count));
  capture.records.rows(Math.max(0, count - 200), count);
  capture.close();
  return { records: count, message: null };
}

const [, , path] = argv;
if (path !== undefined) {
  const outcome = readFile(path);
  const { userCPUTime, systemCPUTime, maxRSS } = resourceUsage();
  const measured: Measured = {
    ...outcome,
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    residentMebibytes: maxRSS / 1024,
  };
  stdout.write(JSON.stringify(measured));
}
