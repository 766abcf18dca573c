/** Figures as a terminal shows them. */
import {
  type FigureAnswer,
  type FigureCheckResult,
  type HashComparison,
  shapeNotHardware,
} from "../../contract/figure.ts";
import {
  centerText,
  hashesText,
  paperNames,
  provenanceText,
  publishedText,
  verdictCounts,
  verdictNames,
} from "../../domain/figures/figure-text.ts";
import { atBegin, countText } from "../../domain/format/report-text.ts";
import { indent, left, renderTable, right, wrap } from "./table.ts";

const width = 100;

export const renderFigureList = (answers: readonly FigureAnswer[]): string =>
  renderTable(
    [left("id"), left("figure"), left("shows"), right("points"), right("repeats"), left("checks")],
    answers.map(({ figure, provenance, points, checks }) => [
      figure.id,
      `${paperNames[figure.paper]}, ${figure.label}`,
      figure.title,
      `${points.length}`,
      provenance === null ? "-" : `${provenance.seeds.length}`,
      provenance === null ? "not computed" : verdictCounts(checks),
    ]),
  );

export function renderFigure(answer: FigureAnswer): string {
  const { figure, provenance, points } = answer;
  const parts = [
    `${figure.id}: ${paperNames[figure.paper]}, ${figure.label}\n${figure.title}`,
    wrap(figure.question, width),
    wrap(`The paper: ${figure.says}`, width),
    wrap(shapeNotHardware, width),
    renderTable(
      [left("input"), left("value"), left("from")],
      figure.inputs.map(({ what, value, source }) => [what, value, source]),
    ),
    provenanceText(provenance),
    ...(provenance === null
      ? []
      : [
          renderTable(
            [left(""), right("runs"), ...figure.measures.map(({ metric }) => right(metric.name))],
            points.map(({ runs, values }, at) => [
              figure.points[at]?.name ?? "",
              `${runs}`,
              ...figure.measures.map(({ id, metric }) => centerText(metric, values[id] ?? null)),
            ]),
          ),
        ]),
    ...figure.published.map((published) => {
      const text = publishedText(answer, published);
      return text === null ? "" : wrap(`Published: ${text}`, width);
    }),
    ...answer.checks.map(renderCheck),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function renderCheck({ statement, verdict, measured, reason }: FigureCheckResult): string {
  const values = measured.map(({ what, text }) => `${atBegin(what)}: ${text}`).join("\n");
  return `${verdictNames[verdict].toUpperCase()}: ${wrap(statement, width)}\n${indent(`${values}\n${reason}`)}`;
}

export function renderChecks(answers: readonly FigureAnswer[]): string {
  const all = answers.flatMap(({ checks }) => checks);
  const told = answers.map(
    ({ figure, checks }) =>
      `${figure.id}: ${figure.title}\n${indent(checks.map(renderCheck).join("\n"))}`,
  );
  return [...told, `${countText(all.length, "check")}: ${verdictCounts(all)}`].join("\n\n");
}

/** Null: nothing came with the program that could be compared. */
export function renderHashes(hashes: HashComparison | null): string {
  const lines = (hashes?.different ?? []).map(
    ({ point, seed, shipped, here }) => `${point}, seed ${seed}: shipped ${shipped}, here ${here}`,
  );
  return [hashesText(hashes), ...lines.map(indent)].join("\n");
}
