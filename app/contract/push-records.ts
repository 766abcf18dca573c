/**
 * Push records: which page got into the sparse files of which snapshot, when and why. The engine sends
 * them as a section of a telemetry batch, little endian, each as its difference to the one before:
 *
 *   u32 records | u32 detail | i64 time of the first record, us
 *   each: varint time since the record before, us, times 4; plus the place of cause and target among the
 *         last three that differ, the last one first, or 3 where they follow
 *         [u8 cause + 8 x target; from target 31 on: 31, then varint target - 31]
 *         varint zigzag(page - page of the record before)
 *
 * A section is read by itself: before its first record there is page 0, and no cause and target. One that does
 * not fit this to the byte is refused whole. What several sections say together, push-check.ts checks.
 */
import { failure, type Result, success } from "./result.ts";
import { pushCauses } from "./telemetry-catalog.ts";

/** What of the pushes is recorded: all, the first of each extent, or none any more. */
export const pushDetails = ["pages", "extents", "nothing"] as const;
export type PushDetail = (typeof pushDetails)[number];

export const pushHeaderBytes = 16;
const fewestBytes = 2;
const farTarget = 31;
/** How many causes with their targets are known by their place. */
const recentOrigins = 3;
/** A reader keeps a target in 16 bits. */
export const mostTargets = 0xffff;
const mostPages = 2 ** 40;

/** Columns of equal length, in order of time. */
export interface PushSection {
  readonly detail: PushDetail;
  /** Time of the first record; of none, from when on nothing is recorded. Microseconds. */
  readonly firstUs: number;
  readonly timeUs: Float64Array;
  /** Place of the page in the database, file after file. */
  readonly pages: Float64Array;
  /** Positions in `pushCauses`. */
  readonly causes: Uint8Array;
  /** Numbers that events have given to the files of snapshots, from 1. */
  readonly targets: Uint16Array;
}

const refused = (reason: string) => failure("protocol", `push records: ${reason}`);

class Cut extends Error {}

/** Bytes one after the other; throws Cut where they end, or where a number has no end. */
class Bytes {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get left(): number {
    return this.#bytes.byteLength - this.#at;
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Cut("end in the middle of a record");
    return byte;
  }

  /** Beyond 32 bits, so by arithmetic. */
  varint(): number {
    let byte = this.byte();
    let value = byte & 0x7f;
    for (let scale = 128; byte >= 0x80; scale *= 128) {
      if (scale > 2 ** 49) throw new Cut("have a number of more than 8 bytes");
      byte = this.byte();
      value += (byte & 0x7f) * scale;
    }
    return value;
  }
}

export function decodePushes(bytes: Uint8Array): Result<PushSection> {
  if (bytes.byteLength < pushHeaderBytes) {
    return refused(`${bytes.byteLength} bytes; expected a header of ${pushHeaderBytes}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const detail = pushDetails[view.getUint32(4, true)];
  const firstUs = Number(view.getBigInt64(8, true));
  if (detail === undefined) return refused(`detail ${view.getUint32(4, true)}; expected 0 to 2`);
  if (!Number.isSafeInteger(firstUs) || firstUs < 0) return refused(`begin at ${firstUs} us`);
  if (count > 0 && detail === "nothing") return refused(`${count}, where none should be any more`);
  if (count * fewestBytes > bytes.byteLength - pushHeaderBytes) {
    return refused(`${count} do not fit into ${bytes.byteLength} bytes`);
  }
  const section: PushSection = {
    detail,
    firstUs,
    timeUs: new Float64Array(count),
    pages: new Float64Array(count),
    causes: new Uint8Array(count),
    targets: new Uint16Array(count),
  };
  try {
    const reader = new Bytes(bytes, pushHeaderBytes);
    const problem = readRecords(reader, section);
    if (problem !== null) return refused(problem);
    return reader.left === 0 ? success(section) : refused(`${reader.left} bytes too many`);
  } catch (error) {
    if (error instanceof Cut) return refused(error.message);
    throw error;
  }
}

/** Where a record comes from; target 0: from nowhere. */
interface Origin {
  readonly cause: number;
  readonly target: number;
}

/** The last ones that differ, the last one first. */
class RecentOrigins {
  readonly #origins: Origin[] = new Array<Origin>(recentOrigins).fill({ cause: 0, target: 0 });

  /** Of one that is not among them, how many they are. */
  placeOf({ cause, target }: Origin): number {
    const place = this.#origins.findIndex((each) => each.cause === cause && each.target === target);
    return place < 0 ? recentOrigins : place;
  }

  /** The one at that place, or the one that follows, which is the last one now. */
  take(place: number, following: Origin | null): Origin {
    const taken = following ?? this.#origins[place] ?? { cause: 0, target: 0 };
    for (let at = Math.min(place, recentOrigins - 1); at > 0; --at) {
      this.#origins[at] = this.#origins[at - 1] ?? taken;
    }
    this.#origins[0] = taken;
    return taken;
  }
}

function readOrigin(reader: Bytes): Origin {
  const both = reader.byte();
  const near = both >> 3;
  return { cause: both & 7, target: near === farTarget ? near + reader.varint() : near };
}

function readRecords(
  reader: Bytes,
  { firstUs, timeUs, pages, causes, targets }: PushSection,
): string | null {
  let [atUs, page] = [firstUs, 0];
  const recent = new RecentOrigins();
  for (let record = 0; record < timeUs.length; ++record) {
    const time = reader.varint();
    atUs += Math.floor(time / (recentOrigins + 1));
    const place = time % (recentOrigins + 1);
    const { cause, target } = recent.take(place, place < recentOrigins ? null : readOrigin(reader));
    if (cause >= pushCauses.length) return `cause ${cause} in record ${record}`;
    if (target > mostTargets) return `target ${target} in record ${record}`;
    if (target === 0) return `record ${record} has no target`;
    const zigzag = reader.varint();
    page += zigzag % 2 === 1 ? -(zigzag + 1) / 2 : zigzag / 2;
    if (page < 0 || page >= mostPages) return `page ${page} in record ${record}`;
    if (!Number.isSafeInteger(atUs)) return `time ${atUs} us in record ${record}`;
    timeUs[record] = atUs;
    pages[record] = page;
    causes[record] = cause;
    targets[record] = target;
  }
  return null;
}

/** The inverse, for what stands in for the engine. */
export function encodePushes({
  detail,
  firstUs,
  timeUs,
  pages,
  causes,
  targets,
}: PushSection): Uint8Array {
  const body: number[] = [];
  const varint = (value: number): void => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) body.push((rest % 128) + 128);
    body.push(rest);
  };
  const recent = new RecentOrigins();
  timeUs.forEach((atUs, record) => {
    const before = record - 1;
    const origin = { cause: causes[record] ?? 0, target: targets[record] ?? 0 };
    const place = recent.placeOf(origin);
    varint((atUs - (timeUs[before] ?? firstUs)) * (recentOrigins + 1) + place);
    if (place === recentOrigins) {
      body.push(origin.cause + 8 * Math.min(origin.target, farTarget));
      if (origin.target >= farTarget) varint(origin.target - farTarget);
    }
    recent.take(place, origin);
    const difference = (pages[record] ?? 0) - (pages[before] ?? 0);
    varint(difference < 0 ? -2 * difference - 1 : 2 * difference);
  });
  const bytes = new Uint8Array(pushHeaderBytes + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, timeUs.length, true);
  view.setUint32(4, pushDetails.indexOf(detail), true);
  view.setBigInt64(8, BigInt(firstUs), true);
  bytes.set(body, pushHeaderBytes);
  return bytes;
}
