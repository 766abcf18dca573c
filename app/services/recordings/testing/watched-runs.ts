/** What the engine says its sparse files hold at instants of small runs, beside the batches of these runs. */
import * as z from "zod";
import { decodeBatch } from "../../../contract/frame.ts";
import type { Result } from "../../../contract/result.ts";
import type { PushLog } from "../../../domain/page-map/push-log.ts";
import { PushReader } from "../../../domain/page-map/push-reader.ts";

const snapshotSchema = z.strictObject({
  name: z.string(),
  life: z.int().describe("a start makes the engine's object anew, which counts from there"),
  pushed: z.int(),
  along: z.int(),
  redo: z.int(),
  undo: z.int(),
  copied: z.array(z.int()).describe("places in the database: first, number, first, number"),
});
export type EngineSnapshot = z.infer<typeof snapshotSchema>;

const lineSchema = z.union([
  z.strictObject({ run: z.string() }),
  z.strictObject({ batch: z.string() }),
  z.strictObject({ stop: z.array(snapshotSchema) }),
  z.strictObject({
    phases: z.array(z.strictObject({ name: z.string(), pagesPushed: z.int() })),
  }),
]);

export interface EngineStop {
  readonly atMs: number;
  readonly snapshots: readonly EngineSnapshot[];
}

export interface WatchedRun {
  readonly name: string;
  readonly log: PushLog;
  readonly stops: readonly EngineStop[];
  /** Pages that builds of indexes pushed, as their phases count them. */
  readonly builtPages: number;
}

/** Of the file that native/test/experiment/page_states_test.cpp writes. */
export function watchedRuns(text: string): WatchedRun[] {
  const runs: WatchedRun[] = [];
  let reader = new PushReader();
  let stops: EngineStop[] = [];
  let [name, atMs] = ["", 0];
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const read = lineSchema.parse(JSON.parse(line));
    if ("run" in read) {
      [name, reader, stops] = [read.run, new PushReader(), []];
    } else if ("batch" in read) {
      const frame = taken(decodeBatch(Buffer.from(read.batch, "hex")));
      taken(reader.take(frame));
      atMs = frame.timeMs.at(-1) ?? atMs;
    } else if ("stop" in read) {
      stops.push({ atMs, snapshots: read.stop });
    } else {
      const builds = read.phases.filter((phase) => phase.name.startsWith("index"));
      const builtPages = builds.reduce((sum, { pagesPushed }) => sum + pagesPushed, 0);
      runs.push({ name, log: reader.log, stops, builtPages });
    }
  }
  return runs;
}

function taken<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
