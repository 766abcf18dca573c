/**
 * A comparison of recordings: what every metric of each side is, what became of it from the base to
 * another side, and what is said of that. `snapscope compare --json` prints it, the page shows it, and
 * reports of it are renderings of it.
 */
import * as z from "zod";
import { bandSchema } from "./band.ts";
import { metricSchema } from "./metric.ts";
import { phaseNames } from "./phase.ts";
import { machineSchema } from "./report.ts";
import { recordingRefSchema } from "./rpc/recordings.ts";

const share = z.number().describe("0 to 1");
const orNull = z.number().nullable();

export const intervalSchema = z.strictObject({
  low: z.number(),
  high: z.number(),
  confidence: share.describe(
    "chance that such an interval holds the true value: of few values it can be less than is usual",
  ),
});
export type Interval = Readonly<z.infer<typeof intervalSchema>>;

const centerSchema = z.strictObject({
  kind: z.enum(["median", "mean"]).describe("median: of the runs of a side; mean: of its one run"),
  value: z.number(),
  interval: intervalSchema
    .nullable()
    .describe(
      "of a median between two of its values, by the sign test; of a mean by batch means; null: too little measured",
    ),
});
export type Center = Readonly<z.infer<typeof centerSchema>>;

export const methods = ["signedRank", "mannWhitney", "batchMeans"] as const;
export type Method = (typeof methods)[number];

/**
 * oneRunEach: one value each, which says nothing of how runs vary. tooFewRuns: however clear the
 * difference, so few runs could not prove it. dependentBatches: one run each, whose samples depend on
 * each other however long the batches.
 */
export const notProvenReasons = [
  "oneRunEach",
  "tooFewRuns",
  "dependentBatches",
  "notSignificant",
] as const;

const outcomeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("proven") }),
  z.strictObject({
    kind: z.literal("notProven"),
    reason: z.enum(notProvenReasons),
    runsNeeded: orNull.describe(
      "of each side, what could prove something; null where more runs are not what is missing",
    ),
  }),
  z.strictObject({
    kind: z.literal("unchanged"),
    margin: orNull.describe(
      "least effect that matters, a share of the base, within which all of the interval lies: no difference that matters; null: every value is the same",
    ),
  }),
]);
export type Outcome = Readonly<z.infer<typeof outcomeSchema>>;

/**
 * paired: a value a run, those of the same seed at the same place. independent: a value a run, from
 * whatever seeds. withinRun: the samples of one run each, in order, of their steady states.
 */
export const pairings = ["paired", "independent", "withinRun"] as const;
export type Pairing = (typeof pairings)[number];

const bothSides = z.strictObject({ base: z.number(), variant: z.number() });

export const metricComparisonSchema = z.strictObject({
  metric: metricSchema,
  outcome: outcomeSchema,
  base: centerSchema,
  variant: centerSchema,
  shift: z
    .number()
    .describe(
      "from base to variant, in the metric's unit: Hodges-Lehmann's estimate, or the difference of the means of one run each",
    ),
  interval: intervalSchema.nullable(),
  relative: z
    .strictObject({ share: z.number(), interval: intervalSchema.nullable() })
    .nullable()
    .describe("shift and interval as shares of the base; null where the base is not positive"),
  judgement: z
    .enum(["better", "worse"])
    .nullable()
    .describe("null where the shift is zero, or neither way is better"),
  p: share.nullable().describe("two-sided; null where nothing was tested"),
  adjustedP: share.nullable().describe("corrected for the other metrics, but of a primary metric"),
  family: z.int().describe("how many metrics it is corrected for: 1 of a primary metric"),
  effect: orNull.describe("rank-biserial correlation, -1 to 1; null of one run each"),
  method: z.enum(methods).nullable().describe("null where nothing was tested"),
  runs: bothSides.describe("of each side, or pairs, that had a value"),
  pairing: z.enum(pairings),
  batches: bothSides.nullable().describe("null but for batch means"),
  conditions: z.array(z.string()).describe("what the figures rest on, each without a full stop"),
});
export type Comparison = Readonly<z.infer<typeof metricComparisonSchema>>;

/** A share of the base. What is smaller seldom decides anything, and whoever needs to know it can say so. */
export const usualLeastEffect = 0.01;
export const leastEffectSchema = z
  .number()
  .min(0)
  .max(0.5)
  .describe(
    "a difference that is shown to be smaller than this share of the base does not matter; 0: every one matters",
  );

export const comparedMetricSchema = z.strictObject({
  id: z.string().describe("by which limits and --primary name it"),
  comparison: metricComparisonSchema,
});
export type ComparedMetric = Readonly<z.infer<typeof comparedMetricSchema>>;

/** One side against the base. */
export const runComparisonSchema = z.strictObject({
  metrics: z.array(comparedMetricSchema).describe("those that both sides have, in order"),
  sentences: z
    .array(z.string())
    .describe("first the metric that was named beforehand, then what users feel"),
  notes: z.array(z.string()).describe("what limits the answer, each a sentence"),
  setup: z
    .string()
    .nullable()
    .optional()
    .describe(
      "what was run on both sides, which the first sentence begins with; null: nobody knows, as of logs; absent in older files",
    ),
});
export type RunComparison = Readonly<z.infer<typeof runComparisonSchema>>;

/** Percentiles of a curve of response times: by their distance from all of them, which is halved and more. */
export const curvePercentiles = [
  1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 93, 95, 97, 98, 99, 99.3, 99.5, 99.7, 99.8, 99.9,
  99.95, 99.99,
] as const;

export const comparedSideSchema = z.strictObject({
  name: z.string(),
  recordings: z.array(recordingRefSchema).describe("those that count, in order"),
  shown: recordingRefSchema.describe(
    "the one in the middle by the first metric: its lanes are drawn",
  ),
  percentiles: z
    .array(z.strictObject({ percent: z.number(), ms: z.number() }))
    .nullable()
    .describe("of the responses of all its runs, merged; null: not measured"),
  transactions: z.number().describe("responses behind the percentiles"),
  phases: z
    .array(z.strictObject({ name: z.enum(phaseNames), ms: z.number() }))
    .describe("of the first creation of each run, medians"),
  values: z.array(orNull).describe("of the first metric, a value a run"),
  hasSettings: z.boolean().describe("as runs have; files of a server have none"),
});
export type ComparedSide = Readonly<z.infer<typeof comparedSideSchema>>;

export const differingSettingSchema = z.strictObject({
  path: z.string().describe("as --set reads it"),
  label: z.string(),
  values: z.array(z.string().nullable()).describe("of each side; null: it has no such setting"),
});
export type DifferingSetting = Readonly<z.infer<typeof differingSettingSchema>>;

export const comparisonSchema = z.strictObject({
  primary: z.string().describe("id of the metric that was named before anything was run"),
  metric: z
    .string()
    .exactOptional()
    .describe("id of the metric that is told of first; absent: the one that was named"),
  leastEffect: leastEffectSchema
    .exactOptional()
    .describe("share of the base below which a difference does not matter; absent: none was given"),
  sides: z.array(comparedSideSchema).min(2).describe("the base first"),
  against: z.array(runComparisonSchema).describe("of each side but the base, in order"),
  settings: z.array(differingSettingSchema).describe("those that differ; of runs"),
  sameSettings: z.int().describe("values of the scenario that all sides have alike"),
});
export type ComparisonOfSides = Readonly<z.infer<typeof comparisonSchema>>;

/** A comparison as a file: HTML, PDF, CSV and JSON are renderings of it. */
export const comparisonReportSchema = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal("snapscope-comparison"),
  generatedAt: z.string().describe("UTC, ISO 8601"),
  title: z.string(),
  subtitle: z.string(),
  machine: machineSchema.describe("that wrote it"),
  comparison: comparisonSchema,
  band: bandSchema
    .nullable()
    .describe("of the base, over what is assumed; null: not computed, or no run of a scenario"),
});
export type ComparisonReport = z.infer<typeof comparisonReportSchema>;

export const alignments = ["start", "command", "analysis", "end"] as const;
/** Which moment of the compared recordings falls together where they are drawn. */
export type Alignment = (typeof alignments)[number];

/** More sides than that nobody tells apart. */
export const maxSides = 6;
/** How many recordings one side may have. */
export const maxRecordings = 1000;
