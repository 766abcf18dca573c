/** Live commands that are for the run itself, not for its server: when it ends, and where it pauses by itself. */
import * as z from "zod";
import { integer, maxDurationSeconds, seconds } from "./fields.ts";
import { waitTypes } from "./telemetry-catalog.ts";

/** What the sparse files of one snapshot can come to: 16 TiB. */
export const maxSizeOnDiskMiB = 16_777_216;

/** Moves the end of a run under way, from where it is. */
export const prolong = z.strictObject({
  kind: z.literal("prolong"),
  seconds: seconds(0.001, maxDurationSeconds, "engine time by which the run ends later"),
});

/** What a run can be told to pause at by itself. */
export const breakEvents = ["armed", "wait", "sizeOnDisk"] as const;

/** A break is hit once; the run pauses there, and the break is gone. */
export const breakOn = z
  .strictObject({
    kind: z.literal("breakOn"),
    event: z
      .enum(breakEvents)
      .describe(
        "a snapshot is armed; a wait of a type ends; the sparse files of a snapshot have a size on disk",
      ),
    waitType: z
      .enum(waitTypes.map(({ id }) => id))
      .optional()
      .describe("the type of wait, of the event wait alone"),
    sizeMiB: integer(
      1,
      maxSizeOnDiskMiB,
      "the size that is reached or passed, of the event sizeOnDisk alone, MiB",
    ).optional(),
    set: z.boolean().default(true).describe("false: the break is taken away"),
  })
  .refine(({ event, waitType }) => (event === "wait") === (waitType !== undefined), {
    path: ["waitType"],
    error: "goes with the event wait, and with no other; allowed: a type of wait with that event",
  })
  .refine(({ event, sizeMiB }) => (event === "sizeOnDisk") === (sizeMiB !== undefined), {
    path: ["sizeMiB"],
    error: "goes with the event sizeOnDisk, and with no other; allowed: a size with that event",
  });
