/**
 * The services on the wire: names, input schemas, and nothing else. Every transport carries this one
 * router, so a UI speaks the same protocol in a window and in a browser.
 */
import { initTRPC } from "@trpc/server";
import * as z from "zod";
import { commandSchema } from "../command.ts";
import { runChangeSchema } from "./runs.ts";
import { reportFormats, type Services } from "./services.ts";
import { wireValues } from "./wire-values.ts";

const rpc = initTRPC.context<Services>().create({ transformer: wireValues });
const { router, procedure } = rpc;

const runId = z.uuid().describe("id of a run");
const ofRun = z.strictObject({ runId });
const ofRuns = z.strictObject({ runIds: z.array(runId).min(1).max(10_000) });
const maxFileBytes = 256 * 1024 * 1024;
const file = z.strictObject({
  fileName: z.string().min(1).max(255),
  bytes: z
    .custom<Uint8Array>((value) => value instanceof Uint8Array, "expected bytes")
    .refine((bytes) => bytes.byteLength <= maxFileBytes, "at most 256 MiB"),
});
const timelineRequest = z.strictObject({
  runId,
  points: z.int().min(2).max(20_000),
  fromMs: z.number().exactOptional(),
  toMs: z.number().exactOptional(),
});
const aborted = (signal: AbortSignal | undefined) => signal ?? new AbortController().signal;

export const appRouter = router({
  presets: router({ list: procedure.query(({ ctx }) => ctx.presets.list()) }),
  experiments: router({
    start: procedure
      .input(z.strictObject({ scenario: z.unknown(), preset: z.string().max(100).nullable() }))
      .mutation(({ ctx, input }) => ctx.experiments.start(input)),
    command: procedure
      .input(z.strictObject({ runId, command: commandSchema }))
      .mutation(({ ctx, input }) => ctx.experiments.command(input.runId, input.command)),
    kill: procedure.input(ofRun).mutation(({ ctx, input }) => ctx.experiments.kill(input.runId)),
    watch: procedure.input(ofRun).subscription(async function* ({ ctx, input, signal }) {
      yield* ctx.experiments.watch(input.runId, aborted(signal));
    }),
  }),
  library: router({
    list: procedure.query(({ ctx }) => ctx.library.list()),
    timeline: procedure
      .input(timelineRequest)
      .query(({ ctx, input }) => ctx.library.timeline(input)),
    change: procedure
      .input(z.strictObject({ runId, change: runChangeSchema }))
      .mutation(({ ctx, input }) => ctx.library.change(input.runId, input.change)),
    remove: procedure.input(ofRuns).mutation(({ ctx, input }) => ctx.library.remove(input.runIds)),
    restore: procedure
      .input(ofRuns)
      .mutation(({ ctx, input }) => ctx.library.restore(input.runIds)),
    exportRun: procedure
      .input(ofRun)
      .mutation(({ ctx, input }) => ctx.library.exportRun(input.runId)),
    importRun: procedure
      .input(file)
      .mutation(({ ctx, input }) => ctx.library.importRun(input.fileName, input.bytes)),
    changes: procedure.subscription(async function* ({ ctx, signal }) {
      yield* ctx.library.changes(aborted(signal));
    }),
  }),
  logs: router({
    list: procedure.query(({ ctx }) => ctx.logs.list()),
    open: procedure
      .input(file)
      .mutation(({ ctx, input }) => ctx.logs.open(input.fileName, input.bytes)),
    openSample: procedure.mutation(({ ctx }) => ctx.logs.openSample()),
    get: procedure
      .input(z.strictObject({ id: z.uuid() }))
      .query(({ ctx, input }) => ctx.logs.get(input.id)),
    remove: procedure
      .input(z.strictObject({ id: z.uuid() }))
      .mutation(({ ctx, input }) => ctx.logs.remove(input.id)),
  }),
  reports: router({
    preview: procedure.input(ofRun).query(({ ctx, input }) => ctx.reports.preview(input.runId)),
    export: procedure
      .input(z.strictObject({ runId, format: z.enum(reportFormats) }))
      .mutation(({ ctx, input }) => ctx.reports.export(input.runId, input.format)),
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
