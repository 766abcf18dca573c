/** Studies as a terminal shows them: the list of them, and what one comes to. */
import type { StudyState } from "../../contract/rpc/studies.ts";
import type { MetricResult, PointResult } from "../../contract/study-results.ts";
import { countOf } from "../../domain/format/numbers.ts";
import { atBegin } from "../../domain/format/report-text.ts";
import { rangeText, relativeText, valueText } from "../../domain/statistics/metric.ts";
import { outcomeText } from "../../domain/statistics/outcome-text.ts";
import { pointName } from "../../domain/studies/point-name.ts";

import { shortId } from "../../services/library/find-run.ts";
import { utcTime } from "./run-list.ts";
import { indent, left, renderTable, right, wrap } from "./table.ts";

const width = 100;

export function renderStudyList(studies: readonly StudyState[]): string {
  if (studies.length === 0) return "no studies";
  return renderTable(
    [
      left("id"),
      left("name"),
      left("status"),
      left("created (UTC)"),
      right("points"),
      right("repeats"),
      right("runs done"),
      right("failed"),
    ],
    studies.map((study) => [
      shortId(study),
      study.name,
      study.status,
      utcTime(study.createdUtc),
      String(study.points.length),
      String(study.repeats),
      doneText(study),
      String(runsThatAre(study, "failed")),
    ]),
  );
}

function doneText(study: StudyState): string {
  const [done, others] = [runsThatAre(study, "completed"), runsThatAre(study, "other")];
  const told = `${done} of ${study.runs.length}`;
  return others === 0 ? told : `${told}, ${others} of another scenario`;
}

export const runsThatAre = ({ runs }: StudyState, status: StudyState["runs"][number]["status"]) =>
  runs.filter((run) => run.status === status).length;

export function renderStudy(study: StudyState, results: readonly MetricResult[]): string {
  const { points, repeats, runs, status, notes } = study;
  const names = points.map(pointName);
  const done = `${runsThatAre(study, "completed")} of ${countOf(runs.length, "run")}`;
  const parts = [
    `${study.name}\n${countOf(points.length, "point")} with ${countOf(repeats, "repeat")}: ${done}, ${status}; study ${shortId(study)}`,
    ...results.map((result) => tableOf(result, names)),
    ...(results.length === 0 ? ["Nothing was measured yet."] : []),
    ...(notes.length === 0
      ? []
      : [`Note:\n${indent(notes.map((note) => wrap(note, width - 2)).join("\n"))}`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function tableOf({ metric, points, line }: MetricResult, names: readonly string[]): string {
  const range = (low: number, high: number): string => rangeText(metric.unit, low, high);
  const rows = points.map(({ runs, center, comparison }, at): string[] => [
    names[at] ?? "",
    String(runs),
    center === null ? "-" : valueText(metric.unit, center.value),
    center?.interval ? range(center.interval.low, center.interval.high) : "-",
    ...againstFirst(comparison, at),
  ]);
  const columns = [
    left("Point"),
    right("Runs"),
    right("Median"),
    right("Interval"),
    right("Against the first"),
    right("Interval"),
    left(""),
  ];
  const table = `${atBegin(metric.name)}\n${renderTable(columns, rows)}`;
  return line === null ? table : `${table}\n${wrap(line.sentence, width)}`;
}

/** What is not proven has a tilde, as in comparisons. */
function againstFirst(comparison: PointResult["comparison"], at: number): string[] {
  if (at === 0) return ["", "", ""];
  if (comparison === null) return ["-", "-", "no pair of runs"];
  const { relative, outcome } = comparison;
  const share = relative === null ? "-" : relativeText(relative.share);
  const interval = relative?.interval ?? null;
  return [
    outcome.kind === "notProven" ? `~ ${share}` : share,
    interval === null ? "-" : `${relativeText(interval.low)} to ${relativeText(interval.high)}`,
    outcomeText(comparison),
  ];
}
