/** A telemetry batch as a version of Snapscope sent it whose catalogue ended earlier. */
import { batchHeaderBytes, encodeBatch, type Frame } from "../frame.ts";
import { counters, waitTypes } from "../telemetry-catalog.ts";

/** `frame` in a batch of the catalogue's first counters and wait types: the columns behind them are not in it. */
export function olderBatch(
  frame: Frame,
  { counterCount, waitCount }: { readonly counterCount: number; readonly waitCount: number },
): Uint8Array {
  const whole = encodeBatch(frame);
  const columnBytes = 8 * frame.timeMs.length;
  const countersFrom = batchHeaderBytes + columnBytes;
  const waitsFrom = countersFrom + counters.length * columnBytes;
  const eventsFrom = waitsFrom + 3 * waitTypes.length * columnBytes;
  const parts = [
    whole.subarray(0, countersFrom + counterCount * columnBytes),
    whole.subarray(waitsFrom, waitsFrom + 3 * waitCount * columnBytes),
    whole.subarray(eventsFrom),
  ];
  const older = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    older.set(part, at);
    at += part.byteLength;
  }
  const view = new DataView(older.buffer);
  view.setUint32(8, counterCount, true);
  view.setUint32(12, waitCount, true);
  return older;
}
