/** A comparison as a terminal shows it: the sentences, a line for each metric, and what differs. */

import type { ComparedMetric, RunComparison } from "../../contract/comparison.ts";
import { changeText } from "../../domain/statistics/change-text.ts";
import { valueText } from "../../domain/statistics/metric.ts";
import { chanceText, outcomeText } from "../../domain/statistics/outcome-text.ts";
import { indent, left, renderTable, right, wrap } from "./table.ts";

/** What is printed, and with `--json` written. */
export interface ToldComparison extends RunComparison {
  readonly formatVersion: 1;
  /** Which sides, where there are more than two. */
  readonly title?: string;
  /** What makes the new setting out of the base, as `--with` reads it. */
  readonly settings: readonly string[];
}

const width = 100;

export function renderComparison({ title, ...told }: ToldComparison): string {
  const { sentences, metrics, notes, settings } = told;
  const columns = [
    left("Metric"),
    right("Base"),
    right("New"),
    right("Change"),
    right("p"),
    left(""),
  ];
  const parts = [
    ...(title === undefined ? [] : [title]),
    sentences.map((sentence) => wrap(sentence, width)).join("\n"),
    renderTable(columns, metrics.map(rowOf)),
    `What differs:\n${indent(settings.length === 0 ? "nothing" : settings.join("\n"))}`,
    ...(notes.length === 0
      ? []
      : [`Note:\n${indent(notes.map((note) => wrap(note, width - 2)).join("\n"))}`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function rowOf({ comparison }: ComparedMetric): readonly string[] {
  const { metric, base, variant } = comparison;
  return [
    metric.name,
    valueText(metric.unit, base.value),
    valueText(metric.unit, variant.value),
    changeText(comparison),
    chanceText(comparison),
    outcomeText(comparison),
  ];
}
