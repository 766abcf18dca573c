/**
 * A figure of a paper: scenarios that a study could run, what is read from their runs, and what the paper
 * says of it as checks. docs/internals/figures.md gives the reasons.
 */
import type { Center } from "./comparison.ts";
import type { Metric } from "./metric.ts";
import type { PhaseName } from "./phase.ts";

export const papers = ["sqlcat", "sqlskills", "dell", "tuning-post"] as const;
export type Paper = (typeof papers)[number];

/** What was put in, as against what comes out. assumed: neither the paper says so nor does it follow from what it says. */
export interface FigureInput {
  readonly what: string;
  readonly value: string;
  readonly source: "paper" | "derived" | "assumed";
}

/** A number that the paper prints. Its figures' curves have no numbers in the text, and none are read off them. */
export interface PublishedNumber {
  readonly measure: string;
  readonly value: number;
  /** Ids of the points that run what the paper measured; absent: each of them does. */
  readonly points?: readonly string[];
  /** The paper says "approximately". */
  readonly isRough?: true;
  /** Where it stands in the paper, or what it is the difference of. */
  readonly source: string;
}

/** Why statements of a paper do not come out. */
export interface FigureMechanism {
  /** Ids of the checks that it explains. */
  readonly checks: readonly string[];
  /** In a sentence. */
  readonly because: string;
  /** How it works, and what was measured to find it out; "" where the sentence says all. */
  readonly detail: string;
}

export interface FigurePoint {
  readonly id: string;
  readonly name: string;
  /** Which line of the chart it is on; empty where there is only one. */
  readonly series: string;
  /** Where it lies across, on the axis of lines; null: it is a category. */
  readonly x: number | null;
  /** What makes its scenario out of the figure's, each as "path=value". */
  readonly settings: readonly string[];
  /** Measures that it gives instead of predicting them, by id. */
  readonly given?: readonly string[];
  /** Where a run takes many minutes: so many repeats at most. */
  readonly mostRepeats?: number;
}

export interface FigureMeasure {
  readonly id: string;
  readonly metric: Metric;
}

/**
 * lines: the measures over `x`, a number; bars: of points or measures that are categories; counters: over the
 * time of the only point's run.
 */
export type FigureChart = "lines" | "bars" | "counters";

export interface Figure {
  readonly id: string;
  readonly paper: Paper;
  /** What the paper calls it: "Figure 5"; what has no number there goes by its name. */
  readonly label: string;
  readonly title: string;
  readonly question: string;
  /** What the paper says of it, which the checks are made from; told in our words. */
  readonly says: string;
  readonly preset: string;
  /** What all of its points change of the preset. */
  readonly settings: readonly string[];
  readonly inputs: readonly FigureInput[];
  /** What goes across. */
  readonly across: string;
  readonly chart: FigureChart;
  readonly points: readonly FigurePoint[];
  readonly measures: readonly FigureMeasure[];
  readonly published: readonly PublishedNumber[];
  readonly mechanisms: readonly FigureMechanism[];
  /** How long creations take is what it is about, and this model was checked against one published creation. */
  readonly predictsCreations?: true;
  /** Its checks ask how large the numbers are beside those that the paper prints. */
  readonly comparesSizes?: true;
}

/**
 * pass: so in every repeat, or proven; fail: so in none, or the contrary proven; notProven: in some, or too few
 * runs, or something was not measured.
 */
export const verdicts = ["pass", "fail", "notProven"] as const;
export type Verdict = (typeof verdicts)[number];

/** A median that a check is about. */
export interface CheckedValue {
  /** Point and measure, by name. */
  readonly what: string;
  readonly point: string;
  readonly measure: string;
  readonly text: string;
}

export interface FigureCheckResult {
  readonly id: string;
  readonly statement: string;
  /** What the paper says, from which the numbers in the statement were chosen before anything ran. */
  readonly says: string;
  readonly verdict: Verdict;
  readonly measured: readonly CheckedValue[];
  /** How the verdict came about, a sentence. */
  readonly reason: string;
}

/** How results came about: of which engines, from which seeds, when. */
export interface FigureProvenance {
  readonly computedAt: string;
  /** The revisions of all its runs, each once, rising. Long runs are not computed again for each revision. */
  readonly engineRevisions: readonly number[];
  readonly seeds: readonly number[];
  /** Points with fewer repeats than there are seeds, by name. */
  readonly fewer: readonly { readonly name: string; readonly runs: number }[];
}

/** What the runs of a point come to, by id of the measure; null: measured in none of them. */
export interface FigurePointResult {
  readonly runs: number;
  readonly engineRevisions: readonly number[];
  readonly values: Readonly<Record<string, Center | null>>;
}

/** A figure with what was measured and judged; without results all verdicts are "not proven". */
export interface FigureAnswer {
  readonly figure: Figure;
  /** What it teaches and what came out, in one or two sentences; null: something in them was not measured. */
  readonly conclusion: string | null;
  /** Null: never computed. */
  readonly provenance: FigureProvenance | null;
  /** In the order of the figure's points. */
  readonly points: readonly FigurePointResult[];
  readonly checks: readonly FigureCheckResult[];
  /** The counters of the first repeat, where the figure draws counters over time. */
  readonly counters: FigureCounters | null;
}

/** Runs of a figure beside those that came with the program. */
export interface HashComparison {
  /** Runs of both that have one point, seed and engine revision. */
  readonly compared: number;
  /** Revisions of shipped runs that have the point and the seed, but are of another engine. */
  readonly otherRevisions: readonly number[];
  /** The runs among these whose telemetry is not the same. */
  readonly different: readonly {
    readonly point: string;
    readonly seed: number;
    readonly shipped: string;
    readonly here: string;
  }[];
}

/** What went on for a time: a creation with its phases, or an operation, which is a phase of its own. */
export interface FigureAct {
  /** What people call it. */
  readonly name: string;
  /** Which one is created; null: none is. */
  readonly snapshot: string | null;
  readonly phases: readonly {
    readonly name: PhaseName;
    readonly startMs: number;
    readonly endMs: number;
  }[];
}

export interface FigureCounters {
  readonly timeMs: readonly number[];
  readonly values: Readonly<Record<string, readonly number[]>>;
  readonly acts: readonly FigureAct[];
}
