import { byNumber, number, type Recogniser, says, text } from "./recogniser.ts";

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
  says(
    "misalignedLogIo",
    String.raw`There have been {int} misaligned log IOs which required falling back to synchronous IO\.\s+The current IO is on file {path}\.?{end}`,
    { writes: number, file: text },
  ),
  says(
    "longSyncIo",
    String.raw`Long Sync IO: Scheduler \d+ had {int} Sync IOs in nonpreemptive mode longer than {int} ms`,
    { requests: number, thresholdMs: number },
  ),
  byNumber(countersOff, (_text, error) => ({ kind: "countersDisabled", number: error })),
];
