/**
 * What becomes of snapshots if the load stays as it is: their size, when their volume is full, what a revert takes;
 * and what array snapshots take of the reserves of their volumes.
 */
import * as z from "zod";
import { whenFullPolicies } from "./scenario.ts";

const ms = z.number().min(0);

const forecastPointSchema = z.strictObject({
  afterMs: ms.describe("from the moment of the forecast on; 0: as it is then"),
  sizeOnDiskBytes: z.number().min(0).describe("of all sparse files of the snapshot together"),
  pagesPushed: z.number().min(0).describe("what a revert copies back"),
  revertMs: ms
    .nullable()
    .describe("a revert at this time, until the database can be used; null: see noRevert"),
  commitsLost: z.number().min(0).describe("commits that changed something, and a revert loses"),
});

export const fullLimits = ["volume", "sparseFile", "quota"] as const;

const roomSchema = z.strictObject({
  limit: z.enum(fullLimits).describe("what ends first"),
  volume: z.string().nullable().describe("null: the quota of a real run, or the file system"),
  bytes: z.number().min(0).describe("that the snapshots may take in all"),
});

const snapshotForecastSchema = z.strictObject({
  snapshot: z.string(),
  files: z.int().min(1).describe("sparse files, which grow alike"),
  asOfMs: z.number().nullable().describe("ms from origin; null: it is only planned"),
  points: z.array(forecastPointSchema).describe("in order of time, until it is full"),
  full: roomSchema
    .extend({ afterMs: ms })
    .nullable()
    .describe("when there is no room for another page; null: not within 30 days"),
  room: roomSchema.nullable().describe("null: nothing limits its size"),
  noRevert: z.string().nullable().describe("why revertMs is null; null: it is not"),
});

const reserveForecastSchema = z.strictObject({
  volume: z.string(),
  reserveBytes: z
    .number()
    .min(0)
    .nullable()
    .describe("that its array snapshots may take; null: nothing limits the volume"),
  pageBytes: z.int().min(1).describe("of an array page: what a change takes at least"),
  points: z
    .array(z.strictObject({ afterMs: ms, usedBytes: z.number().min(0) }))
    .describe("in order of time, until it is full; with what is borrowed"),
  warningMs: ms
    .nullable()
    .describe("when less is free than the share at which a warning is given; null: not before"),
  full: z
    .strictObject({
      afterMs: ms,
      whenFull: z.enum(whenFullPolicies).describe("what happens then"),
      deletes: z.string().nullable().describe("the snapshot that goes first; null: none does"),
      freesBytes: z.number().min(0).describe("what that frees; 0 where none goes"),
      poolFullMs: ms
        .nullable()
        .describe("when what may be borrowed is used up; null: nothing is borrowed, or not before"),
    })
    .nullable()
    .describe("null: not within 30 days"),
  newest: z
    .strictObject({
      dayBytes: z.number().min(0).describe("that it has after a day"),
      halfMs: ms.nullable().describe("after which it has half of that; null: nothing is changed"),
    })
    .describe("a snapshot behind which none is taken: how far it grows, and how fast"),
});

const retainedForecastSchema = z.strictObject({
  snapshot: z.string(),
  volumes: z.array(z.string()).describe("of its set"),
  takenMs: z.number().nullable().describe("ms from origin; null: it is only planned"),
  points: z
    .array(
      z.strictObject({
        afterMs: ms,
        ownBytes: z.number().min(0).describe("of the reserves: what its deletion frees"),
        sharedBytes: z.number().min(0).describe("of the reserves: what other snapshots have too"),
        restoreFits: z
          .boolean()
          .describe(
            "whether the reserves have room, beside all that are kept, for a restore in place: it takes a snapshot first, which gets as much as this one has",
          ),
      }),
    )
    .describe("in order of time, until a reserve is full"),
});

const arrayForecastSchema = z.strictObject({
  reserves: z.array(reserveForecastSchema).describe("of the volumes that have array snapshots"),
  snapshots: z.array(retainedForecastSchema).describe("in the order in which they were taken"),
});

export const forecastSchema = z
  .strictObject({
    basis: z.enum(["run", "scenario"]).describe("what was measured, or only what is planned"),
    setup: z.string().describe("users, size of the database, devices"),
    atMs: z.number().nullable().describe("the moment of the forecast, ms from origin; null: none"),
    transactionsPerSecond: z.number().min(0).describe("that are supposed to go on"),
    measuredOverMs: ms.nullable().describe("over how long; null: predicted"),
    snapshots: z.array(snapshotForecastSchema),
    arraySnapshots: arrayForecastSchema.nullable().describe("null: there are none"),
    notForecast: z
      .array(z.strictObject({ snapshot: z.string(), why: z.string() }))
      .describe("snapshots of which nothing is said"),
  })
  .describe("forecast of the snapshots of a run");

export type Forecast = z.infer<typeof forecastSchema>;
export type SnapshotForecast = z.infer<typeof snapshotForecastSchema>;
export type ForecastPoint = z.infer<typeof forecastPointSchema>;
export type ArrayForecast = z.infer<typeof arrayForecastSchema>;
export type ReserveForecast = z.infer<typeof reserveForecastSchema>;
export type RetainedForecast = z.infer<typeof retainedForecastSchema>;
export type Room = z.infer<typeof roomSchema>;
