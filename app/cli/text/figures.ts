/** Figures as a terminal shows them. */
import type { FigureAnswer, FigureCheckResult, HashComparison } from "../../contract/figure.ts";
import { figureTable, sourcesOf, sourcesTitle } from "../../domain/figures/figure-table.ts";
import {
  computedText,
  explained,
  hashesText,
  mechanismText,
  nothingPrinted,
  paperNames,
  revisionText,
  seedsText,
  standMeaning,
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
      right("runs"),
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
  const { figure, provenance, checks, conclusion } = answer;
  const parts = [
    `${figure.id}: ${paperNames[figure.paper]}, ${figure.label}\n${figure.title}`,
    wrap(figure.question, width),
    ...(conclusion === null ? [] : [wrap(conclusion, width)]),
    wrap(`${atBegin(verdictCounts(checks))}. ${standMeaning(answer)}`, width),
    wrap(`The paper: ${figure.says}`, width),
    renderTable(
      [left("input"), left("value"), left("from")],
      figure.inputs.map(({ what, value, source }) => [what, value, source]),
    ),
    wrap(computedText(answer), width),
    ...(provenance === null ? [] : [renderValues(answer)]),
    ...checks.filter(({ verdict }) => verdict === "pass").map(renderCheck),
    ...explained(answer).flatMap((group) => [
      ...(group.mechanism === null ? [] : [wrap(mechanismText(group.mechanism), width)]),
      ...group.checks.map(renderCheck),
    ]),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function renderValues(answer: FigureAnswer): string {
  const { stub, columns, rows } = figureTable(answer);
  const sources = sourcesOf(answer.figure);
  const table = renderTable(
    [
      left(stub),
      ...columns.map(({ group, title }) => right(group === "" ? title : `${group}: ${title}`)),
    ],
    rows.map(({ name, cells }) => [
      name,
      ...cells.map(({ text, detail }) => (detail === "" ? text : `${text} (${detail})`)),
    ]),
  );
  const told =
    sources.length === 0
      ? wrap(nothingPrinted, width)
      : `${sourcesTitle}:\n${sources.map((source) => indent(wrap(source, width - 2))).join("\n")}`;
  return `${table}\n\n${told}`;
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
