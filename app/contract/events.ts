/** What happens in a run, in order, beside its samples. Fields that are not listed are kept. */
import * as z from "zod";
import { phaseSchema } from "./phase.ts";

const atMs = z.number().describe("engine time, ms from origin");

/** How busy a part of a device or link was, on the average of some time. */
export const partUseSchema = z.looseObject({
  units: z.number().min(1).describe("what serves at once: disks, channels, ports"),
  serving: z.number().min(0).describe("units that served"),
  waiting: z.number().min(0).describe("I/Os that waited for one"),
});
export type PartUse = z.infer<typeof partUseSchema>;

export const runStates = [
  "warmup",
  "running",
  "paused",
  "creating",
  "restarting",
  "reverting",
  "restoring",
  "verifying",
  "ended",
] as const;

/** What owns an extent: `build`, pages of a build under way; `allocation`, maps, boot page and IAM pages. */
export const extentOwnerKinds = ["table", "index", "build", "allocation"] as const;

export const runEventSchema = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("errorlog"), atMs, line: z.string() }),
  z.looseObject({
    ...phaseSchema.shape,
    kind: z.literal("phase"),
    progress: z.number().min(0).max(1).optional(),
  }),
  z.looseObject({
    kind: z.literal("state"),
    atMs,
    state: z.enum(runStates),
    pace: z.number().min(0).optional(),
    brokeOn: z
      .looseObject({
        event: z.string(),
        snapshot: z.string().optional().describe("that was armed, or whose files are so large"),
        waitType: z.string().optional(),
        sizeMiB: z.number().optional(),
      })
      .optional()
      .describe("the break that a pause comes from; absent: from none"),
  }),
  z.looseObject({
    kind: z.literal("command"),
    atNs: z.number(),
    command: z.looseObject({ kind: z.string() }),
    outcome: z.enum(["applied", "refused"]),
    message: z.string().nullable().optional(),
  }),
  z.looseObject({
    kind: z.literal("snapshot"),
    atMs,
    name: z.string(),
    pagesPushed: z.number(),
    sizeOnDiskBytes: z.number(),
  }),
  z.looseObject({
    kind: z.literal("pushTarget"),
    atMs: atMs.describe("from when on pages get into the files; at a restart, again"),
    number: z.int().min(1).describe("that push records call the files by, from 1 in their order"),
    snapshot: z.string().describe("one that is created again under its name has another number"),
    hidden: z.boolean().describe("true: of a consistency check"),
    files: z
      .array(
        z.strictObject({
          id: z.int().min(1).describe("the engine's number of the data file"),
          name: z.string(),
          pages: z.int().min(1).max(0xffff_ffff),
        }),
      )
      .min(1)
      .max(0xffff)
      .describe("the data files, whose pages are counted one file after the other"),
  }),
  z.looseObject({
    kind: z.literal("pushTargetEnd"),
    atMs: atMs.describe("when the files are closed: the snapshot is dropped, or never came to be"),
    number: z.int().min(1),
  }),
  z.looseObject({
    kind: z.literal("extentOwners"),
    atMs: atMs.describe("as of when; what has changed is told with each sample"),
    anew: z.boolean().describe("true: extents that are not told are free"),
    owners: z
      .array(
        z.strictObject({
          number: z.int().min(1).max(0xff).describe("that spans call it by, from here on"),
          name: z.string().max(1000).describe("of a table or index; else empty"),
          kind: z.enum(extentOwnerKinds),
        }),
      )
      .max(0xff),
    spans: z
      .array(z.int().min(0).max(0xffff_ffff))
      .describe("four each: place of the data file, first extent, extents, owner; 0 free"),
    ends: z.boolean().describe("true: nothing more is told, the run has too many changes"),
  }),
  z.looseObject({
    kind: z.literal("reserve"),
    atMs,
    what: z
      .enum(["warning", "deleted", "offline", "online"])
      .describe("what an array has done about the reserve of a volume"),
    volume: z.string(),
    snapshot: z.string().nullable().describe("that it has deleted on this volume; null: none"),
  }),
  z.looseObject({
    kind: z.literal("partialSample"),
    fromMs: atMs.describe("end of the sample before"),
    atMs,
    counters: z.record(z.string(), z.number()).describe("by id of the catalogue, so far"),
    waits: z
      .record(z.string(), z.object({ tasks: z.number(), waitMs: z.number(), signalMs: z.number() }))
      .describe("by wait type; only those that occurred"),
    p99Ms: z.number().nullable().describe("response time so far; null: no transaction ended"),
  }),
  z.looseObject({
    kind: z.literal("utilisation"),
    atMs,
    parts: z
      .record(z.string(), partUseSchema)
      .describe(
        "over the sample, by volume, a slash, and part of it: see docs/formats/telemetry.md",
      ),
  }),
  z.looseObject({
    kind: z.literal("latency"),
    atMs,
    type: z
      .string()
      .describe("a transaction type, or all: the interval's histograms merged; or report"),
    p99Ms: z.number().nullable(),
    count: z.number(),
    buckets: z
      .array(z.tuple([z.int(), z.number()]))
      .optional()
      .describe("[bucket index, count] of the HDR layout, of the types all and report only"),
  }),
]);

export type RunEvent = z.infer<typeof runEventSchema>;
