/**
 * What is kept of each record of a large log: 20 bytes in columns. A record ends where the next one
 * begins, so that the spans of all records tile the file. Blocks have a base of their own for the
 * offset, which lets 32 bits do. Times have none: damaged ones may lie years apart from line to line.
 */

import type { RecordScanner } from "./record-scanner.ts";

const blockRecords = 65_536;
const maxOffsetInBlock = 2 ** 32 - 1;

class Block {
  readonly firstRecord: number;
  readonly baseOffset: number;
  count = 0;
  readonly offsets = new Uint32Array(blockRecords);
  readonly lines = new Uint32Array(blockRecords);
  readonly times = new Float64Array(blockRecords);
  readonly sources = new Uint16Array(blockRecords);
  readonly kinds = new Uint8Array(blockRecords);
  readonly severities = new Uint8Array(blockRecords);

  constructor(firstRecord: number, baseOffset: number, kindId: number) {
    this.firstRecord = firstRecord;
    this.baseOffset = baseOffset;
    this.kinds.fill(kindId);
  }
}

/**
 * Columns by position of the record: offset of its first byte in the file, number of its first line
 * from 1, local time in ms since 1970 of a clock without zones (NaN: a line that belongs to no
 * record), source, kind, and severity of the error (0: none).
 */
export class RecordIndex {
  readonly #blocks: Block[] = [];
  /** Kind of a record whose meaning was not set. */
  readonly #defaultKindId: number;
  #count = 0;
  #last: Block | null = null;

  constructor(defaultKindId: number) {
    this.#defaultKindId = defaultKindId;
  }

  get count(): number {
    return this.#count;
  }

  /** A record, or a line that belongs to none. It means nothing until `setMeaning` says otherwise. */
  add(offset: number, line: number, timeMs: number, sourceId: number): void {
    const block = this.#blockFor(offset);
    const at = block.count;
    block.offsets[at] = offset - block.baseOffset;
    block.lines[at] = line;
    block.times[at] = timeMs;
    block.sources[at] = sourceId;
    block.count += 1;
    this.#count += 1;
  }

  /** Many at once. The piece begins at `offset` in the file; a character has `unit` bytes. */
  addAll(scanned: RecordScanner, offset: number, unit: number): void {
    for (let from = 0; from < scanned.count; ) {
      const block = this.#blockFor(offset + (scanned.at[from] ?? 0) * unit);
      const added = fillBlock(block, scanned, from, offset, unit);
      from += added;
      this.#count += added;
    }
  }

  setMeaning(record: number, kindId: number, severity: number): void {
    const block = this.#blockOf(record);
    block.kinds[record - block.firstRecord] = kindId;
    block.severities[record - block.firstRecord] = severity;
  }

  /** The last block, or a new one when it is full or the record is too far from its base. */
  #blockFor(offset: number): Block {
    const last = this.#last;
    if (last !== null && hasRoom(last, offset)) return last;
    const block = new Block(this.#count, offset, this.#defaultKindId);
    this.#blocks.push(block);
    this.#last = block;
    return block;
  }

  offset(record: number): number {
    const block = this.#blockOf(record);
    return block.baseOffset + (block.offsets[record - block.firstRecord] ?? 0);
  }

  line(record: number): number {
    const block = this.#blockOf(record);
    return block.lines[record - block.firstRecord] ?? 0;
  }

  timeMs(record: number): number {
    const block = this.#blockOf(record);
    return block.times[record - block.firstRecord] ?? Number.NaN;
  }

  sourceId(record: number): number {
    const block = this.#blockOf(record);
    return block.sources[record - block.firstRecord] ?? 0;
  }

  kindId(record: number): number {
    const block = this.#blockOf(record);
    return block.kinds[record - block.firstRecord] ?? 0;
  }

  /** 0: no error. */
  severity(record: number): number {
    const block = this.#blockOf(record);
    return block.severities[record - block.firstRecord] ?? 0;
  }

  /** The last block that begins at or before the record. */
  #blockOf(record: number): Block {
    const last = this.#last;
    if (last !== null && record >= last.firstRecord && record < this.#count) return last;
    const blocks = this.#blocks;
    let [low, high] = [0, blocks.length];
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((blocks[middle]?.firstRecord ?? 0) <= record) low = middle;
      else high = middle;
    }
    const block = blocks[low];
    if (block === undefined || record < 0 || record >= this.#count) {
      throw new RangeError(`record ${record} of ${this.#count}`);
    }
    return block;
  }
}

/** Takes as many as have room, from `from` on; returns how many. */
function fillBlock(
  block: Block,
  scanned: RecordScanner,
  from: number,
  offset: number,
  unit: number,
): number {
  const { at, line, timeMs, sourceId } = scanned;
  const { offsets, lines, times, sources } = block;
  const most = Math.min(scanned.count - from, blockRecords - block.count);
  const base = offset - block.baseOffset;
  const to = block.count;
  let added = 0;
  for (; added < most; added++) {
    const place = base + (at[from + added] ?? 0) * unit;
    if (place > maxOffsetInBlock) break;
    offsets[to + added] = place;
  }
  lines.set(line.subarray(from, from + added), to);
  times.set(timeMs.subarray(from, from + added), to);
  sources.set(sourceId.subarray(from, from + added), to);
  block.count += added;
  return added;
}

const hasRoom = (block: Block, offset: number): boolean =>
  block.count < blockRecords && offset - block.baseOffset <= maxOffsetInBlock;
