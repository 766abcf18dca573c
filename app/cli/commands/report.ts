/** `snapscope report`: reports of a recorded run. Loaded when asked for: it opens a database. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Result } from "../../contract/result.ts";
import { type RunEntry, runFileExtension } from "../../contract/rpc/runs.ts";
import { inputOfRun } from "../../report/report-input.ts";
import { keptBookmarks } from "../../services/bookmarks.ts";
import { findRun } from "../../services/library/find-run.ts";
import { editedInput, keptEdits } from "../../services/report-edits.ts";
import { reportFileName } from "../../services/report-file.ts";
import { pointsFor } from "../../services/reports.ts";
import { revertFigures } from "../../services/revert-figures.ts";
import { createServices, type RunningServices } from "../../services/services.ts";
import { printResult, reportFailure } from "../console.ts";
import { planReports, type ReportPlan, writeReports, writtenNow } from "../report-files.ts";
import { prepareResultFolder } from "../result-folder.ts";
import { logOfRun } from "../run-log.ts";

export interface ReportOptions {
  readonly format: string;
  readonly out: string;
  readonly force?: true;
}

export async function reportCommand(run: string, options: ReportOptions): Promise<void> {
  const plan = planReports("--format", options.format);
  if (!plan.ok) return reportFailure(plan.error);
  const written = run.endsWith(runFileExtension)
    ? await ofFile(run, plan.value, options)
    : await ofLibrary(run, plan.value, options);
  if (!written.ok) reportFailure(written.error);
}

async function ofLibrary(
  text: string,
  plan: ReportPlan,
  options: ReportOptions,
): Promise<Result<null>> {
  const services = await createServices();
  if (!services.ok) return services;
  try {
    const entry = findRun(await services.value.library.list(), text);
    return entry.ok ? await reportsOf(services.value, entry.value, plan, options) : entry;
  } finally {
    await services.value.close();
  }
}

/** An exported run is read through a library of its own, which is gone afterwards. */
async function ofFile(
  file: string,
  plan: ReportPlan,
  options: ReportOptions,
): Promise<Result<null>> {
  const dataFolder = await mkdtemp(join(tmpdir(), "snapscope-report-"));
  try {
    const services = await createServices({ dataFolder, mayRead: () => true });
    if (!services.ok) return services;
    try {
      const entry = await services.value.library.importRun({ name: basename(file), path: file });
      return entry.ok ? await reportsOf(services.value, entry.value, plan, options) : entry;
    } finally {
      await services.value.close();
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function reportsOf(
  { library, recordings, studies, devices, settings }: RunningServices,
  entry: RunEntry,
  plan: ReportPlan,
  { out, force }: ReportOptions,
): Promise<Result<null>> {
  const names = plan.formats.map((format) => reportFileName(entry.name, format, "samples"));
  const prepared = await prepareResultFolder(out, names, force === true);
  if (!prepared.ok) return prepared;
  const written = writtenNow();
  const recording = { kind: "run", id: entry.id } as const;
  const edits = await keptEdits(settings, recording);
  const bookmarks = await keptBookmarks(settings, recording);
  return writeReports(
    plan,
    out,
    async (format) => {
      const recorded = await library.timeline({ runId: entry.id, points: pointsFor(format) });
      if (!recorded.ok) return recorded;
      const costs = await recordings.creationCosts(recording);
      if (!costs.ok) return costs;
      const advice = await recordings.advice({ recording, span: null });
      if (!advice.ok) return advice;
      const log = await logOfRun(recorded.value);
      const band = await studies.bandFor(recorded.value.scenario);
      const figures = await revertFigures(recorded.value, devices);
      const given = { costs: costs.value, advice: advice.value, log, band };
      const read = await recordings.pushLog(recording);
      const pushes = read.ok ? read.value : null;
      const told = { ...given, revertFigures: figures, pushes };
      const input = { ...inputOfRun(recorded.value, { ...written, ...told }), bookmarks };
      return editedInput(input, { recording, edits }, recordings);
    },
    printResult,
  );
}
