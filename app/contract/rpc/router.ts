/**
 * The services on the wire: names, input schemas, and nothing else. Every transport carries this one
 * router, so a UI speaks the same protocol in a window and in a browser.
 */
import { initTRPC } from "@trpc/server";
import * as z from "zod";
import { commandSchema } from "../command.ts";
import { deviceSchema, maxDevicesAtOnce } from "../device.ts";
import { reportEditsSchema } from "../report-edits.ts";
import { fileRefSchema, maxFilesOfCapture, maxUploadPieceBytes } from "./captures.ts";
import { comparisonQuestionSchema, sharedComparisonSchema } from "./comparisons.ts";
import { recordFormats, reportFormats } from "./exports.ts";
import { figurePointSchema, ofFigureSchema } from "./figures.ts";
import { recordingRefSchema } from "./recordings.ts";
import { maxRowsAtOnce, recordFilterSchema, textQuerySchema } from "./records.ts";
import { runChangeSchema, runStepSchema } from "./runs.ts";
import type { Services } from "./services.ts";
import {
  ofStudySchema,
  resumedStudySchema,
  studyQuestionSchema,
  studyRequestSchema,
} from "./studies.ts";
import { wireValues } from "./wire-values.ts";

const rpc = initTRPC.context<Services>().create({ transformer: wireValues });
const { router, procedure } = rpc;

const runId = z.uuid().describe("id of a run");
const ofRun = z.strictObject({ runId });
const ofRuns = z.strictObject({ runIds: z.array(runId).min(1).max(10_000) });
const ofCapture = z.strictObject({ id: z.uuid().describe("id of a capture") });
const ofRecording = z.strictObject({ recording: recordingRefSchema });
const ofRecords = ofRecording.extend({ filter: recordFilterSchema });
const uploadPiece = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, "expected bytes")
  .refine((bytes) => bytes.byteLength <= maxUploadPieceBytes, "at most 8 MiB");
const reportSubject = ofRecording.extend({
  span: z.strictObject({ fromMs: z.number(), toMs: z.number() }).nullable(),
  edits: reportEditsSchema.exactOptional(),
});
const aborted = (signal: AbortSignal | undefined) => signal ?? new AbortController().signal;

export const appRouter = router({
  presets: router({ list: procedure.query(({ ctx }) => ctx.presets.list()) }),
  lessons: router({
    list: procedure.query(({ ctx }) => ctx.lessons.list()),
    begin: procedure
      .input(z.strictObject({ id: z.string().max(100), choice: z.int().min(0).nullable() }))
      .mutation(({ ctx, input }) => ctx.lessons.begin(input)),
  }),
  devices: router({
    figures: procedure
      .input(z.array(deviceSchema).min(1).max(maxDevicesAtOnce))
      .query(({ ctx, input }) => ctx.devices.figures(input)),
  }),
  experiments: router({
    start: procedure
      .input(
        z.strictObject({
          scenario: z.unknown(),
          preset: z.string().max(100).nullable(),
          step: runStepSchema.exactOptional(),
          paused: z.boolean().exactOptional(),
        }),
      )
      .mutation(({ ctx, input }) => ctx.experiments.start(input)),
    command: procedure
      .input(z.strictObject({ runId, command: commandSchema }))
      .mutation(({ ctx, input }) => ctx.experiments.command(input.runId, input.command)),
    kill: procedure.input(ofRun).mutation(({ ctx, input }) => ctx.experiments.kill(input.runId)),
    removeLeftovers: procedure
      .input(z.strictObject({ scenario: z.unknown() }))
      .mutation(({ ctx, input }) => ctx.experiments.removeLeftovers(input.scenario)),
    watch: procedure.input(ofRun).subscription(async function* ({ ctx, input, signal }) {
      yield* ctx.experiments.watch(input.runId, aborted(signal));
    }),
  }),
  library: router({
    list: procedure.query(({ ctx }) => ctx.library.list()),
    details: procedure.input(ofRun).query(({ ctx, input }) => ctx.library.details(input.runId)),
    steadyState: procedure
      .input(ofRun)
      .query(({ ctx, input }) => ctx.library.steadyState(input.runId)),
    change: procedure
      .input(z.strictObject({ runId, change: runChangeSchema }))
      .mutation(({ ctx, input }) => ctx.library.change(input.runId, input.change)),
    remove: procedure.input(ofRuns).mutation(({ ctx, input }) => ctx.library.remove(input.runIds)),
    restore: procedure
      .input(ofRuns)
      .mutation(({ ctx, input }) => ctx.library.restore(input.runIds)),
    removed: procedure.query(({ ctx }) => ctx.library.removed()),
    exportRun: procedure
      .input(ofRun)
      .mutation(({ ctx, input }) => ctx.library.exportRun(input.runId)),
    importRun: procedure
      .input(z.strictObject({ file: fileRefSchema }))
      .mutation(({ ctx, input }) => ctx.library.importRun(input.file)),
    changes: procedure.subscription(async function* ({ ctx, signal }) {
      yield* ctx.library.changes(aborted(signal));
    }),
  }),
  comparisons: router({
    compare: procedure
      .input(comparisonQuestionSchema)
      .query(({ ctx, input, signal }) => ctx.comparisons.compare(input, signal)),
    export: procedure
      .input(comparisonQuestionSchema.extend({ format: z.enum(reportFormats) }))
      .mutation(({ ctx, input: { format, ...question }, signal }) =>
        ctx.comparisons.export(question, format, signal),
      ),
    share: procedure
      .input(sharedComparisonSchema)
      .mutation(({ ctx, input, signal }) => ctx.comparisons.share(input, signal)),
    open: procedure
      .input(z.strictObject({ file: fileRefSchema }))
      .mutation(({ ctx, input }) => ctx.comparisons.open(input.file)),
  }),
  studies: router({
    start: procedure
      .input(studyRequestSchema)
      .mutation(({ ctx, input }) => ctx.studies.start(input)),
    list: procedure.query(({ ctx }) => ctx.studies.list()),
    state: procedure
      .input(ofStudySchema)
      .query(({ ctx, input }) => ctx.studies.state(input.studyId)),
    watch: procedure.input(ofStudySchema).subscription(async function* ({ ctx, input, signal }) {
      yield* ctx.studies.watch(input.studyId, aborted(signal));
    }),
    addFile: procedure
      .input(z.strictObject({ file: fileRefSchema }))
      .mutation(({ ctx, input }) => ctx.studies.addFile(input.file)),
    importRun: procedure
      .input(z.strictObject({ file: fileRefSchema, studyIds: z.array(z.uuid()).max(100) }))
      .mutation(({ ctx, input }) => ctx.studies.importRun(input.file, input.studyIds)),
    results: procedure
      .input(studyQuestionSchema)
      .query(({ ctx, input, signal }) => ctx.studies.results(input, signal)),
    band: procedure
      .input(ofStudySchema)
      .query(({ ctx, input, signal }) => ctx.studies.band(input.studyId, signal)),
    cancel: procedure
      .input(ofStudySchema)
      .mutation(({ ctx, input }) => ctx.studies.cancel(input.studyId)),
    resume: procedure
      .input(resumedStudySchema)
      .mutation(({ ctx, input }) => ctx.studies.resume(input.studyId, input.repeats)),
    remove: procedure
      .input(ofStudySchema)
      .mutation(({ ctx, input }) => ctx.studies.remove(input.studyId)),
  }),
  figures: router({
    list: procedure.query(({ ctx }) => ctx.figures.list()),
    plan: procedure.input(ofFigureSchema).query(({ ctx, input }) => ctx.figures.plan(input.id)),
    scenario: procedure
      .input(figurePointSchema)
      .query(({ ctx, input }) => ctx.figures.scenario(input)),
    studyOf: procedure
      .input(ofFigureSchema)
      .query(({ ctx, input }) => ctx.figures.studyOf(input.id)),
    here: procedure
      .input(ofFigureSchema.extend(ofStudySchema.shape))
      .query(({ ctx, input, signal }) => ctx.figures.here(input.id, input.studyId, signal)),
    export: procedure
      .input(ofFigureSchema)
      .mutation(({ ctx, input, signal }) => ctx.figures.export(input.id, signal)),
  }),
  uploads: router({
    begin: procedure.mutation(({ ctx }) => ctx.uploads.begin()),
    append: procedure
      .input(z.strictObject({ upload: z.uuid(), bytes: uploadPiece }))
      .mutation(({ ctx, input }) => ctx.uploads.append(input.upload, input.bytes)),
    abandon: procedure
      .input(z.strictObject({ upload: z.uuid() }))
      .mutation(({ ctx, input }) => ctx.uploads.abandon(input.upload)),
  }),
  captures: router({
    list: procedure.query(({ ctx }) => ctx.captures.list()),
    open: procedure
      .input(z.strictObject({ files: z.array(fileRefSchema).min(1).max(maxFilesOfCapture) }))
      .mutation(({ ctx, input }) => ctx.captures.open(input.files)),
    openSample: procedure.mutation(({ ctx }) => ctx.captures.openSample()),
    remove: procedure.input(ofCapture).mutation(({ ctx, input }) => ctx.captures.remove(input.id)),
  }),
  recordings: router({
    watch: procedure.input(ofRecording).subscription(async function* ({ ctx, input, signal }) {
      yield* ctx.recordings.watch(input.recording, aborted(signal));
    }),
    pushes: procedure.input(ofRecording).subscription(async function* ({ ctx, input, signal }) {
      yield* ctx.recordings.pushes(input.recording, aborted(signal));
    }),
    cancel: procedure
      .input(ofRecording)
      .mutation(({ ctx, input }) => ctx.recordings.cancel(input.recording)),
    rows: procedure
      .input(ofRecords.extend({ from: z.int().min(0), count: z.int().min(0).max(maxRowsAtOnce) }))
      .query(({ ctx, input, signal }) => ctx.recordings.rows(input, signal)),
    facets: procedure
      .input(ofRecording)
      .query(({ ctx, input, signal }) => ctx.recordings.facets(input.recording, signal)),
    hits: procedure
      .input(ofRecords.extend({ query: textQuerySchema }))
      .query(({ ctx, input, signal }) => ctx.recordings.hits(input, signal)),
    nextHit: procedure
      .input(ofRecords.extend({ query: textQuerySchema, row: z.int(), backwards: z.boolean() }))
      .query(({ ctx, input, signal }) => ctx.recordings.nextHit(input, signal)),
    rowOf: procedure
      .input(ofRecords.extend({ record: z.int().min(0) }))
      .query(({ ctx, input, signal }) => ctx.recordings.rowOf(input, signal)),
    rowAt: procedure
      .input(ofRecords.extend({ atMs: z.number() }))
      .query(({ ctx, input, signal }) => ctx.recordings.rowAt(input, signal)),
    series: procedure
      .input(
        ofRecording.extend({
          counters: z.array(z.string()).max(1000),
          waits: z.boolean(),
          points: z.int().min(2).max(20_000),
          fromMs: z.number().exactOptional(),
          toMs: z.number().exactOptional(),
        }),
      )
      .query(({ ctx, input, signal }) => ctx.recordings.series(input, signal)),
    responses: procedure
      .input(ofRecording.extend({ fromMs: z.number(), toMs: z.number() }))
      .query(({ ctx, input, signal }) => ctx.recordings.responses(input, signal)),
    creationCosts: procedure
      .input(ofRecording)
      .query(({ ctx, input }) => ctx.recordings.creationCosts(input.recording)),
    advice: procedure
      .input(
        ofRecording.extend({
          span: z.strictObject({ startMs: z.number(), endMs: z.number() }).nullable(),
        }),
      )
      .query(({ ctx, input, signal }) => ctx.recordings.advice(input, signal)),
    steps: procedure
      .input(ofRecording)
      .query(({ ctx, input, signal }) => ctx.recordings.steps(input.recording, signal)),
  }),
  reports: router({
    preview: procedure
      .input(z.strictObject({ subject: reportSubject }))
      .query(({ ctx, input, signal }) => ctx.reports.preview(input.subject, signal)),
    export: procedure
      .input(z.strictObject({ subject: reportSubject, format: z.enum(reportFormats) }))
      .mutation(({ ctx, input, signal }) =>
        ctx.reports.export(input.subject, input.format, signal),
      ),
    exportRecords: procedure
      .input(ofRecords.extend({ format: z.enum(recordFormats) }))
      .mutation(({ ctx, input, signal }) =>
        ctx.reports.exportRecords(input.recording, input.filter, input.format, signal),
      ),
  }),
  settings: router({
    all: procedure.query(({ ctx }) => ctx.settings.all()),
    put: procedure
      .input(z.strictObject({ key: z.string().min(1).max(100), value: z.unknown() }))
      .mutation(({ ctx, input }) => ctx.settings.put(input.key, input.value)),
  }),
  system: router({ info: procedure.query(({ ctx }) => ctx.system.info()) }),
});

export type AppRouter = typeof appRouter;
