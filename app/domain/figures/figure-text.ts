/** What is said of figures alike on the page, in reports and on the command line. */
import { engineRevision } from "../../contract/engine-revision.ts";
import {
  type Figure,
  type FigureAnswer,
  type FigureCheckResult,
  type FigureMechanism,
  type FigureProvenance,
  type HashComparison,
  type Paper,
  papers,
  type Verdict,
  verdicts,
} from "../../contract/figure.ts";
import { countOf } from "../format/numbers.ts";
import { utcText } from "../format/report-text.ts";
import { creationCheckText } from "./creation-check.ts";

export const verdictNames: Readonly<Record<Verdict, string>> = {
  pass: "pass",
  fail: "fail",
  notProven: "not proven",
};

/** The hardware is modelled after what a paper says of it, which is not all. */
const comparedText = ({ comparesSizes }: Pick<Figure, "comparesSizes">): string =>
  comparesSizes
    ? "Each time is compared with the one that the paper prints: from half to twice of it passes."
    : "We compare trends with the paper’s, not absolute times.";

export const comparedShortly = ({ comparesSizes }: Pick<Figure, "comparesSizes">): string =>
  comparesSizes ? "within a factor of two" : "trends, not absolute times";

/** What passing and failing mean, beside how many do. */
export function standMeaning(answer: FigureAnswer): string {
  const isExplained = explained(answer).some(({ mechanism }) => mechanism !== null);
  return [
    "A check is a statement of the paper that a run can contradict; it passes if it is true in every run.",
    comparedText(answer.figure),
    ...(isExplained ? ["What does not come out stands below, with the reason."] : []),
  ].join(" ");
}

/** Why a table has no numbers of the paper. */
export const nothingPrinted =
  "The paper’s text prints no numbers for this figure: only the shape of its curves is known.";

function provenanceText(provenance: FigureProvenance | null): string {
  if (provenance === null) return "Not computed yet.";
  const { computedAt, engineRevisions, seeds, fewer } = provenance;
  const less = fewer.map(({ name, runs }) => ` (of “${name}” ${countOf(runs, "run")})`);
  return `Computed ${utcText(computedAt)}, ${countOf(seeds.length, "run")} of each point${less.join("")}, ${seedsText(seeds)}, by ${revisionText(engineRevisions)}.`;
}

/** How it was computed, and how this model's creations compare with the published one where they are what it is about. */
export const computedText = ({ figure, provenance }: FigureAnswer): string =>
  figure.predictsCreations === true
    ? `${provenanceText(provenance)} ${creationCheckText()}`
    : provenanceText(provenance);

/** "engine revision 3; the present one is 5". */
export function revisionText(revisions: readonly number[], present = engineRevision): string {
  if (revisions.length === 0) return "an engine from before revisions were counted";
  const told = `engine ${revisions.length === 1 ? "revision" : "revisions"} ${listText(revisions)}`;
  return isOfPresent(revisions, present)
    ? `${told}, the present one`
    : `${told}; the present one is ${present}`;
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
  const stand = verdictCounts(checks);
  return isOfPresent(provenance.engineRevisions) ? stand : `${stand}; by an earlier engine`;
}

/** "1, 3 and 5". */
const listText = (numbers: readonly number[]): string =>
  numbers.length < 2
    ? numbers.join("")
    : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;

export const seedsText = (seeds: readonly number[]): string =>
  `${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}`;

const paperSources: Readonly<Record<Paper, { readonly by: string; readonly year: number }>> = {
  sqlcat: { by: "SQLCAT", year: 2007 },
  sqlskills: { by: "SQLskills", year: 2013 },
  dell: { by: "Dell", year: 2011 },
  "tuning-post": { by: "Tuning post", year: 2010 },
};

/** "SQLCAT 2007": among papers. */
export const paperNames = Object.fromEntries(
  papers.map((paper) => [paper, `${paperSources[paper].by} ${paperSources[paper].year}`]),
) as Readonly<Record<Paper, string>>;

/** "The paper, 2007": its numbers beside those of this model. */
export const paperName = (paper: Paper): string => `The paper, ${paperSources[paper].year}`;

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

/** What does not come out, by what explains it; a check that nothing explains stands alone. */
export function explained(answer: FigureAnswer): readonly ExplainedChecks[] {
  const { figure, provenance, checks } = answer;
  const failed = checks.filter(({ verdict }) => verdict !== "pass");
  const groups = (provenance === null ? [] : figure.mechanisms).map((mechanism) => ({
    mechanism,
    checks: failed.filter(({ id }) => mechanism.checks.includes(id)),
  }));
  const known = new Set(groups.flatMap((group) => group.checks));
  return [
    ...groups.filter((group) => group.checks.length > 0),
    ...failed
      .filter((check) => !known.has(check))
      .map((check) => ({ mechanism: null, checks: [check] })),
  ];
}

export interface ExplainedChecks {
  readonly mechanism: FigureMechanism | null;
  readonly checks: readonly FigureCheckResult[];
}

/** In a paragraph. */
export const mechanismText = ({ because, detail }: FigureMechanism): string =>
  detail === "" ? because : `${because} ${detail}`;

/** What all values have in common is said once: "throughput: 477 (500 users, 0 snapshots), 201 (500 users, 5 snapshots)". */
export function measuredText({ measured }: FigureCheckResult): string {
  const [first] = measured;
  if (first === undefined) return "";
  if (measured.length > 1 && measured.every(({ point }) => point === first.point)) {
    return `${first.point}: ${measured.map(({ measure, text }) => `${measure} ${text}`).join(", ")}`;
  }
  if (measured.length > 1 && measured.every(({ measure }) => measure === first.measure)) {
    return `${first.measure}: ${measured.map(({ point, text }) => `${text} (${point})`).join(", ")}`;
  }
  return measured.map(({ what, text }) => `${what}: ${text}`).join("; ");
}

/** Null: nothing came with the program that could be compared. */
export function hashesText(hashes: HashComparison | null): string {
  if (hashes === null) return "Nothing came with the program to compare with.";
  const { compared, different, otherRevisions } = hashes;
  if (compared === 0 && otherRevisions.length > 0) {
    return `What came with the program is of ${revisionText(otherRevisions)}, so its telemetry differs.`;
  }
  if (compared === 0) {
    return "None of these runs came with the program: other seeds, or other settings.";
  }
  return different.length === 0
    ? `${countOf(compared, "run")} compared: the telemetry is what came with the program.`
    : `${different.length} of ${countOf(compared, "run")} ${different.length === 1 ? "is" : "are"} not what came with the program.`;
}
