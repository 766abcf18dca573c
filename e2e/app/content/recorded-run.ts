/**
 * What was recorded of a run, read from its exported file by nothing but the contract's decoder: the
 * truth that reports and screens are compared with.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { decodeBatch, type Frame } from "../../../app/contract/frame.ts";
import { type Summary, summarySchema } from "../../../app/contract/summary.ts";
import { snapscope } from "../fixtures/program.ts";

export interface RecordedRun {
  readonly summary: Summary | null;
  readonly timeMs: readonly number[];
  /** By id of the catalogue. */
  readonly counters: Readonly<Record<string, readonly number[]>>;
  readonly waits: Frame["waits"];
  /** One for each sample; null where no transaction ended. */
  readonly p99Ms: readonly (number | null)[];
  readonly errorlog: readonly string[];
  readonly events: Frame["events"];
}

const fileSchema = z.looseObject({
  kind: z.literal("snapscope-run"),
  formatVersion: z.literal(1),
  summary: summarySchema.nullable(),
  batches: z.array(z.string()),
});

export function readRunFile(bytes: Uint8Array): RecordedRun {
  const { summary, batches } = fileSchema.parse(JSON.parse(gunzipSync(bytes).toString("utf8")));
  const frames = batches.map((batch) => {
    const frame = decodeBatch(new Uint8Array(inflateRawSync(Buffer.from(batch, "base64"))));
    if (!frame.ok) throw new Error(frame.error.message);
    return frame.value;
  });
  const events = frames.flatMap((frame) => frame.events);
  const timeMs = frames.flatMap((frame) => frame.timeMs);
  const latency = new Map(
    events.flatMap((event) =>
      event.kind === "latency" && event.type === "all" ? [[event.atMs, event.p99Ms] as const] : [],
    ),
  );
  return {
    summary,
    timeMs,
    counters: joined(frames, (frame) => frame.counters),
    waits: joinedWaits(frames),
    p99Ms: timeMs.map((atMs) => latency.get(atMs) ?? null),
    errorlog: events.flatMap((event) => (event.kind === "errorlog" ? event.line : [])),
    events,
  };
}

function joined(
  frames: readonly Frame[],
  columnsOf: (frame: Frame) => Readonly<Partial<Record<string, readonly number[]>>>,
): Record<string, number[]> {
  const [first] = frames;
  const ids = first === undefined ? [] : Object.keys(columnsOf(first));
  return Object.fromEntries(
    ids.map((id) => [id, frames.flatMap((frame) => columnsOf(frame)[id] ?? [])]),
  );
}

function joinedWaits(frames: readonly Frame[]): Frame["waits"] {
  const of = (kind: "tasks" | "waitMs" | "signalMs") =>
    joined(frames, ({ waits }) =>
      Object.fromEntries(Object.entries(waits).map(([id, columns]) => [id, columns?.[kind] ?? []])),
    );
  const [tasks, waitMs, signalMs] = [of("tasks"), of("waitMs"), of("signalMs")];
  return Object.fromEntries(
    Object.keys(tasks).map((id) => [
      id,
      { tasks: tasks[id] ?? [], waitMs: waitMs[id] ?? [], signalMs: signalMs[id] ?? [] },
    ]),
  );
}

/** Exports a run of the library by another process than the app's, and reads it. */
export async function recordedRun(
  dataFolder: string,
  run: string,
  folder: string,
): Promise<RecordedRun> {
  const file = join(folder, "recorded.snapscope-run");
  await snapscope(dataFolder, "runs", "export", run, file, "--force");
  return readRunFile(readFileSync(file));
}
