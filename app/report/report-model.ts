/**
 * Builds the report of a recording. Everything that a rendering shows is decided here; renderings
 * only lay it out.
 */
import { isOfDatabase } from "../contract/creation-cost.ts";
import type { Report } from "../contract/report.ts";
import { forecastOfRun, saysSomething, usualHours } from "../domain/forecast/forecast.ts";
import { printLocalTime } from "../domain/local-time.ts";
import { stillsOf } from "../domain/page-map/page-still.ts";
import { editOf, headId, isEdited, noEdits } from "../domain/report/report-edits.ts";
import { tsqlOfAct } from "../domain/tsql/acts.ts";
import { addedDataOf } from "./added-data.ts";
import { conclusionOf } from "./conclusion.ts";
import { engineCounters, samplesOf } from "./counters.ts";
import { creationsOf } from "./creations.ts";
import { keyFiguresOf } from "./key-figures.ts";
import { logOf } from "./log/log-part.ts";
import { withGaps } from "./log/series-gaps.ts";
import { phasesOf } from "./phases.ts";
import { recommendationsOf } from "./recommendations.ts";
import type { ReportInput } from "./report-input.ts";
import { meets, type ReportSpan } from "./report-span.ts";
import { runOf, waitsOf } from "./run-part.ts";
import { subtitleOf } from "./subtitle.ts";

export function buildReport(input: ReportInput): Report {
  const { timeline, machine, createdAt, edits = noEdits } = input;
  const title = editOf(edits, headId).title?.trim() ?? input.title;
  const run = input.run === null ? null : runOf(input.run, timeline.series);
  const endMs = run?.engineMs ?? input.log?.overview.endMs ?? timeline.endMs;
  const span = spanOf(input, endMs);
  const isIn = (part: { readonly startMs: number; readonly endMs: number | null }) =>
    meets(span, part.startMs, part.endMs ?? endMs);
  // An engine samples without a pause; the files of a server may not.
  const series = run === null ? withGaps(timeline.series) : timeline.series;
  const all = phasesOf(input);
  const phases = all.filter(isIn);
  // A part may hold some phases of a creation only: its times are still those of all of it.
  const costs = input.costs.filter(isIn);
  const creations = creationsOf(costs.filter(isOfDatabase), series);
  const log = input.log === null ? null : logOf(input.log, { span, phases, creations }, series);
  const known = { input, run, log, span, phases, creations, costs, series };
  const summary = input.run?.summary ?? null;
  const bookmarks = (input.bookmarks ?? []).filter(({ fromMs, toMs }) =>
    meets(span, fromMs, toMs ?? fromMs),
  );
  return {
    formatVersion: 3,
    kind: "snapscope-report",
    generatedAt: createdAt.toISOString(),
    title,
    subtitle: subtitleOf(input),
    conclusion: conclusionOf(known),
    machine,
    origin: run?.origin ?? input.log?.overview.origin ?? printLocalTime(timeline.originMs),
    endMs,
    span,
    run,
    log,
    keyFigures: keyFiguresOf(known),
    bottleneck: input.run?.advice.bottleneck ?? null,
    recommendations: recommendationsOf(input.run),
    creations,
    phases,
    waits: input.run === null || run === null ? [] : waitsOf(input.run, run, series),
    counters: run === null ? [] : engineCounters(run, summary, series),
    samples: samplesOf(input, series),
    snapshotSizes: timeline.snapshots.map(({ name, points }) => ({
      snapshot: name,
      points: points.map((point) => ({ ...point })),
    })),
    ...pageMapsOf(input, span),
    forecast: forecastIn(input, endMs),
    acts: actsOf(input),
    errorlog: summary?.errorlog ?? [...(input.run?.errorlog ?? [])],
    band: input.band ?? null,
    scenario: input.run?.scenario ?? null,
    summary,
    ...(bookmarks.length > 0 ? { bookmarks } : {}),
    ...(isEdited(edits) ? { edits } : {}),
    ...(edits.charts.length > 0 ? { addedCharts: addedDataOf(input) } : {}),
  };
}

/** None of a recording without pushes. */
function pageMapsOf({ timeline, pushes = null }: ReportInput, { toMs }: ReportSpan) {
  if (pushes === null) return {};
  const pageMaps = stillsOf(pushes, timeline, toMs);
  return pageMaps.length === 0 ? {} : { pageMaps };
}

/** The forecast of the snapshots that the run ended with; null: nothing can be said of any. */
function forecastIn({ run, timeline, revertFigures = null }: ReportInput, endMs: number) {
  if (run === null) return null;
  const question = { scenario: run.scenario, figures: revertFigures, hours: usualHours };
  const forecast = forecastOfRun(question, timeline, endMs);
  return saysSomething(forecast) ? forecast : null;
}

function actsOf({ timeline, run }: ReportInput): Report["acts"] {
  return timeline.acts.map((act) => {
    const { atMs, label, outcome, message, transport } = act;
    const said = { atMs, label, outcome, message };
    if (run === null || transport) return said;
    return { ...said, tsql: tsqlOfAct(act, timeline, run.scenario) };
  });
}

/** A span whose ends were named the other way round is the same span. */
function spanOf({ span }: ReportInput, endMs: number): ReportSpan {
  if (span === null) return { fromMs: 0, toMs: endMs, whole: true };
  const { fromMs, toMs } = span;
  return {
    fromMs: Math.max(0, Math.min(fromMs, toMs)),
    toMs: Math.max(fromMs, toMs),
    whole: false,
  };
}
