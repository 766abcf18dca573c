/** What is said of figures alike on the page, in reports and on the command line. */
import type { Center } from "../../contract/comparison.ts";
import { engineRevision } from "../../contract/engine-revision.ts";
import {
  type Figure,
  type FigureAnswer,
  type FigureCheckResult,
  type FigureMeasure,
  type FigureProvenance,
  type HashComparison,
  type Paper,
  type PublishedNumber,
  type Verdict,
  verdicts,
} from "../../contract/figure.ts";
import type { Metric } from "../../contract/metric.ts";
import { countOf } from "../format/numbers.ts";
import { utcText } from "../format/report-text.ts";
import { intervalText, valueText } from "../statistics/metric.ts";

export const verdictNames: Readonly<Record<Verdict, string>> = {
  pass: "pass",
  fail: "fail",
  notProven: "not proven",
};

/** The hardware is modelled after what a paper says of it, which is not all. */
export const comparedText = ({ comparesSizes }: Pick<Figure, "comparesSizes">): string =>
  comparesSizes
    ? "Compared with the paper is how large each number is: a check passes from half to twice what the paper prints."
    : "Shape, not hardware: what is compared with the paper is how the figures relate to each other, not how large they are.";

export const comparedShortly = ({ comparesSizes }: Pick<Figure, "comparesSizes">): string =>
  comparesSizes ? "within a factor of two" : "shape, not hardware";

export function provenanceText(provenance: FigureProvenance | null): string {
  if (provenance === null) return "It was not computed yet.";
  const { computedAt, engineRevisions, seeds, fewer } = provenance;
  const less = fewer.map(({ name, runs }) => ` (of “${name}” ${countOf(runs, "repeat")})`);
  return `Computed ${utcText(computedAt)}, ${countOf(seeds.length, "repeat")} of each point${less.join("")}, ${seedsText(seeds)}; ${revisionText(engineRevisions)}.`;
}

/** "of revision 3; the engine is at 5". What is of the engine as it is says so shortly. */
export function revisionText(revisions: readonly number[], present = engineRevision): string {
  if (revisions.length === 0) return "of an engine that counted no revisions yet";
  const are = `of ${revisions.length === 1 ? "revision" : "revisions"} ${listText(revisions)}`;
  return isOfPresent(revisions, present)
    ? `${are}, as the engine is`
    : `${are}; the engine is at ${present}`;
}

const isOfPresent = (revisions: readonly number[], present = engineRevision): boolean =>
  revisions.length === 1 && revisions[0] === present;

/** What a point is called in tables of medians: with its engine's revision where the points have several. */
export function pointText({ figure, points, provenance }: FigureAnswer, at: number): string {
  const name = figure.points[at]?.name ?? "";
  const { engineRevisions: own = [] } = points[at] ?? {};
  const isMixed = provenance !== null && provenance.engineRevisions.length > 1;
  if (!isMixed || own.length === 0) return name;
  return `${name} (${own.length === 1 ? "revision" : "revisions"} ${listText(own)})`;
}

/** How the checks of a figure stand, where figures are listed; results of an earlier engine say so. */
export function standText({ provenance, checks }: FigureAnswer): string {
  if (provenance === null) return "not computed";
  const { engineRevisions } = provenance;
  const stand = verdictCounts(checks);
  return isOfPresent(engineRevisions) ? stand : `${stand}; ${revisionText(engineRevisions)}`;
}

/** "1, 3 and 5". */
const listText = (numbers: readonly number[]): string =>
  numbers.length < 2
    ? numbers.join("")
    : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;

export const seedsText = (seeds: readonly number[]): string =>
  `${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}`;

export const paperNames: Readonly<Record<Paper, string>> = {
  sqlcat: "SQLCAT 2007",
  sqlskills: "SQLskills 2013",
  dell: "Dell 2011",
};

/** What a figure is called where it stands beside others: of its study, its report, its scenarios. */
export const figureName = ({
  paper,
  label,
  title,
}: Pick<Figure, "paper" | "label" | "title">): string => `${paperNames[paper]}, ${label}: ${title}`;

/** "3 pass, 1 not proven". */
export const verdictCounts = (checks: readonly FigureCheckResult[]): string =>
  verdicts
    .map((verdict): [Verdict, number] => [
      verdict,
      checks.filter((check) => check.verdict === verdict).length,
    ])
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdictNames[verdict]}`)
    .join(", ");

/** "23.3 s (22.9 s to 23.6 s)"; of one run without an interval. */
export function centerText({ unit }: Metric, center: Center | null): string {
  if (center === null) return "–";
  const value = valueText(unit, center.value);
  const interval = center.interval === null ? "" : intervalText(unit, center.interval);
  return interval === "" ? value : `${value} (${interval})`;
}

/** What a point came to, in a table of medians: what its scenario gave says so. */
export function cellText(
  { figure, points }: Pick<FigureAnswer, "figure" | "points">,
  point: number,
  { id, metric }: FigureMeasure,
): string {
  const center = points[point]?.values[id] ?? null;
  const isGiven = figure.points[point]?.given?.includes(id) === true;
  return isGiven && center !== null
    ? `${valueText(metric.unit, center.value)}, given`
    : centerText(metric, center);
}

/** "SQLCAT 2007, as printed": the paper's own numbers, beside what was computed. */
export const printedName = ({ paper }: Pick<Figure, "paper">): string =>
  `${paperNames[paper]}, as printed`;

/** What the paper prints of a measure; "" where it prints nothing. */
export function printedText({ published }: Figure, { id, metric }: FigureMeasure): string {
  const found = published.find(({ measure }) => measure === id);
  return found === undefined ? "" : valueText(metric.unit, found.value);
}

/** "SELECT INTO: 1.80 s (where it stands)"; null where the figure has no such measure. */
export function publishedText(
  { figure }: Pick<FigureAnswer, "figure">,
  { measure, value, source }: PublishedNumber,
): string | null {
  const found = figure.measures.find(({ id }) => id === measure);
  return found === undefined
    ? null
    : `${found.metric.name}: ${valueText(found.metric.unit, value)} (${source})`;
}

/** Null: nothing came with the program that could be compared. */
export function hashesText(hashes: HashComparison | null): string {
  if (hashes === null) return "Nothing came with the program that it could be compared with.";
  const { compared, different, otherRevisions } = hashes;
  if (compared === 0 && otherRevisions.length > 0) {
    return `What came with the program is ${revisionText(otherRevisions)}, so its telemetry is another.`;
  }
  if (compared === 0) {
    return "None of these runs came with the program: other seeds, or other settings.";
  }
  return different.length === 0
    ? `${countOf(compared, "run")} compared: the telemetry is what came with the program.`
    : `${different.length} of ${countOf(compared, "run")} ${different.length === 1 ? "is" : "are"} not what came with the program.`;
}

const mostMeasuresAcross = 3;

/** More measures than fit a line each become a row, and the points the columns. */
export const measuresAreRows = ({ figure }: FigureAnswer): boolean =>
  figure.measures.length > mostMeasuresAcross && figure.measures.length >= figure.points.length;
