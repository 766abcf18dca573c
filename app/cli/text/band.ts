/** A band as a terminal shows it: its sentences, a table a metric, and what is assumed. */
import type { Band, BandMetric, BandRow } from "../../contract/band.ts";
import type { StudyState } from "../../contract/rpc/studies.ts";
import { atBegin, countText } from "../../domain/format/report-text.ts";
import { valueText } from "../../domain/statistics/metric.ts";
import { shortId } from "../../services/library/find-run.ts";
import { countOf } from "./studies.ts";
import { indent, left, renderTable, right, wrap } from "./table.ts";

const width = 100;

export function renderBand(study: StudyState, band: Band): string {
  const { metrics, figures, unmoved, notes } = band;
  const nameOf = new Map(figures.map(({ path, name }) => [path, atBegin(name)]));
  const shown = new Set(figures.map(({ path }) => path).filter((path) => !unmoved.includes(path)));
  const done = `${countOf(study, "completed")} of ${countText(study.runs.length, "run")}`;
  const all = [...notes, ...study.notes];
  const parts = [
    `${study.name}\n${countText(figures.length, "figure")} assumed: ${done}, ${study.status}; study ${shortId(study)}`,
    ...(metrics.length === 0 ? ["Nothing was measured yet."] : []),
    metrics.map(({ sentence }) => wrap(sentence, width)).join("\n"),
    ...metrics.map((metric) => metricTable(metric, shown, nameOf)),
    renderTable(
      [left("assumed"), right("given"), right("slow"), right("fast"), left("setting")],
      figures.map(({ name, given, slow, fast, path }) => [atBegin(name), given, slow, fast, path]),
    ),
    ...(unmoved.length === 0
      ? []
      : [
          wrap(
            `Moved nothing by 1 %: ${unmoved.map((path) => figures.find((one) => one.path === path)?.name).join(", ")}.`,
            width,
          ),
        ]),
    ...(all.length === 0
      ? []
      : [`Note:\n${indent(all.map((note) => wrap(note, width - 2)).join("\n"))}`]),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function metricTable(
  { metric, given, rows }: BandMetric,
  shown: ReadonlySet<string>,
  nameOf: ReadonlyMap<string, string>,
): string {
  const value = (end: BandRow["slow"]): string =>
    end === null
      ? ""
      : end.value === null
        ? "not within the run"
        : valueText(metric.unit, end.value);
  return renderTable(
    [
      left(`${atBegin(metric.name)}, ${valueText(metric.unit, given)} as given`),
      right("slow end"),
      right("fast end"),
    ],
    rows
      .filter(({ path }) => path === null || shown.has(path))
      .map(({ path, slow, fast }) => [
        path === null ? "All together" : (nameOf.get(path) ?? path),
        value(slow),
        value(fast),
      ]),
  );
}
