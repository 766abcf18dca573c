import {
  byNumber,
  byPattern,
  group,
  lineEnd,
  numberOf,
  path,
  type Recogniser,
} from "./recogniser.ts";

/** What the server says of how its storage and its counters work. */
export type MeasuringMessage =
  /** Writes of the log that do not fit the sectors of its volume. */
  | {
      readonly kind: "misalignedLogIo";
      /** Since the server started. */
      readonly writes: number;
      readonly file: string;
    }
  /** SQL Server 2022 on Linux: I/O that a scheduler waited for without doing anything else. */
  | { readonly kind: "longSyncIo"; readonly requests: number; readonly thresholdMs: number }
  /** 3409 and 8310 to 8319: there will be no Perfmon counters of this instance. */
  | { readonly kind: "countersDisabled"; readonly number: number | null };

const countersOff = [3409, ...Array.from({ length: 10 }, (_, index) => 8310 + index)];

export const measuringRecognisers: readonly Recogniser[] = [
  byPattern(
    ["There have been "],
    new RegExp(
      `^There have been (\\d+) misaligned log IOs which required falling back to synchronous IO\\.\\s+The current IO is on file ${path}\\.?${lineEnd}`,
    ),
    (match) => ({ kind: "misalignedLogIo", writes: numberOf(match, 1), file: group(match, 2) }),
  ),
  byPattern(
    ["Long Sync IO: "],
    /^Long Sync IO: Scheduler \d+ had (\d+) Sync IOs in nonpreemptive mode longer than (\d+) ms/,
    (match) => ({
      kind: "longSyncIo",
      requests: numberOf(match, 1),
      thresholdMs: numberOf(match, 2),
    }),
  ),
  byNumber(countersOff, (_text, number) => ({ kind: "countersDisabled", number })),
];
