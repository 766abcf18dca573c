/**
 * Telemetry frames. The engine sends binary batches, little endian:
 *
 *   u32 magic "SSF1" | u32 samples n | u32 counters c | u32 waits w | u32 event bytes e
 *   u32 push bytes p
 *   i64 timeNs[n] | f64 counter[c][n] | per wait: f64 tasks[n], f64 waitMs[n], f64 signalMs[n]
 *   e bytes of UTF-8 JSON: a list of events
 *   p bytes of push records (push-records.ts), none where no page was pushed
 *
 * Columns follow telemetry-catalog.json, whose lists grow at their ends only: a batch of an earlier
 * version has the first c counters and the first w waits, and what came later is absent from its frame.
 * Waits are deltas of each sample. A batch that does not fit this to the byte is refused whole:
 * half-read telemetry would be worse than none.
 */
import * as z from "zod";
import { runEventSchema } from "./events.ts";
import { parseJsonWith, printValue } from "./issues.ts";
import { failure, type Result, success } from "./result.ts";
import { counters, waitTypes } from "./telemetry-catalog.ts";

export const batchMagic = 0x31465353;
export const batchHeaderBytes = 24;
const nsPerMs = 1e6;

const column = z.array(z.number());
const names = (definitions: readonly { readonly id: string }[]) =>
  z.enum(definitions.map((definition) => definition.id));

export const frameSchema = z
  .strictObject({
    timeMs: column.describe("engine time of each sample, ms from origin"),
    counters: z
      .partialRecord(names(counters), column)
      .describe("by id of the catalogue; without those that the recording's version did not have"),
    waits: z
      .partialRecord(
        names(waitTypes),
        z.strictObject({ tasks: column, waitMs: column, signalMs: column }),
      )
      .describe("deltas of each sample, by wait type; without those of later versions"),
    events: z.array(runEventSchema),
  })
  .describe("a decoded telemetry batch");

export type Frame = z.infer<typeof frameSchema> & {
  /** The section of push records as it came: who asks for pushes decodes it (push-records.ts). */
  readonly pushes?: Uint8Array;
};
export type WaitColumns = NonNullable<Frame["waits"][string]>;

const refused = (reason: string) => failure("protocol", `telemetry batch: ${reason}`);

interface Header {
  readonly samples: number;
  /** How many of the catalogue's counters there are, from its first on. */
  readonly counterCount: number;
  readonly waitCount: number;
  readonly eventBytes: number;
  readonly pushBytes: number;
}

function readHeader(view: DataView): Result<Header> {
  if (view.byteLength < batchHeaderBytes) {
    return refused(`${view.byteLength} bytes; expected a header of ${batchHeaderBytes}`);
  }
  const word = (index: number) => view.getUint32(index * 4, true);
  if (word(0) !== batchMagic) {
    return refused(`magic 0x${word(0).toString(16)}; expected 0x${batchMagic.toString(16)}`);
  }
  const [samples, counterCount, waitCount] = [word(1), word(2), word(3)];
  const [eventBytes, pushBytes] = [word(4), word(5)];
  if (counterCount > counters.length || waitCount > waitTypes.length) {
    return refused(
      `${counterCount} counters and ${waitCount} waits; expected at most ${counters.length} and ` +
        `${waitTypes.length}, those of this version's catalogue: a newer Snapscope recorded it`,
    );
  }
  const columns = 1 + counterCount + 3 * waitCount;
  const expected = batchHeaderBytes + samples * columns * 8 + eventBytes + pushBytes;
  if (view.byteLength !== expected) {
    return refused(`${view.byteLength} bytes; expected ${expected} for ${samples} samples`);
  }
  return success({ samples, counterCount, waitCount, eventBytes, pushBytes });
}

export function decodeBatch(bytes: Uint8Array): Result<Frame> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(view);
  if (!header.ok) return header;
  const { samples, counterCount, waitCount, eventBytes, pushBytes } = header.value;
  let offset = batchHeaderBytes;
  // A plain loop: long runs are read back whole, and most of that time is spent here.
  const nextColumn = (): number[] => {
    const values: number[] = [];
    for (let sample = 0; sample < samples; ++sample, offset += 8) {
      values.push(view.getFloat64(offset, true));
    }
    return values;
  };

  const timeMs: number[] = [];
  for (let sample = 0; sample < samples; ++sample, offset += 8) {
    const timeNs = Number(view.getBigInt64(offset, true));
    // Beyond this a double no longer holds every nanosecond; 104 days of engine time are below it.
    if (!Number.isSafeInteger(timeNs) || timeNs < 0) return refused(`sample at ${timeNs} ns`);
    timeMs.push(timeNs / nsPerMs);
  }
  const counterColumns = Object.fromEntries(
    counters.slice(0, counterCount).map(({ id }) => [id, nextColumn()]),
  );
  const waitColumns = Object.fromEntries(
    waitTypes.slice(0, waitCount).map(({ id }) => {
      const tasks = nextColumn();
      const waitMs = nextColumn();
      return [id, { tasks, waitMs, signalMs: nextColumn() }];
    }),
  );
  const events = decodeEvents(bytes.subarray(offset, offset + eventBytes));
  if (!events.ok) return events;
  const frame = { timeMs, counters: counterColumns, waits: waitColumns, events: events.value };
  return success(
    pushBytes === 0 ? frame : { ...frame, pushes: bytes.subarray(bytes.byteLength - pushBytes) },
  );
}

function decodeEvents(bytes: Uint8Array): Result<Frame["events"]> {
  if (bytes.byteLength === 0) return success([]);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refused(`events are not UTF-8: ${printValue([...bytes.subarray(0, 8)])}`);
  }
  return parseJsonWith(z.array(runEventSchema), text, "telemetry batch: events", "protocol");
}

/** The inverse, for what stands in for the engine. Times must be whole nanoseconds. */
export function encodeBatch(frame: Frame): Uint8Array {
  const samples = frame.timeMs.length;
  const events = new TextEncoder().encode(JSON.stringify(frame.events));
  const pushes = frame.pushes ?? new Uint8Array();
  const columns = 1 + counters.length + 3 * waitTypes.length;
  const bytes = new Uint8Array(
    batchHeaderBytes + samples * columns * 8 + events.byteLength + pushes.byteLength,
  );
  const view = new DataView(bytes.buffer);
  const sizes = [samples, counters.length, waitTypes.length, events.byteLength, pushes.byteLength];
  [batchMagic, ...sizes].forEach((word, index) => {
    view.setUint32(index * 4, word, true);
  });
  let offset = batchHeaderBytes;
  for (const timeMs of frame.timeMs) {
    view.setBigInt64(offset, BigInt(Math.round(timeMs * nsPerMs)), true);
    offset += 8;
  }
  const waitsOf = (id: string) => frame.waits[id] ?? { tasks: [], waitMs: [], signalMs: [] };
  const values = [
    ...counters.map(({ id }) => frame.counters[id] ?? []),
    ...waitTypes.flatMap(({ id }) => [waitsOf(id).tasks, waitsOf(id).waitMs, waitsOf(id).signalMs]),
  ];
  for (const valuesOfColumn of values) {
    for (let sample = 0; sample < samples; ++sample, offset += 8) {
      view.setFloat64(offset, valuesOfColumn[sample] ?? 0, true);
    }
  }
  bytes.set(events, offset);
  bytes.set(pushes, offset + events.byteLength);
  return bytes;
}
