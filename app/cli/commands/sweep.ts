/** `snapscope sweep`: runs a sweep or goes on with one, and says what it comes to. */

import type { StudyRequest, StudyState } from "../../contract/rpc/studies.ts";
import { isBandStudy } from "../../contract/study.ts";
import { findStudy, shortId } from "../../services/library/find-run.ts";
import { readRawScenario } from "../../services/presets.ts";
import type { RunningServices } from "../../services/services.ts";
import { printNote, printResult, reportFailure, setExitCode } from "../console.ts";
import { exitFailed } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import { StudyProgress } from "../study-progress.ts";
import { type PlanOptions, planSweep } from "../sweep-plan.ts";
import { renderBand } from "../text/band.ts";
import { renderStudy, renderStudyList, runsThatAre } from "../text/studies.ts";
import { withServices } from "./with-services.ts";

export interface JsonOption {
  readonly json?: true;
}

export interface ShowOptions extends JsonOption {
  readonly metric?: string;
}

export async function runSweep(what: string, options: PlanOptions & JsonOption): Promise<void> {
  const raw = await readRawScenario(what);
  if (!raw.ok) return reportFailure(raw.error);
  const plan = planSweep(raw.value, what, options);
  if (!plan.ok) return reportFailure(plan.error);
  await startStudy(plan.value, options);
}

export const startStudy = (request: StudyRequest, options: JsonOption) =>
  withServices(async (services) => {
    const started = await services.studies.start(request);
    if (!started.ok) return reportFailure(started.error);
    await follow(services, started.value.studyId, options);
  });

export const resumeSweep = (text: string, options: JsonOption) =>
  withServices(async (services) => {
    const study = findStudy(await services.studies.list(), text);
    if (!study.ok) return reportFailure(study.error);
    const resumed = await services.studies.resume(study.value.id);
    if (!resumed.ok) return reportFailure(resumed.error);
    await follow(services, study.value.id, options);
  });

export const listSweeps = ({ json }: JsonOption) =>
  withServices(async ({ studies }) => {
    const states = await studies.list();
    printResult(json ? JSON.stringify(states, null, 2) : renderStudyList(states));
  });

export const showSweep = (text: string, options: ShowOptions) =>
  withServices(async (services) => {
    const study = findStudy(await services.studies.list(), text);
    if (!study.ok) return reportFailure(study.error);
    await tell(services, study.value, options);
  });

export const deleteSweeps = (texts: readonly string[]) =>
  withServices(async ({ studies }) => {
    const states = await studies.list();
    const found = texts.map((text) => findStudy(states, text));
    const missing = found.find((study) => !study.ok);
    if (missing !== undefined && !missing.ok) return reportFailure(missing.error);
    for (const study of found) {
      if (!study.ok) continue;
      const removed = await studies.remove(study.value.id);
      if (!removed.ok) return reportFailure(removed.error);
      printResult(`deleted ${shortId(study.value)} ${study.value.name}, with its runs`);
    }
  });

/** Until it is over. Ctrl+C ends its runs; what was completed stays. */
async function follow(
  services: RunningServices,
  studyId: string,
  options: JsonOption,
): Promise<void> {
  const { studies } = services;
  let progress: StudyProgress | null = null;
  let last: StudyState | null = null;
  const stopListening = onInterrupt(() => void studies.cancel(studyId));
  for await (const state of studies.watch(studyId, new AbortController().signal)) {
    if (progress === null) {
      printNote(
        `study ${shortId(state)}: ${state.runs.length} runs of ${state.points.length} points; Ctrl+C ends them`,
      );
    }
    progress ??= new StudyProgress(state);
    progress.take(state);
    last = state;
  }
  stopListening();
  progress?.stop();
  if (last === null) return;
  if (last.status !== "completed") {
    for (const note of last.notes) printNote(note);
    return reportFailure({
      code: "interrupted",
      message:
        `the study was ${last.status}: ${runsThatAre(last, "completed")} of ${last.runs.length} runs are done; ` +
        `go on with: snapscope sweep resume ${shortId(last)}`,
    });
  }
  await tell(services, last, options);
  if (runsThatAre(last, "failed") > 0) setExitCode(exitFailed);
}

async function tell(
  { studies }: RunningServices,
  study: StudyState,
  { json, metric }: ShowOptions,
): Promise<void> {
  if (isBandStudy(study)) {
    const band = await studies.band(study.id);
    if (!band.ok) return reportFailure(band.error);
    printResult(
      json
        ? JSON.stringify({ formatVersion: 1, study, band: band.value })
        : renderBand(study, band.value),
    );
    return;
  }
  const asked = metric === undefined ? {} : { metric };
  const results = await studies.results({ studyId: study.id, ...asked });
  if (!results.ok) return reportFailure(results.error);
  const { measured } = results.value;
  if (metric !== undefined && !measured.some(({ id }) => id === metric)) {
    const allowed = measured.map(({ id }) => id).join(", ") || "none: nothing was measured yet";
    return reportFailure({
      code: "badInput",
      message: `--metric ${metric}: the study has no such metric; allowed: ${allowed}`,
    });
  }
  printResult(
    json
      ? JSON.stringify({ formatVersion: 1, study, ...results.value })
      : renderStudy(study, results.value.metrics),
  );
}
