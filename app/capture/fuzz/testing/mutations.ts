/**
 * Damage as it happens to logs on their way: cut, pieces lost, doubled or swapped, bytes flipped, zero
 * bytes, other line ends, records glued together. `unit` is the size of a character in bytes, so that
 * text in UTF-16 stays text where a test wants that.
 */
import fc from "fast-check";

export type Mutation =
  | { readonly kind: "cut"; readonly at: number }
  | { readonly kind: "lose"; readonly at: number; readonly length: number }
  | { readonly kind: "double"; readonly at: number; readonly length: number }
  | { readonly kind: "move"; readonly at: number; readonly length: number; readonly to: number }
  | { readonly kind: "flip"; readonly at: number; readonly bits: number }
  | { readonly kind: "insert"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "zeros"; readonly at: number; readonly count: number }
  | { readonly kind: "lineEnds"; readonly to: "\n" | "\r\n" | "\r\r\n" | "\r" }
  | { readonly kind: "glue"; readonly at: number };

/** Places are parts of the whole, so that one mutation fits inputs of all sizes. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.integer({ min: 1, max: 300 });

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("cut" as const), at: place }),
    fc.record({ kind: fc.constant("lose" as const), at: place, length }),
    fc.record({ kind: fc.constant("double" as const), at: place, length }),
    fc.record({ kind: fc.constant("move" as const), at: place, length, to: place }),
    fc.record({
      kind: fc.constant("flip" as const),
      at: place,
      bits: fc.integer({ min: 1, max: 255 }),
    }),
    fc.record({
      kind: fc.constant("insert" as const),
      at: place,
      bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    }),
    fc.record({
      kind: fc.constant("zeros" as const),
      at: place,
      count: fc.integer({ min: 1, max: 20 }),
    }),
    fc.record({
      kind: fc.constant("lineEnds" as const),
      to: fc.constantFrom("\n" as const, "\r\n" as const, "\r\r\n" as const, "\r" as const),
    }),
    fc.record({ kind: fc.constant("glue" as const), at: place }),
  ),
  { maxLength: 6 },
);

export const mutate = (bytes: Buffer, all: readonly Mutation[], unit: 1 | 2 = 1): Buffer =>
  all.reduce((mutated, mutation) => mutateOnce(mutated, mutation, unit), bytes);

function mutateOnce(bytes: Buffer, mutation: Mutation, unit: 1 | 2): Buffer {
  const whole = (position: number) => Math.floor(position / unit) * unit;
  const at = "at" in mutation ? whole(mutation.at * bytes.length) : 0;
  const before = bytes.subarray(0, at);
  switch (mutation.kind) {
    case "cut":
      return before;
    case "lose":
      return Buffer.concat([before, bytes.subarray(at + mutation.length * unit)]);
    case "double": {
      const end = at + mutation.length * unit;
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
    }
    case "move": {
      const end = at + mutation.length * unit;
      const rest = Buffer.concat([before, bytes.subarray(end)]);
      const to = whole(mutation.to * rest.length);
      return Buffer.concat([rest.subarray(0, to), bytes.subarray(at, end), rest.subarray(to)]);
    }
    case "flip":
      return flipped(bytes, at, mutation.bits);
    case "insert": {
      const inserted = mutation.bytes.subarray(0, whole(mutation.bytes.length));
      return Buffer.concat([before, inserted, bytes.subarray(at)]);
    }
    case "zeros":
      return Buffer.concat([before, Buffer.alloc(mutation.count * unit), bytes.subarray(at)]);
    case "lineEnds":
      return withLineEnds(bytes, mutation.to, unit);
    case "glue":
      return glued(bytes, at, unit);
  }
}

function flipped(bytes: Buffer, at: number, bits: number): Buffer {
  const copy = Buffer.from(bytes);
  if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ bits;
  return copy;
}

const binary = (unit: 1 | 2) => (unit === 1 ? "latin1" : "utf16le");

function withLineEnds(bytes: Buffer, to: string, unit: 1 | 2): Buffer {
  const text = bytes.toString(binary(unit));
  return Buffer.from(text.replaceAll(/\r*\n|\r/g, to), binary(unit));
}

/** Takes away the first line end behind `at`. */
function glued(bytes: Buffer, at: number, unit: 1 | 2): Buffer {
  const text = bytes.toString(binary(unit));
  const head = text.slice(0, at / unit);
  return Buffer.from(head + text.slice(at / unit).replace(/\r*\n/, ""), binary(unit));
}
