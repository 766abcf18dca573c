/** `snapscope import`: files of a real server, or of a run, as one capture. Loaded when asked for. */
import { basename } from "node:path";
import { type Capture, openCapture } from "../../capture/capture.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { RefusedFile } from "../../contract/rpc/captures.ts";
import { printNote, printResult, reportFailure, setExitCode } from "../console.ts";
import { exitBadInput } from "../exit-codes.ts";
import { printCapture } from "../import/capture-json.ts";
import { type ReadCapture, writeCaptureReports } from "../import/capture-reports.ts";
import { ReadingReporter } from "../import/reading-progress.ts";
import { planReports, type ReportPlan } from "../report-files.ts";
import { renderCapture } from "../text/imported-capture.ts";
import { terminalName } from "../text/terminal-text.ts";

export interface ImportOptions {
  readonly json?: true;
  readonly records?: true;
  readonly report?: string;
  readonly out: string;
  readonly force?: true;
}

export async function importCommand(
  files: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const plan = planOf(options);
  if (!plan.ok) return reportFailure(plan.error);
  const opened = openCapture(files.map((file) => ({ name: terminalName(file), path: file })));
  if (!opened.ok) return reportFailure(opened.error);
  const { capture, refused } = opened.value;
  try {
    await read(capture);
    const overview = capture.overview();
    const written = await hand({ capture, overview }, plan.value, options, titleOf(capture));
    if (!written.ok) reportFailure(written.error);
    // What is wrong with such a file stands in its notes.
    if (overview.files.some(({ records }) => records === 0)) setExitCode(exitBadInput);
  } finally {
    capture.close();
  }
  noteRefused(refused);
}

function planOf({ json, records, report }: ImportOptions): Result<ReportPlan | null> {
  if (records === true && json !== true) {
    return failure("badInput", "--records: belongs to --json; give both, or neither");
  }
  return report === undefined ? success(null) : planReports("--report", report);
}

/** Between two slices a signal and the progress get their turn. */
async function read(capture: Capture): Promise<void> {
  const progress = new ReadingReporter();
  while (capture.readSlice()) await progress.take(capture.progress);
  progress.stop();
}

async function hand(
  { capture, overview }: ReadCapture,
  plan: ReportPlan | null,
  { json, records, out, force }: ImportOptions,
  title: string,
): Promise<Result<null>> {
  // Before the output, so that a report that is refused leaves no half of it.
  if (plan !== null) {
    const target = { folder: out, force: force === true, title };
    // Beside JSON on stdout, paths would break it.
    const tell = json === true ? printNote : printResult;
    const written = await writeCaptureReports({ capture, overview }, plan, target, tell);
    if (!written.ok) return written;
  }
  if (json === true) await printCapture(capture, overview, records === true);
  else printResult(renderCapture(overview));
  return success(null);
}

function titleOf(capture: Capture): string {
  const [first, ...others] = capture.inputs;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${basename(first?.name ?? "")}${more}`;
}

/** What could be read has been; the exit code says that it was not all. */
function noteRefused(refused: readonly RefusedFile[]): void {
  for (const { message } of refused) printNote(`error: ${message}`);
  if (refused.length > 0) setExitCode(exitBadInput);
}
