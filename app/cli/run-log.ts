/** The ERRORLOG of a run of this process, read as any other is: for the findings of its report. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCapture } from "../capture/capture.ts";
import { clockOrigin } from "../domain/timeline/clock.ts";
import type { ReportedLog, RunRecording } from "../report/report-input.ts";
import { reportedLog } from "../services/captures/report-data.ts";
import { reportedCapture } from "./import/capture-reports.ts";

/** Null where there is none, or it cannot be read: the rest of a report is of use without it. */
export async function logOfRun({ events, origin }: RunRecording): Promise<ReportedLog | null> {
  const lines = events.flatMap((event) => (event.kind === "errorlog" ? `${event.line}\r\n` : []));
  const folder = await mkdtemp(join(tmpdir(), "snapscope-log-"));
  try {
    const path = join(folder, "ERRORLOG");
    await writeFile(path, lines.join(""));
    const opened = openCapture([{ name: "ERRORLOG", path, kind: "product" }], clockOrigin(origin));
    if (!opened.ok) return null;
    const { capture } = opened.value;
    try {
      while (capture.readSlice());
      const read = { capture, overview: capture.overview() };
      const log = await reportedLog(reportedCapture(read), null);
      return log.ok ? log.value : null;
    } finally {
      capture.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
