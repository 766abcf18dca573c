/**
 * What the creation of a snapshot cost those who worked meanwhile: figures before, during and after
 * it, how they are judged, and the sentence that says so. Computed from samples at full resolution by
 * app/domain/creation-cost; Live, the report and the command line show the same.
 */
import * as z from "zod";

const atMs = z.number().describe("ms from origin; of a run: engine time");
const orUnknown = z.number().nullable();

const responsesSchema = z
  .strictObject({
    count: z.number().describe("transactions; no whole number where a sample is cut by the span"),
    meanMs: orUnknown,
    p50Ms: orUnknown,
    p95Ms: orUnknown,
    p99Ms: orUnknown,
  })
  .describe("response times of all transactions of a span, of its samples' histograms merged");

export const spanFiguresSchema = z.strictObject({
  fromMs: atMs,
  toMs: atMs,
  transactionsPerSecond: orUnknown.describe(
    "mean of the counter Transactions/sec, each sample weighted by its share of the span: all sessions, what is rolled back included",
  ),
  responses: responsesSchema.nullable().describe("null: not measured"),
});

/** `unknown`: too little was recorded before it to tell what is usual. */
export const judgements = ["unchanged", "rose", "fell", "unknown"] as const;

const judgedSchema = z.strictObject({
  during: z.enum(judgements),
  after: z.enum(judgements).nullable().describe("null: what came after it was not recorded whole"),
  usual: z
    .strictObject({
      lowest: z.number(),
      highest: z.number(),
      lengthMs: z.number().describe("of each span; not longer than the one that is judged by it"),
      spans: z.int().describe("how many of them, without overlap, were before the creation"),
    })
    .nullable()
    .describe(
      "what spans before the creation reached, and what they lead one to expect of one more (Student's prediction interval, of p99 in logarithms: 99 % of spans in which nothing changed); null: too few of them",
    ),
  lastedMs: orUnknown.describe(
    "from its start until the figure was as usual again; null: unchanged, or it was not in what was watched",
  ),
  watchedMs: z.number().describe("how long after the creation the figure was watched, ms"),
});

const otherActSchema = z.strictObject({
  what: z.string().describe('as within a sentence: "the revert to ‘s1’"'),
  startMs: atMs,
  endMs: atMs.nullable().describe("null: it had not ended; at startMs: it was made in a moment"),
});
/** Something else that users notice, as a revert, a backup, or a change of their number. */
export type OtherAct = Readonly<z.infer<typeof otherActSchema>>;

export const creationCostSchema = z.strictObject({
  snapshot: z.string(),
  startMs: atMs,
  endMs: atMs.nullable().describe("null: not completed"),
  asOfMs: atMs.nullable().describe("start of analysis"),
  durationMs: orUnknown,
  fromStartup: z
    .literal(true)
    .exactOptional()
    .describe("its files and its checkpoint are not logged: it took longer than durationMs"),
  array: z
    .strictObject({
      frozenMs: orUnknown.describe(
        "how long writes of the database were held; null: they were not",
      ),
    })
    .exactOptional()
    .describe("it is a snapshot of the array; absent: of the database"),
  givenMs: z
    .number()
    .default(0)
    .describe("of its duration what its scenario gave (storage.spans), no prediction"),
  before: spanFiguresSchema
    .nullable()
    .describe("from the warm-up or the creation before; null: not the time of a sample"),
  during: spanFiguresSchema
    .nullable()
    .describe("the creation; from its start on as long as can be judged, where it is shorter"),
  after: spanFiguresSchema
    .nullable()
    .describe("as long as during, from its end; null: that was not recorded"),
  others: z
    .array(otherActSchema)
    .optional()
    .describe("acts within what is judged: what users noticed may be theirs; absent: none"),
  othersAfter: z
    .array(otherActSchema)
    .optional()
    .describe("acts after it, while a figure that changed was not as usual again; absent: none"),
  next: z
    .string()
    .optional()
    .describe(
      'with whose start the watching of it ended: "the creation of ‘s2’"; absent: with the recording, or after long enough',
    ),
  throughput: judgedSchema.nullable().describe("null: not measured, or not completed"),
  p99: judgedSchema.nullable().describe("null: not measured, or not completed"),
  sentence: z.string(),
});

/** What lists of runs say of a run's first creation that was completed. Null: none was, or not measured. */
export interface CreationFigures {
  readonly creationMs: number | null;
  /** The spans before and after the creation are those of its cost. */
  readonly p99BeforeMs: number | null;
  readonly p99AfterMs: number | null;
}

export const noCreationFigures: CreationFigures = {
  creationMs: null,
  p99BeforeMs: null,
  p99AfterMs: null,
};

/** What is told of creations of database snapshots is none of those that an array takes. */
export const isOfDatabase = ({ array }: Pick<CreationCost, "array">): boolean =>
  array === undefined;

export function figuresOfFirst(costs: readonly CreationCost[]): CreationFigures {
  const first = costs.find((cost) => isOfDatabase(cost) && cost.durationMs !== null);
  if (first === undefined) return noCreationFigures;
  return {
    creationMs: first.durationMs,
    p99BeforeMs: first.before?.responses?.p99Ms ?? null,
    p99AfterMs: first.after?.responses?.p99Ms ?? null,
  };
}

export type CreationCost = z.infer<typeof creationCostSchema>;
export type SpanFigures = z.infer<typeof spanFiguresSchema>;
export type Judged = z.infer<typeof judgedSchema>;
export type Judgement = (typeof judgements)[number];
