/** `snapscope sweep export` and `import`: runs of a sweep that are computed on other machines. */
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { failure, type Result, success } from "../../contract/result.ts";
import { runFileExtension } from "../../contract/rpc/runs.ts";
import { isMissing } from "../../contract/rpc/studies.ts";
import { type Study, studyFileName } from "../../contract/study.ts";
import { language } from "../../domain/format/language.ts";
import {
  commandsFileName,
  resultsFolderName,
  slurmFileName,
  sweepFiles,
} from "../../domain/studies/sweep-export.ts";
import { findStudy, shortId } from "../../services/library/find-run.ts";
import { readRawScenario } from "../../services/presets.ts";
import { newStudy } from "../../services/studies/studies-service.ts";
import { type PlannedRun, plannedRuns } from "../../services/studies/study-runs.ts";
import { printNote, printResult, reportFailure, setExitCode } from "../console.ts";
import { exitBadInput } from "../exit-codes.ts";
import { type PlanOptions, planSweep } from "../sweep-plan.ts";
import type { JsonOption } from "./sweep.ts";
import { withServices } from "./with-services.ts";

export interface ExportOptions extends PlanOptions {
  readonly into: string;
  readonly program: string;
  readonly force?: true;
}

interface ToExport {
  readonly study: Study;
  readonly runs: readonly PlannedRun[];
}

export async function exportSweep(what: string, options: ExportOptions): Promise<void> {
  const found = await whatToExport(what, options);
  if (!found.ok) return reportFailure(found.error);
  const { study, runs } = found.value;
  if (runs.some(({ scenario }) => scenario.mode === "real")) {
    return reportFailure({
      code: "badInput",
      message: `${study.name}: real runs measure the machine that they run on; run it there: snapscope sweep`,
    });
  }
  const files = sweepFiles({ study, runs, program: options.program, extension: runFileExtension });
  const { into } = options;
  try {
    await mkdir(into, { recursive: true });
    const there = await readdir(into);
    if (there.length > 0 && options.force !== true) {
      return reportFailure({
        code: "badInput",
        message: `--into ${into}: is not empty; give --force to write into it, or another folder`,
      });
    }
    for (const { path, text, isExecutable } of files) {
      await mkdir(dirname(join(into, path)), { recursive: true });
      await writeFile(join(into, path), text);
      if (isExecutable) await chmod(join(into, path), 0o755);
    }
  } catch (error) {
    return reportFailure(cannotWrite(into, error).error);
  }
  printResult(
    `${runs.length} commands: ${join(into, commandsFileName)}, one a line, to be run in that folder\n` +
      `as an array job: sbatch ${slurmFileName}, in that folder\n` +
      `take the results in with: snapscope sweep import ${into}`,
  );
}

function cannotWrite(folder: string, error: unknown) {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return failure("ioError", `--into ${folder}: cannot be written (${code}); give another folder`);
}

/** A scenario, else a study of the library: what is missing of it. */
async function whatToExport(what: string, options: ExportOptions): Promise<Result<ToExport>> {
  const raw = await readRawScenario(what);
  if (raw.ok) {
    const plan = planSweep(raw.value, what, options);
    if (!plan.ok) return plan;
    const study = newStudy(plan.value);
    const runs = plannedRuns(study);
    return runs.ok ? success({ study, runs: runs.value }) : runs;
  }
  if (raw.error.code !== "notFound") return raw;
  let found: Result<ToExport> = raw;
  await withServices(async ({ studies }) => {
    const states = await studies.list();
    const state = states.length === 0 ? raw : findStudy(states, what);
    if (!state.ok) {
      found = failure(
        "notFound",
        `${JSON.stringify(what)} is neither a preset nor a file nor a study of the library (see: snapscope presets, snapscope sweep list)`,
      );
      return;
    }
    const missing = studies.missing(state.value.id);
    found = missing;
  });
  return found;
}

export const importSweep = (paths: readonly string[], { json }: JsonOption) =>
  withServices(async ({ studies }) => {
    const files = await filesIn(paths);
    if (!files.ok) return reportFailure(files.error);
    const given: Study[] = [];
    for (const path of files.value.filter((file) => basename(file) === studyFileName)) {
      const study = await studies.addFile({ name: path, path });
      if (!study.ok) return reportFailure(study.error);
      given.push(study.value);
    }
    const among = given.length > 0 ? given : await studies.list();
    let [taken, known, refused] = [0, 0, 0];
    for (const path of files.value.filter((file) => file.endsWith(runFileExtension))) {
      const imported = await studies.importResult({ name: path, path }, among);
      if (!imported.ok) {
        printNote(`error: ${imported.error.message}`);
        refused += 1;
      } else if (imported.value.isNew) taken += 1;
      else known += 1;
    }
    if (refused > 0) setExitCode(exitBadInput);
    const states = await studies.list();
    const about = states.filter(({ id }) => among.some((study) => study.id === id));
    if (json) {
      printResult(JSON.stringify({ formatVersion: 1, taken, known, refused, studies: about }));
      return;
    }
    printResult(`${taken} results taken in, ${known} were here already, ${refused} refused`);
    for (const state of given.length > 0 ? about : []) {
      const done = state.runs.filter(({ status }) => status === "completed").length;
      const next = state.runs.some(isMissing) ? "resume" : "show";
      printResult(
        `${state.name}: ${done} of ${state.runs.length} runs are done; snapscope sweep ${next} ${shortId(state)}`,
      );
      for (const note of state.notes) printNote(note);
    }
  });

/** What an export has in a folder: its study and the results. */
async function filesIn(paths: readonly string[]): Promise<Result<string[]>> {
  const files: string[] = [];
  for (const path of paths) {
    try {
      if (!(await stat(path)).isDirectory()) {
        files.push(path);
        continue;
      }
      const inFolder = await readdir(path);
      files.push(...inFolder.filter(isOurs).map((name) => join(path, name)));
      if (!inFolder.includes(resultsFolderName)) continue;
      const results = join(path, resultsFolderName);
      files.push(...(await readdir(results)).filter(isOurs).map((name) => join(results, name)));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      return failure(
        "notFound",
        `${path}: cannot be read (${code}); expected a folder that a sweep was exported to, or ${runFileExtension} files`,
      );
    }
  }
  const stranger = files.find((file) => !isOurs(basename(file)));
  if (stranger !== undefined) {
    return failure(
      "badInput",
      `${stranger}: is no result of a sweep; allowed: ${runFileExtension} files and ${studyFileName}`,
    );
  }
  return files.some((file) => file.endsWith(runFileExtension))
    ? success(files.sort(byNumber.compare))
    : failure(
        "notFound",
        `${paths.join(", ")}: no results are there; expected ${runFileExtension} files, or a folder with ${resultsFolderName}/`,
      );
}

const isOurs = (name: string): boolean => name === studyFileName || name.endsWith(runFileExtension);
const byNumber = new Intl.Collator(language, { numeric: true });
