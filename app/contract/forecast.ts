/** What becomes of snapshots if the load stays as it is: their size, when their volume is full, what a revert takes. */
import * as z from "zod";

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

export const forecastSchema = z
  .strictObject({
    basis: z.enum(["run", "scenario"]).describe("what was measured, or only what is planned"),
    setup: z.string().describe("users, size of the database, devices"),
    atMs: z.number().nullable().describe("the moment of the forecast, ms from origin; null: none"),
    transactionsPerSecond: z.number().min(0).describe("that are supposed to go on"),
    measuredOverMs: ms.nullable().describe("over how long; null: predicted"),
    snapshots: z.array(snapshotForecastSchema),
    notForecast: z
      .array(z.strictObject({ snapshot: z.string(), why: z.string() }))
      .describe("snapshots of which nothing is said"),
  })
  .describe("forecast of the snapshots of a run");

export type Forecast = z.infer<typeof forecastSchema>;
export type SnapshotForecast = z.infer<typeof snapshotForecastSchema>;
export type ForecastPoint = z.infer<typeof forecastPointSchema>;
export type Room = z.infer<typeof roomSchema>;
