/** What a protection plan comes to, as `snapscope plan --json` prints it: docs/formats/protection-plan.md. */
import * as z from "zod";
import { planFailures } from "./protection-plan.ts";

const seconds = z.number().min(0);
const bytes = z.number().min(0);
const failure = z.enum(planFailures);

const waySchema = z.strictObject({
  way: z.enum(["backups", "arraySnapshot", "databaseSnapshot"]).describe("what it goes back by"),
  from: z
    .array(z.string())
    .describe("what it takes, in this order; a tail of the log is not named"),
  tail: z.boolean().describe("whether a backup of the tail of the log is restored too"),
  reachedSeconds: z.number().describe("what was committed by then is back, s of the day"),
  lossSeconds: seconds.describe("work that is lost: from then to when somebody noticed, s"),
  lostCommits: z.number().min(0).describe("commits of that time that changed something"),
  timeSeconds: seconds.describe("until the database can be used again, s"),
  parts: z.array(z.strictObject({ part: z.string(), seconds })),
});

const pointSchema = z.strictObject({
  atSeconds: seconds.describe("of the day"),
  lossSeconds: seconds.nullable().describe("null: there is no way back"),
  timeSeconds: seconds.nullable(),
  way: waySchema.shape.way.nullable(),
});

const curveSchema = z.strictObject({
  failure,
  worstLossSeconds: seconds.nullable().describe("null: at some moment there is no way back"),
  worstTimeSeconds: seconds.nullable(),
  lossMissed: z.number().min(0).max(1).nullable().describe("share of the day; null: no target"),
  timeMissed: z.number().min(0).max(1).nullable(),
  points: z.array(pointSchema).describe("the best way back at moments of the day, in their order"),
});

const comparedSchema = z.strictObject({
  estimate: z.number().min(0),
  run: z.number().min(0),
  ratio: z.number().min(0).nullable().describe("estimate by run; null: one of them has nothing"),
});

export const planResultSchema = z
  .strictObject({
    plan: z.string().describe("its name"),
    transactionsPerSecond: z.number().min(0).describe("as predicted of its scenario"),
    curves: z.array(curveSchema),
    space: z.strictObject({
      mostBackupBytes: bytes,
      mostSparseBytes: bytes,
      reserves: z.array(
        z.strictObject({
          volume: z.string(),
          bytes,
          withOneMoreBytes: bytes.describe("and one snapshot more, as a restore in place takes"),
          reserveBytes: bytes.nullable().describe("null: nothing limits it"),
        }),
      ),
    }),
    advice: z.array(
      z.strictObject({ id: z.string(), kind: z.enum(["warning", "note"]), text: z.string() }),
    ),
    at: z
      .strictObject({ atSeconds: seconds, failure, ways: z.array(waySchema) })
      .nullable()
      .describe("all ways back at one moment, the best first; null: none was asked for"),
    outcome: z
      .strictObject({
        time: comparedSchema.describe("of the way back, s"),
        commits: comparedSchema.describe("committed changes that are lost"),
        verified: z
          .boolean()
          .nullable()
          .describe("whether the database is what had been committed; null: nothing was compared"),
      })
      .nullable()
      .describe("a run of the first of these beside its estimate; null: none was run"),
  })
  .describe("what a protection plan comes to");

export type PlanResult = z.infer<typeof planResultSchema>;
export type PlanResultWay = z.infer<typeof waySchema>;
