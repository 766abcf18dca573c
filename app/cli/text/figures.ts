/** Figures as a terminal shows them. */
import type { FigureAnswer, FigureCheckResult, HashComparison } from "../../contract/figure.ts";
import {
  cellText,
  comparedText,
  hashesText,
  paperNames,
  pointText,
  provenanceText,
  publishedText,
  revisionText,
  seedsText,
  verdictCounts,
  verdictNames,
} from "../../domain/figures/figure-text.ts";
import type { VerdictComparison } from "../../domain/figures/verdict-comparison.ts";
import { countOf } from "../../domain/format/numbers.ts";
import { atBegin } from "../../domain/format/report-text.ts";
import { indent, left, renderTable, right, wrap } from "./table.ts";

const width = 100;

export const renderFigureList = (answers: readonly FigureAnswer[]): string =>
  renderTable(
    [
      left("id"),
      left("figure"),
      left("shows"),
      right("points"),
      right("repeats"),
      left("checks"),
      left("engine"),
    ],
    answers.map(({ figure, provenance, points, checks }) => [
      figure.id,
      `${paperNames[figure.paper]}, ${figure.label}`,
      figure.title,
      `${points.length}`,
      provenance === null ? "-" : `${provenance.seeds.length}`,
      provenance === null ? "not computed" : verdictCounts(checks),
      provenance === null ? "-" : revisionText(provenance.engineRevisions),
    ]),
  );

export function renderFigure(answer: FigureAnswer): string {
  const { figure, provenance, points } = answer;
  const parts = [
    `${figure.id}: ${paperNames[figure.paper]}, ${figure.label}\n${figure.title}`,
    wrap(figure.question, width),
    wrap(`The paper: ${figure.says}`, width),
    wrap(comparedText(figure), width),
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
            points.map(({ runs }, at) => [
              pointText(answer, at),
              `${runs}`,
              ...figure.measures.map((measure) => cellText(answer, at, measure)),
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
  return [...told, `${countOf(all.length, "check")}: ${verdictCounts(all)}`].join("\n\n");
}

/** Null: nothing came with the program that could be compared. */
export function renderHashes(hashes: HashComparison | null): string {
  const lines = (hashes?.different ?? []).map(
    ({ point, seed, shipped, here }) => `${point}, seed ${seed}: shipped ${shipped}, here ${here}`,
  );
  return [hashesText(hashes), ...lines.map(indent)].join("\n");
}

/** Check by check; nothing where nothing came with the program that could be compared. */
export function renderVerdicts(verdicts: VerdictComparison | null): string {
  if (verdicts === null) return "";
  const { shippedSeeds, seeds, runs, unchangedRuns, checks } = verdicts;
  const other = checks.filter(({ isSame }) => !isSame).length;
  const counted = `${countOf(checks.length - other, "verdict")} the same, ${other} not: shipped ${seedsText(shippedSeeds)}, here ${seedsText(seeds)}.`;
  const lines = checks.map(({ statement, shipped, here, isSame }) => {
    const told = isSame
      ? `same, ${verdictNames[here]}`
      : `not the same, shipped ${verdictNames[shipped]}, here ${verdictNames[here]}`;
    return indent(wrap(`${told}: ${statement}`, width));
  });
  const unchanged =
    unchangedRuns === 0
      ? []
      : [
          `${unchangedRuns} of ${countOf(runs, "run")} came out as a shipped one of another seed: the seed changes nothing in them.`,
        ];
  return [counted, ...unchanged, ...lines].join("\n");
}
