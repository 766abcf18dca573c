/** A lesson: sentences and pictures over runs that are computed when it begins. See docs/lessons.md. */
import * as z from "zod";
import { activityNames, phaseNames } from "./phase.ts";
import { pushCauses } from "./telemetry-catalog.ts";

const nth = z.int().min(1).max(100_000).default(1).describe("which of several, in order of time");
const snapshot = z.int().min(1).max(100).describe("number of the snapshot, in order of creation");
const seconds = z
  .number()
  .min(-600)
  .max(600)
  .default(0)
  .describe("so long after it; below 0: before it");

/** What a step is tied to: it must be found in the run. */
export const lessonEventSchema = z
  .union([
    z.strictObject({
      command: z.string().describe("kind of a command that is given"),
      nth,
      seconds,
    }),
    z.strictObject({
      phase: z.enum([...phaseNames, ...activityNames]),
      snapshot: snapshot.optional().describe("absent: of no creation"),
      nth,
      edge: z.enum(["begin", "end"]).default("begin"),
      seconds,
    }),
    z.strictObject({ asOf: snapshot.describe("the moment that this snapshot shows"), seconds }),
    z.strictObject({
      push: z.int().min(1).describe("the nth page that is copied to the snapshot"),
      snapshot: snapshot.default(1),
      cause: z.enum(pushCauses).optional(),
      seconds,
    }),
    z.strictObject({ end: z.literal(true).describe("the end of the run"), seconds }),
  ])
  .describe("an event of the run");
export type LessonEvent = z.infer<typeof lessonEventSchema>;

const event = lessonEventSchema;
const runPosition = z.int().min(0).max(1).describe("position of the run");
const ofRun = {
  run: runPosition.optional().describe("absent: the step's run"),
  unchanged: z.literal(true).optional().describe("of the run before the change"),
};
const span = { from: event, to: event };

/** What a run fills in for a placeholder. */
export const lessonFigureSchema = z.discriminatedUnion("figure", [
  z.strictObject({ figure: z.literal("moment"), at: event, ...ofRun }),
  z.strictObject({ figure: z.literal("duration"), ...span, ...ofRun }),
  z.strictObject({ figure: z.literal("mean"), lane: z.string(), ...span, ...ofRun }),
  z.strictObject({ figure: z.literal("total"), lane: z.string(), ...span, ...ofRun }),
  z.strictObject({
    figure: z.literal("pages"),
    snapshot: snapshot.default(1),
    cause: z.enum(pushCauses).optional(),
    alsoIn: snapshot.optional().describe("only pages that were copied to this one too"),
    ...span,
    ...ofRun,
  }),
  z.strictObject({
    figure: z.literal("change"),
    before: z.string().describe("name of another figure of the step"),
    after: z.string(),
  }),
  z.strictObject({ figure: z.literal("newestRow"), snapshot: snapshot.default(1), ...ofRun }),
  z.strictObject({ figure: z.literal("commitsLost"), ...ofRun }),
  z.strictObject({ figure: z.literal("withoutService"), ...ofRun }),
]);
export type LessonFigure = z.infer<typeof lessonFigureSchema>;

const pictureSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("creation"), snapshot: snapshot.default(1) }),
  z.strictObject({ kind: z.literal("phases"), ...span }),
  z.strictObject({ kind: z.literal("pages"), snapshot: snapshot.default(1) }),
  z.strictObject({
    kind: z.literal("page"),
    push: event.describe("the push that copies the page"),
    writes: z.array(event).max(5).default([]).describe("further writes of it"),
  }),
  z.strictObject({
    kind: z.literal("lanes"),
    from: event.optional().describe("absent: from the start"),
    to: event.optional(),
    over: runPosition.optional().describe("another run that is laid under it"),
  }),
]);

const placeholder = /\{(\w+)\}/g;

export const placeholdersOf = (sentence: string): readonly string[] =>
  [...sentence.matchAll(placeholder)].map(([, name = ""]) => name);

/** What a placeholder is replaced by. */
export const filledIn = (sentence: string, value: (name: string) => string): string =>
  sentence.replaceAll(placeholder, (_, name: string) => value(name));

const stepSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]*$/),
    run: runPosition.default(0),
    from: event.optional().describe("played from here; absent: a moment"),
    at: event.describe("where one stands when it has been told"),
    sentence: z.string().min(1).max(240),
    figures: z.record(z.string(), lessonFigureSchema).default({}),
    picture: pictureSchema,
    lanes: z.array(z.string()).max(2).default([]).describe("ids of counters or waits"),
  })
  .superRefine(({ sentence, figures }, context) => {
    for (const name of placeholdersOf(sentence)) {
      if (!(name in figures)) {
        const message = `has no figure ${name}; allowed: ${Object.keys(figures).join(", ")}`;
        context.addIssue({ code: "custom", path: ["sentence"], message });
      }
    }
  });
export type LessonStep = z.infer<typeof stepSchema>;

const settings = z.array(z.string()).default([]).describe("path=value, as --set takes them");

export const lessonSchema = z
  .strictObject({
    formatVersion: z.literal(1),
    order: z.int().min(1).default(1000).describe("place in the list"),
    title: z.string().min(1).max(60),
    teaches: z.string().min(1).max(200).describe("one sentence"),
    minutes: z.int().min(1).max(60),
    runs: z
      .array(z.strictObject({ preset: z.string(), settings }))
      .min(1)
      .max(2),
    steps: z.array(stepSchema).min(2).max(40),
    change: z.strictObject({
      after: z.string().describe("id of the step after which one thing can be changed"),
      question: z.string().max(120),
      choices: z
        .array(
          z.strictObject({
            label: z.string().min(1).max(60),
            sentence: z.string().min(1).max(120).describe("while the new run is computed"),
            settings,
          }),
        )
        .min(2)
        .max(3),
      tells: stepSchema.describe("what the change has changed"),
    }),
  })
  .superRefine(({ steps, runs, change }, context) => {
    const ids = steps.map(({ id }) => id);
    if (!ids.includes(change.after)) {
      const message = `is no step; allowed: ${ids.join(", ")}`;
      context.addIssue({ code: "custom", path: ["change", "after"], message });
    }
    for (const [at, step] of steps.entries()) {
      if (ids.indexOf(step.id) !== at) {
        const message = "is the id of another step too; allowed: each once";
        context.addIssue({ code: "custom", path: ["steps", at, "id"], message });
      }
      if (step.run >= runs.length) {
        const message = `is no run; allowed: below ${runs.length}`;
        context.addIssue({ code: "custom", path: ["steps", at, "run"], message });
      }
    }
  });
export type Lesson = z.infer<typeof lessonSchema>;
