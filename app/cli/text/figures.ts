/** Figures as a terminal shows them. */
import {
  type FigureAnswer,
  type FigureCheckResult,
  type HashComparison,
  shapeNotHardware,
  type Verdict,
  verdicts,
} from "../../contract/figure.ts";
import { provenanceText, verdictNames } from "../../domain/figures/figure-text.ts";
import { atBegin, countText } from "../../domain/format/report-text.ts";
import { intervalText, valueText } from "../../domain/statistics/metric.ts";
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

const paperNames = { sqlcat: "SQLCAT 2007", sqlskills: "SQLskills 2013" } as const;

const verdictCounts = (checks: readonly FigureCheckResult[]): string =>
  verdicts
    .map((verdict): [Verdict, number] => [
      verdict,
      checks.filter((check) => check.verdict === verdict).length,
    ])
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdictNames[verdict]}`)
    .join(", ");

export function renderFigure(answer: FigureAnswer): string {
  const { figure, provenance, points } = answer;
  const parts = [
    `${figure.id}: ${paperNames[figure.paper]}, ${figure.label}\n${figure.title}`,
    wrap(figure.question, width),
    wrap(`“${figure.words}”`, width),
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
              ...figure.measures.map(({ id, metric: { unit } }) => {
                const center = values[id] ?? null;
                if (center === null) return "-";
                const interval =
                  center.interval === null ? "" : intervalText(unit, center.interval);
                const value = valueText(unit, center.value);
                return interval === "" ? value : `${value} (${interval})`;
              }),
            ]),
          ),
        ]),
    ...figure.published.map(({ measure, value, source }) => {
      const found = figure.measures.find(({ id }) => id === measure);
      return found === undefined
        ? ""
        : wrap(
            `Published: ${found.metric.name} ${valueText(found.metric.unit, value)} (${source})`,
            width,
          );
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
  if (hashes === null) return "Nothing came with the program that it could be compared with.";
  const { compared, different } = hashes;
  if (compared === 0)
    return "None of these runs came with the program: other seeds, or other settings.";
  if (different.length === 0) {
    return `${countText(compared, "run")} compared: the telemetry is what came with the program.`;
  }
  const lines = different.map(
    ({ point, seed, shipped, here }) => `${point}, seed ${seed}: shipped ${shipped}, here ${here}`,
  );
  return `${different.length} of ${countText(compared, "run")} not what came with the program:\n${indent(lines.join("\n"))}`;
}
