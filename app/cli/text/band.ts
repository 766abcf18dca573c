/** A band as a terminal shows it: its sentences, a table a metric, and what is assumed. */
import type { Band, BandMetric } from "../../contract/band.ts";
import type { StudyState } from "../../contract/rpc/studies.ts";
import {
  bandNames,
  endText,
  movingFigures,
  rowName,
  unmovedText,
} from "../../domain/assumptions/band-text.ts";
import { countOf } from "../../domain/format/numbers.ts";
import { atBegin } from "../../domain/format/report-text.ts";
import { valueText } from "../../domain/statistics/metric.ts";
import { shortId } from "../../services/library/find-run.ts";
import { runsThatAre } from "./studies.ts";
import { indent, left, renderTable, right, wrap } from "./table.ts";

const width = 100;

export function renderBand(study: StudyState, band: Band): string {
  const { metrics, figures, notes } = band;
  const [names, shown, unmoved] = [bandNames(band), movingFigures(band), unmovedText(band)];
  const done = `${runsThatAre(study, "completed")} of ${countOf(study.runs.length, "run")}`;
  const all = [...notes, ...study.notes];
  const parts = [
    `${study.name}\n${countOf(figures.length, "figure")} assumed: ${done}, ${study.status}; study ${shortId(study)}`,
    ...(metrics.length === 0 ? ["Nothing was measured yet."] : []),
    metrics.map(({ sentence }) => wrap(sentence, width)).join("\n"),
    ...metrics.map((metric) => metricTable(metric, shown, names)),
    renderTable(
      [left("assumed"), right("given"), right("slow"), right("fast"), left("setting")],
      figures.map(({ name, given, slow, fast, path }) => [atBegin(name), given, slow, fast, path]),
    ),
    ...(unmoved === null ? [] : [wrap(unmoved, width)]),
    ...(all.length === 0
      ? []
      : [`Note:\n${indent(all.map((note) => wrap(note, width - 2)).join("\n"))}`]),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function metricTable(
  { metric, given, rows }: BandMetric,
  shown: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): string {
  return renderTable(
    [
      left(`${atBegin(metric.name)}, ${valueText(metric.unit, given)} as given`),
      right("slow end"),
      right("fast end"),
    ],
    rows
      .filter(({ path }) => path === null || shown.has(path))
      .map((row) => [
        rowName(names, row),
        endText(metric.unit, row.slow),
        endText(metric.unit, row.fast),
      ]),
  );
}
