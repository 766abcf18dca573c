import {
  byPattern,
  byStart,
  group,
  indented,
  numberOf,
  optionalNumber,
  type Recogniser,
} from "./recogniser.ts";

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

const tracedKinds: Readonly<
  Record<string, "checkpointStarted" | "checkpointPhase1Ended" | "checkpointComplete">
> = {
  started: "checkpointStarted",
  "phase 1 ended": "checkpointPhase1Ended",
  complete: "checkpointComplete",
};

export const checkpointRecognisers: readonly Recogniser[] = [
  byPattern(
    ["FlushCache: cleaned up "],
    /^FlushCache: cleaned up (\d+) bufs with (\d+) writes in (\d+) ms \(avoided (\d+) new dirty bufs\)(?: for db (\d+))?/,
    (match) => ({
      kind: "flushCache",
      buffers: numberOf(match, 1),
      writes: numberOf(match, 2),
      durationMs: numberOf(match, 3),
      avoided: numberOf(match, 4),
      databaseId: optionalNumber(match, 5),
    }),
  ),
  indented(
    byPattern(
      ["average throughput:"],
      /^average throughput:\s{0,20}(\d+(?:\.\d+)?) MB\/sec, I\/O saturation: (\d+)(?:, context switches (\d+))?/,
      (match) => ({
        kind: "flushThroughput",
        megabytesPerSecond: numberOf(match, 1),
        ioSaturation: numberOf(match, 2),
        contextSwitches: optionalNumber(match, 3),
      }),
    ),
  ),
  indented(
    byPattern(
      ["average writes per second:"],
      /^average writes per second:\s{0,20}(\d+(?:\.\d+)?) writes\/sec/,
      (match) => ({ kind: "flushWriteRate", writesPerSecond: numberOf(match, 1) }),
    ),
  ),
  indented(
    byPattern(
      ["last target outstanding:"],
      /^last target outstanding: (\d+)(?:, avgWriteLatency (\d+))?/,
      (match) => ({
        kind: "flushTarget",
        lastTargetOutstanding: numberOf(match, 1),
        averageWriteLatencyMs: optionalNumber(match, 2),
      }),
    ),
  ),
  byPattern(["Ckpt dbid "], /^Ckpt dbid (\d+) (started|phase 1 ended|complete)/, (match) => ({
    kind: tracedKinds[group(match, 2)] ?? "checkpointStarted",
    databaseId: numberOf(match, 1),
  })),
  byStart("About to log Checkpoint begin", { kind: "checkpointBeginLogged" }),
  byStart("About to log Checkpoint end", { kind: "checkpointEndLogged" }),
];
