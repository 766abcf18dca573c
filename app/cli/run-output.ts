/** The files of a run: those of `--out` and the reports of `--report`. */
import { type Result, success } from "../contract/result.ts";
import { inputOfRun } from "../report/report-input.ts";
import { samplesCsv } from "../report/samples-csv.ts";
import { reportFileName } from "../services/report-file.ts";
import { pointsFor } from "../services/reports.ts";
import { printNote } from "./console.ts";
import { planReports, type ReportPlan, writeReports, writtenNow } from "./report-files.ts";
import { prepareResultFolder, resultFiles, writeResultFile } from "./result-folder.ts";
import { devicesOf } from "./run-devices.ts";
import { logOfRun } from "./run-log.ts";
import { originOfRun, type RunOfProcess, sourceOfRun } from "./run-source.ts";

export interface OutputOptions {
  readonly out?: string;
  readonly force?: true;
  readonly report?: string;
}

export interface RunOutput {
  /** Null: only reports are written, into the current folder. */
  readonly folder: string | null;
  readonly reports: ReportPlan | null;
}

/** What a run of this name will write is known beforehand: better refused now than after an hour. */
export async function prepareOutput(
  name: string,
  { out, force, report }: OutputOptions,
): Promise<Result<RunOutput>> {
  const plan = report === undefined ? success(null) : planReports("--report", report);
  if (!plan.ok) return plan;
  const names = [
    ...(out === undefined ? [] : Object.values(resultFiles)),
    ...(plan.value?.formats ?? []).map((format) => reportFileName(name, format, "samples")),
  ];
  if (names.length > 0) {
    const prepared = await prepareResultFolder(out ?? ".", names, force === true);
    if (!prepared.ok) return prepared;
  }
  return success({ folder: out ?? null, reports: plan.value });
}

/** Without a summary (the engine died) what was streamed until then is written. */
export async function writeOutput(
  { folder, reports }: RunOutput,
  run: RunOfProcess,
): Promise<Result<null>> {
  if (folder !== null) {
    const written = await writeFiles(folder, run);
    if (!written.ok) return written;
  }
  if (reports === null) return success(null);
  const written = writtenNow();
  return writeReports(
    reports,
    folder ?? ".",
    async (format) => {
      const recording = sourceOfRun(run, pointsFor(format));
      const costs = run.recorder.creationCosts(recording);
      const log = await logOfRun(recording);
      const { advice } = run;
      const { pushes } = run.recorder;
      const told = { costs, advice, log, pushes, revertFigures: await devicesOf(recording) };
      return success(inputOfRun(recording, { ...written, ...told }));
    },
    (path) => printNote(`wrote ${path}`),
  );
}

async function writeFiles(folder: string, run: RunOfProcess): Promise<Result<null>> {
  const { recorder, scenario, result } = run;
  const summary = result.ok ? result.value : null;
  const errorlog = summary?.errorlog ?? recorder.errorlog;
  const origin = originOfRun(recorder, scenario, summary);
  const files: [string, string][] = [
    [resultFiles.errorlog, errorlog.map((line) => `${line}\n`).join("")],
    [resultFiles.counters, samplesCsv(recorder.series(), origin, scenario.database.name)],
  ];
  if (summary !== null) files.push([resultFiles.summary, `${JSON.stringify(summary, null, 2)}\n`]);
  for (const [name, text] of files) {
    const written = await writeResultFile(folder, name, text);
    if (!written.ok) return written;
    printNote(`wrote ${written.value}`);
  }
  return success(null);
}
