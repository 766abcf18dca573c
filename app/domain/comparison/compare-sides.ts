/**
 * Sides of recordings beside each other: each but the first against the first, what their responses,
 * creations and settings are like, and which recording of each is shown.
 */
import {
  type ComparedSide,
  type ComparisonOfSides,
  curvePercentiles,
  type RunComparison,
  usualLeastEffect,
} from "../../contract/comparison.ts";
import { phaseNames } from "../../contract/phase.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { RecordingRef } from "../../contract/rpc/recordings.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { countOf } from "../format/numbers.ts";
import { LatencyHistogram } from "../series/latency-histogram.ts";
import { setupPhrase } from "../setup-phrase.ts";
import { median } from "../statistics/quantiles.ts";
import { outageId } from "./act-metrics.ts";
import { type ComparedSides, compareRuns } from "./compare-runs.ts";
import type { ComparedRun } from "./compared-run.ts";
import { countSame, settingsThatDiffer } from "./differing-settings.ts";
import { runMetrics, throughputId } from "./run-metrics.ts";

export interface ComparedRecording {
  readonly recording: RecordingRef;
  readonly run: ComparedRun;
  /** Null: files of a server. */
  readonly scenario: Scenario | null;
  /** Null: it ended as planned; else what became of it, as a sentence. */
  readonly limit: string | null;
}

export interface SideOfRecordings {
  readonly name: string;
  readonly recordings: readonly ComparedRecording[];
  /** What limits what it says, without its name. */
  readonly notes: readonly string[];
}

/** What is asked of the sides, as `compareRuns` takes it. */
export type AskedOfSides = Pick<ComparedSides, "primary" | "metric" | "leastEffect">;

export function compareSides(
  sides: readonly SideOfRecordings[],
  { primary, metric, leastEffect = usualLeastEffect }: AskedOfSides = {},
): Result<ComparisonOfSides> {
  const [base, ...others] = sides;
  if (base === undefined || others.length === 0 || sides.some(isEmpty)) {
    return failure(
      "badInput",
      "A comparison takes two sides at least, each of one recording or more.",
    );
  }
  const named = primary ?? firstMetric(sides);
  const isOfOutages = primary === undefined && isMeasured(outageId, sides);
  const asked = metric ?? (isOfOutages ? outageId : undefined);
  const against: RunComparison[] = [];
  for (const other of others) {
    const { from, to, paired } = matched(base.recordings, other.recordings);
    const compared = compareRuns({
      base: from.map(({ run }) => run),
      variant: to.map(({ run }) => run),
      paired,
      primary: named ?? firstMetric([base, other]) ?? throughputId,
      ...(asked === undefined ? {} : { metric: asked }),
      leastEffect,
      setup: setupOf(base, other),
    });
    const alone = base.recordings.length + other.recordings.length - from.length - to.length;
    if (!compared.ok) {
      const { code, message } = compared.error;
      return failure(code, `${base.name} against ${other.name}: ${message}`);
    }
    const limits = [base, other].flatMap(({ name, recordings, notes }) =>
      [...notes, ...new Set(recordings.flatMap(({ limit }) => limit ?? []))].map(
        (note) => `${name}: ${note}`,
      ),
    );
    const unmatched =
      alone === 0
        ? []
        : [`${countOf(alone, "run")} without a run of the same seed on the other side: left out.`];
    const notes = [...limits, ...unmatched, ...compared.value.notes];
    against.push({ ...compared.value, notes });
  }
  const scenarios = sides.map(({ recordings }) => recordings[0]?.scenario ?? null);
  const pair = sides.slice(0, 2);
  const wanted = [asked, named].find((id) => id != null && isMeasured(id, pair));
  const shown = wanted ?? firstMetric(pair) ?? throughputId;
  return success({
    primary: named ?? shown,
    metric: shown,
    leastEffect,
    sides: sides.map((side) => sideOf(side, shown)),
    against,
    settings: settingsThatDiffer(scenarios),
    sameSettings: countSame(scenarios),
  });
}

/** The setup in words, where that of both sides is known. */
function setupOf(...sides: readonly SideOfRecordings[]): string | null {
  const known = sides.flatMap(({ recordings }) => recordings[0]?.scenario ?? []);
  return known.length < sides.length ? null : setupPhrase(...known);
}

const isEmpty = ({ recordings }: SideOfRecordings): boolean => recordings.length === 0;

/** Throughput where all sides have it; of logs without counters, what they show first; null: nothing. */
const firstMetric = (sides: readonly SideOfRecordings[]): string | null =>
  commonMetrics(sides)[0] ?? null;

const isMeasured = (id: string, sides: readonly SideOfRecordings[]): boolean =>
  commonMetrics(sides).includes(id);

/** Ids of what all sides have. */
function commonMetrics(sides: readonly SideOfRecordings[]): readonly string[] {
  const runs = sides.map(({ recordings }) => recordings.map(({ run }) => run));
  return runMetrics(runs)
    .filter(({ read }) => runs.every((side) => side.some((run) => read(run) !== null)))
    .map(({ id }) => id);
}

interface Matched {
  readonly from: readonly ComparedRecording[];
  readonly to: readonly ComparedRecording[];
  /** Those at the same place have the same seed. */
  readonly paired: boolean;
}

/**
 * Runs of the same seeds are pairs: what the seed does is the same to both. Where most have a partner
 * the pairs tell more than all of them unpaired would; a run that failed has left its partner alone.
 * Several of one seed on a side are partners in their order.
 */
function matched(
  base: readonly ComparedRecording[],
  variant: readonly ComparedRecording[],
): Matched {
  const bySeed = (recordings: readonly ComparedRecording[]) =>
    Map.groupBy(
      recordings.filter(({ scenario }) => scenario !== null),
      ({ scenario }) => scenario?.seed ?? 0,
    );
  const [ofBase, ofVariant] = [bySeed(base), bySeed(variant)];
  const pairs = [...ofBase]
    .sort(([a], [b]) => a - b)
    .flatMap(([seed, ones]) => {
      const others = ofVariant.get(seed) ?? [];
      return ones.slice(0, others.length).map((from, at) => ({ from, to: others[at] ?? from }));
    });
  const isPaired = 2 * pairs.length > Math.max(base.length, variant.length);
  if (!isPaired) return { from: base, to: variant, paired: false };
  return { from: pairs.map(({ from }) => from), to: pairs.map(({ to }) => to), paired: true };
}

function sideOf({ name, recordings }: SideOfRecordings, primary: string): ComparedSide {
  const runs = recordings.map(({ run }) => run);
  const metric = runMetrics([runs]).find(({ id }) => id === primary);
  const values = runs.map((run) => metric?.read(run) ?? null);
  const responses = mergedResponses(runs);
  return {
    name,
    recordings: recordings.map(({ recording }) => recording),
    shown: (recordings[middleOf(values)] ?? recordings[0])?.recording ?? noRecording,
    percentiles:
      responses === null
        ? null
        : curvePercentiles.map((percent) => ({ percent, ms: responses.percentileMs(percent) })),
    transactions: responses?.count ?? 0,
    phases: phaseNames.flatMap((phase) => {
      const lengths = runs.flatMap(
        ({ phases }) => phases.find((one) => one.name === phase)?.ms ?? [],
      );
      return lengths.length === 0 ? [] : [{ name: phase, ms: median(lengths) }];
    }),
    values,
    hasSettings: recordings.some(({ scenario }) => scenario !== null),
  };
}

/** Sides without recordings were refused. */
const noRecording: RecordingRef = { kind: "run", id: "00000000-0000-0000-0000-000000000000" };

/** Place of the value that as many are below as above; of an even number, the lower of the two. */
function middleOf(values: readonly (number | null)[]): number {
  const places = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]));
  places.sort((a, b) => a.value - b.value || a.place - b.place);
  return places[Math.floor((places.length - 1) / 2)]?.place ?? 0;
}

function mergedResponses(runs: readonly ComparedRun[]): LatencyHistogram | null {
  const merged = new LatencyHistogram();
  for (const { responses } of runs) {
    if (responses !== null) merged.add(responses.buckets());
  }
  return merged.count > 0 ? merged : null;
}
