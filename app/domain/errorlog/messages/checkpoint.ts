import { byStart, indented, number, numberOrNull, type Recogniser, says } from "./recogniser.ts";

export type CheckpointMessage =
  | {
      readonly kind: "flushCache";
      readonly buffers: number;
      readonly writes: number;
      readonly durationMs: number;
      readonly avoided: number;
      /** Since 2012. */
      readonly databaseId: number | null;
    }
  /** Further lines of a FlushCache since 2008; each is a record of its own. */
  | {
      readonly kind: "flushThroughput";
      readonly megabytesPerSecond: number;
      readonly ioSaturation: number;
      /** Since 2012. */
      readonly contextSwitches: number | null;
    }
  /** Since 2016. */
  | { readonly kind: "flushWriteRate"; readonly writesPerSecond: number }
  | {
      readonly kind: "flushTarget";
      readonly lastTargetOutstanding: number;
      readonly averageWriteLatencyMs: number | null;
    }
  /** Trace flag 3502. */
  | { readonly kind: "checkpointStarted"; readonly databaseId: number }
  | { readonly kind: "checkpointBeginLogged" }
  | { readonly kind: "checkpointPhase1Ended"; readonly databaseId: number }
  | { readonly kind: "checkpointEndLogged" }
  | { readonly kind: "checkpointComplete"; readonly databaseId: number };

const ofDatabase = { databaseId: number };

export const checkpointRecognisers: readonly Recogniser[] = [
  says(
    "flushCache",
    String.raw`FlushCache: cleaned up {int} bufs with {int} writes in {int} ms \(avoided {int} new dirty bufs\)(?: for db {int})?`,
    {
      buffers: number,
      writes: number,
      durationMs: number,
      avoided: number,
      databaseId: numberOrNull,
    },
  ),
  indented(
    says(
      "flushThroughput",
      String.raw`average throughput:\s{0,20}(\d+(?:\.\d+)?) MB\/sec, I\/O saturation: {int}(?:, context switches {int})?`,
      { megabytesPerSecond: number, ioSaturation: number, contextSwitches: numberOrNull },
    ),
  ),
  indented(
    says(
      "flushWriteRate",
      String.raw`average writes per second:\s{0,20}(\d+(?:\.\d+)?) writes\/sec`,
      { writesPerSecond: number },
    ),
  ),
  indented(
    says("flushTarget", "last target outstanding: {int}(?:, avgWriteLatency {int})?", {
      lastTargetOutstanding: number,
      averageWriteLatencyMs: numberOrNull,
    }),
  ),
  says("checkpointStarted", "Ckpt dbid {int} started", ofDatabase),
  says("checkpointPhase1Ended", "Ckpt dbid {int} phase 1 ended", ofDatabase),
  says("checkpointComplete", "Ckpt dbid {int} complete", ofDatabase),
  byStart("About to log Checkpoint begin", { kind: "checkpointBeginLogged" }),
  byStart("About to log Checkpoint end", { kind: "checkpointEndLogged" }),
];
