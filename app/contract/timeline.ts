/** Entries of a scenario's timeline: what happens, and the one trigger that says when. */
import * as z from "zod";
import { timelineCommandSchema } from "./command.ts";
import { identifier, maxDurationSeconds, seconds } from "./fields.ts";
import { phaseNames } from "./phase.ts";
import { counters } from "./telemetry-catalog.ts";

/** What an entry can wait for of any other. The phases of a creation are events as well. */
export const commandEvents = ["started", "completed", "failed"] as const;
export const stepEvents = [...commandEvents, ...phaseNames] as const;

/** What became of an entry by the end of the run. */
export const stepOutcomes = ["completed", "failed", "underWay", "notFired"] as const;

const afterSchema = z
  .strictObject({
    step: z.string().describe("name of another entry"),
    event: z
      .enum(stepEvents)
      .describe("started, completed, failed, or a phase of a creation: its begin"),
    delaySeconds: seconds(0, maxDurationSeconds, "engine time from the event on").default(0),
  })
  .describe("an event of another entry");

const bound = (side: string) =>
  z.number().min(0).max(1e15).optional().describe(`the first sample ${side} this fires`);

const whenSchema = z
  .strictObject({
    counter: z.enum(counters.map(({ id }) => id)).describe("counter of the telemetry"),
    above: bound("above"),
    below: bound("below"),
    fromSeconds: seconds(
      0,
      maxDurationSeconds,
      "samples count from here on, and never from before the end of the warm-up",
    ).default(0),
  })
  .describe("a counter, as sampled, above or below a value");

/** Exactly one of the triggers; the rules see to it, so that a message can say so. */
export const timelineEntrySchema = z.strictObject({
  name: identifier("name by which other entries refer to this one").optional(),
  atSeconds: seconds(0, maxDurationSeconds, "engine time since the start of the run").optional(),
  after: afterSchema.optional(),
  when: whenSchema.optional(),
  command: timelineCommandSchema,
});

export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
export type AfterTrigger = NonNullable<TimelineEntry["after"]>;
export type WhenTrigger = NonNullable<TimelineEntry["when"]>;
