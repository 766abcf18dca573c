/** Figures for a UI. Computing one here is a study of the library: its runs can be replayed as any. */
import { type FigureResults, figureResultsVersion } from "../../contract/figure-results.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { FiguresService } from "../../contract/rpc/figures.ts";
import type { StudiesService } from "../../contract/rpc/studies.ts";
import type { RecordedTimeline } from "../../contract/rpc/timeline-data.ts";
import type { Summary } from "../../contract/summary.ts";
import { figureAnswer } from "../../domain/figures/figure-answer.ts";
import type { FigureDefinition } from "../../domain/figures/figure-definition.ts";
import { figureStudy, isStudyOf, settingsOf } from "../../domain/figures/figure-plan.ts";
import { figureRun } from "../../domain/figures/figure-run.ts";
import { figureName, paperNames } from "../../domain/figures/figure-text.ts";
import { figureById, figures } from "../../domain/figures/figures.ts";
import { noSeries } from "../../domain/timeline/recording-timeline.ts";
import { plainFileName } from "../plain-file-name.ts";
import { readRawPreset } from "../presets.ts";
import { mediaTypes } from "../report-file.ts";
import { machineFacts } from "../system-info.ts";
import { readFigureResults } from "./figure-files.ts";
import { counterPoints, turnsOf } from "./figure-runs.ts";
import { compareHashes } from "./figure-verification.ts";

interface FiguresOptions {
  readonly studies: Pick<StudiesService, "state" | "list">;
  /** Null: the run has none, or is gone. */
  summaryOf(runId: string): Summary | null;
  timelineOf(
    runId: string,
    points: number,
    signal?: AbortSignal,
  ): Promise<Result<RecordedTimeline>>;
  readonly now?: () => Date;
}

export function createFigures({
  studies,
  summaryOf,
  timelineOf,
  now = () => new Date(),
}: FiguresOptions): FiguresService {
  async function answerOf(figure: FigureDefinition) {
    const results = await readFigureResults(figure);
    return results.ok ? success(figureAnswer(figure, results.value)) : results;
  }

  async function runOf(figure: FigureDefinition, runId: string, signal: AbortSignal | undefined) {
    const summary = summaryOf(runId);
    if (summary === null) return null;
    const { counters = [] } = figure;
    const recorded = counters.length > 0 ? await timelineOf(runId, counterPoints, signal) : null;
    const series = recorded?.ok === true ? recorded.value.series : noSeries;
    return figureRun(summary, series, counters);
  }

  /** The results of the runs that are completed; null: none is. */
  async function resultsOf(
    figure: FigureDefinition,
    studyId: string,
    signal: AbortSignal | undefined,
  ): Promise<Result<FigureResults | null>> {
    const study = await studies.state(studyId);
    if (!study.ok) return study;
    const { runs } = study.value;
    const preset = await readRawPreset(figure.preset);
    if (!preset.ok) return preset;
    if (!isStudyOf(figure, preset.value, study.value)) {
      return failure("badInput", `${study.value.name}: is no study of the points of ${figure.id}`);
    }
    const measured: FigureResults["points"] = figure.points.map((point) => ({
      id: point.id,
      settings: [...settingsOf(figure, point)],
      runs: [],
    }));
    for (const { point, status, runId } of runs) {
      if (status !== "completed" || runId === undefined) continue;
      signal?.throwIfAborted();
      const one = await runOf(figure, runId, signal);
      if (one !== null) measured[point]?.runs.push(one);
    }
    if (measured.every((point) => point.runs.length === 0)) return success(null);
    return success({
      formatVersion: figureResultsVersion,
      figure: figure.id,
      computedAt: study.value.createdUtc,
      points: measured,
    });
  }

  return {
    async list() {
      const answers = [];
      for (const figure of figures) {
        const answer = await answerOf(figure);
        if (!answer.ok) return answer;
        answers.push(answer.value);
      }
      return success(answers);
    },
    async plan(id) {
      const figure = figureById(id);
      if (!figure.ok) return figure;
      const shipped = await readFigureResults(figure.value);
      if (!shipped.ok) return shipped;
      const preset = await readRawPreset(figure.value.preset);
      if (!preset.ok) return preset;
      const first = shipped.value?.points[0]?.runs;
      const study = figureStudy(figure.value, preset.value, {
        repeats: first?.length ?? 1,
        seed: first?.[0]?.seed ?? null,
      });
      if (!study.ok) return study;
      return success({ ...study.value, name: figureName(figure.value) });
    },
    async scenario({ id, point }) {
      const figure = figureById(id);
      if (!figure.ok) return figure;
      const turns = await turnsOf(figure.value, { repeats: 1, seed: null });
      if (!turns.ok) return turns;
      const { points, paper, label } = figure.value;
      const at = points.findIndex((one) => one.id === point);
      const turn = turns.value[at];
      if (turn === undefined) {
        const ids = points.map((one) => one.id).join(", ");
        return failure(
          "notFound",
          `${JSON.stringify(point)} is no point of ${id}; allowed: ${ids}`,
        );
      }
      const name = `${paperNames[paper]}, ${label}: ${points[at]?.name}`;
      return success({ ...turn.scenario, name });
    },
    async studyOf(id) {
      const figure = figureById(id);
      if (!figure.ok) return figure;
      const preset = await readRawPreset(figure.value.preset);
      if (!preset.ok) return preset;
      const known = await studies.list();
      const found = known.find((study) => isStudyOf(figure.value, preset.value, study));
      return success(found?.id ?? null);
    },
    async here(id, studyId, signal) {
      const figure = figureById(id);
      if (!figure.ok) return figure;
      const shipped = await readFigureResults(figure.value);
      if (!shipped.ok) return shipped;
      const results = await resultsOf(figure.value, studyId, signal);
      if (!results.ok) return results;
      const hashes =
        shipped.value === null || results.value === null
          ? null
          : compareHashes(shipped.value, results.value);
      return success({ answer: figureAnswer(figure.value, results.value), hashes });
    },
    async export(id, signal) {
      const figure = figureById(id);
      if (!figure.ok) return figure;
      const answer = await answerOf(figure.value);
      if (!answer.ok) return answer;
      signal?.throwIfAborted();
      // What draws it is loaded when it is wanted.
      const { renderFigure } = await import("../../report/html/report-html.tsx");
      const html = renderFigure({
        answer: answer.value,
        generatedAt: now().toISOString(),
        machine: machineFacts(),
      });
      return success({
        fileName: `${plainFileName(id, "figure")}-report.html`,
        mediaType: mediaTypes.html,
        bytes: new TextEncoder().encode(html),
      });
    },
  };
}
