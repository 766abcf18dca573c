/**
 * A band from the runs of its study: what each metric is at every end of what is assumed, and what moves
 * it most. One figure is moved at a time, so what two of them do only together shows in the ends of all.
 */
import { endOf, type RangeEnd } from "../../contract/assumed-range.ts";
import type { Band, BandFigure, BandMetric, BandRow } from "../../contract/band.ts";
import type { Metric } from "../../contract/metric.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { printPath } from "../../contract/schema-path.ts";
import type { Study } from "../../contract/study.ts";
import { creationCheckText, predictsCreation } from "../figures/creation-check.ts";
import { countOf } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { rangeText, valueText } from "../statistics/metric.ts";
import { type Assumption, assumptionsOf, figureText } from "./assumptions.ts";
import { bandPlan } from "./band-points.ts";

/** A change of less is no effect: two runs whose events fall otherwise differ by as much, or more. */
const leastShare = 0.01;

/** What a study comes to, of one metric: of each point the median, null where there is none. */
interface MetricOfPoints {
  readonly id: string;
  readonly metric: Metric;
  readonly points: readonly { readonly center: { readonly value: number } | null }[];
}

/** `ran`: of each point, whether a run of it is completed. */
export function bandOf(
  study: Study,
  results: readonly MetricOfPoints[],
  ran: readonly boolean[],
): Band {
  const scenario = resolveScenario(study.base, "base");
  const assumed = scenario.ok ? assumptionsOf(scenario.value) : [];
  const asked = new Set(study.points.flatMap((point) => point.assumed?.figure ?? []));
  const figures = assumed.filter(({ path }) => asked.has(printPath(path))).map(figureOf);
  const nameOf = new Map(figures.map(({ path, name }) => [path, name]));
  const metrics = results.flatMap((result) => metricOf(study, result, ran, nameOf));
  const isUnmoved = ({ path }: BandFigure) => {
    const own = metrics.flatMap(({ rows, given }) =>
      rows.filter((row) => row.path === path).map((row) => ({ row, given })),
    );
    return own.some(({ row }) => wasRun(row)) && !own.some(({ row, given }) => isMove(row, given));
  };
  const plan = scenario.ok ? bandPlan(scenario.value) : scenario;
  return {
    studyId: study.id,
    repeats: study.repeats,
    metrics,
    figures,
    unmoved: figures.filter(isUnmoved).map(({ path }) => path),
    notes: [
      ...missingNotes(ran),
      ...(plan.ok ? plan.value.leftOut : []),
      variedText(figures.length),
      ...(scenario.ok && predictsCreation(scenario.value) ? [creationCheckText()] : []),
      ...(study.repeats === 1
        ? ["One run of each: moves of a few per cent may be chance, which more repeats tell."]
        : []),
    ],
  };
}

function figureOf(one: Assumption): BandFigure {
  return {
    path: printPath(one.path),
    name: one.name,
    given: figureText(one, one.given),
    slow: figureText(one, endOf(one.range, "slow")),
    fast: figureText(one, endOf(one.range, "fast")),
    source: one.source,
    reason: one.range.reason,
  };
}

function metricOf(
  study: Study,
  { id, metric, points }: MetricOfPoints,
  ran: readonly boolean[],
  nameOf: ReadonlyMap<string, string>,
): BandMetric[] {
  const given = points[0]?.center?.value;
  if (given === undefined) return [];
  const endAt = (path: string | null, end: RangeEnd): BandRow["slow"] => {
    const at = study.points.findIndex(
      ({ assumed }) => assumed?.end === end && (assumed.figure ?? null) === path,
    );
    return ran[at] === true ? { value: points[at]?.center?.value ?? null } : null;
  };
  const rowOf = (path: string | null): BandRow => ({
    path,
    slow: endAt(path, "slow"),
    fast: endAt(path, "fast"),
  });
  const rows = [...nameOf.keys()]
    .map(rowOf)
    .toSorted((a, b) => compareMoves(sizeOfMove(b, given), sizeOfMove(a, given)));
  const all = rowOf(null);
  const values = [all, ...rows].flatMap(valuesOf);
  const [low, high] = [Math.min(given, ...values), Math.max(given, ...values)];
  const band = { id, metric, given, low, high, rows: [all, ...rows] };
  const isWhole = !ran.includes(false);
  return [{ ...band, sentence: sentenceOf(band, nameOf, isWhole) }];
}

const endsOf = ({ slow, fast }: BandRow) => [slow, fast].filter((end) => end !== null);

/** Whether there is anything of it yet. */
export const wasRun = (row: BandRow): boolean => endsOf(row).length > 0;

const valuesOf = (row: BandRow): number[] =>
  endsOf(row).flatMap(({ value }) => (value === null ? [] : [value]));

/** Beyond every number where it did not even happen. */
const sizeOfMove = (row: BandRow, given: number): number =>
  Math.max(
    0,
    ...endsOf(row).map(({ value }) =>
      value === null ? Number.POSITIVE_INFINITY : Math.abs(value - given),
    ),
  );

/** Both may be infinite. */
const compareMoves = (a: number, b: number): number => (a === b ? 0 : a - b);

const isMove = (row: BandRow, given: number): boolean =>
  sizeOfMove(row, given) >= leastShare * Math.abs(given) && sizeOfMove(row, given) > 0;

/** "Creation: 21 s; 15 s to 143 s over what is assumed, most by Q’s rotation." */
function sentenceOf(
  { metric, given, low, high, rows }: Omit<BandMetric, "sentence">,
  nameOf: ReadonlyMap<string, string>,
  isWhole: boolean,
): string {
  const begin = `${atBegin(metric.name)}: ${valueText(metric.unit, given)}`;
  const [all, first] = rows;
  const moved = rows.filter((row) => isMove(row, given));
  if (moved.length === 0) {
    return isWhole
      ? `${begin}; no figure that was varied moves it by 1 %.`
      : `${begin}; what has run so far does not move it.`;
  }
  const never = rows
    .filter((row) => endsOf(row).some(({ value }) => value === null))
    .map((row) => (row.path === null ? "all of it" : (nameOf.get(row.path) ?? row.path)));
  const most =
    first !== undefined && isMove(first, given)
      ? `, most by ${nameOf.get(first.path ?? "") ?? first.path}`
      : all !== undefined && rows.length > 2
        ? ", only by several figures together"
        : "";
  const range = `${rangeText(metric.unit, low, high)} over what is assumed${most}.`;
  if (never.length === 0) return `${begin}; ${range}`;
  return `${begin}; ${range} It did not come about within the run at an end of ${never.join(", ")}.`;
}

/** A band is no bound on what a real server does: it tells of assumed figures, one model of the engine given. */
const variedText = (figures: number): string =>
  `Varied: ${countOf(figures, "figure")} of its server and devices that no source gives, one at a time and all together. Not varied: the load, the database, and the model of the engine itself.`;

function missingNotes(ran: readonly boolean[]): string[] {
  const missing = ran.filter((one) => !one).length;
  return missing === 0
    ? []
    : [
        `${countOf(missing, "point")} of ${ran.length} ${missing === 1 ? "has" : "have"} no result, and may be beyond the band.`,
      ];
}
