import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeMessage, encodeMessage } from "./codec.ts";

/** Whether no object in it has the one key that is refused. */
const hasPlainKeys = (value: unknown): boolean => !JSON.stringify(value).includes('"__proto__":');

const roundTrip = (value: unknown) => decodeMessage(encodeMessage(value));

describe("codec", () => {
  it("carries 100,000 doubles exactly, NaN and infinities among them", () => {
    const column = Float64Array.from({ length: 100_000 }, (_, index) => Math.sqrt(index));
    column.set([Number.NaN, Number.POSITIVE_INFINITY, -0], 7);
    const message = encodeMessage({ id: 1, column });
    expect(message.byteLength).toBeLessThan(column.byteLength + 100);
    const { column: arrived } = decodeMessage(message) as { column: Float64Array };
    expect(arrived).toBeInstanceOf(Float64Array);
    expect(arrived.every((value, index) => Object.is(value, column[index]))).toBe(true);
  });

  it.each([
    Float32Array.of(1.5),
    Int32Array.of(-7),
    Uint32Array.of(7),
    Int16Array.of(-7),
    Uint16Array.of(7),
    Int8Array.of(-7),
    Uint8Array.of(7),
    BigInt64Array.of(-7n),
    BigUint64Array.of(2n ** 63n),
  ])("gives back the type that was sent: $constructor.name", (array) => {
    expect(roundTrip({ array })).toEqual({ array });
  });

  it("sends a view's own part of its buffer only", () => {
    const view = new Float64Array(new ArrayBuffer(80), 16, 2);
    view.set([1, 2]);
    expect(roundTrip(view)).toEqual(Float64Array.of(1, 2));
  });

  it("leaves undefined properties out and keeps null", () => {
    expect(roundTrip({ a: undefined, b: null })).toEqual({ b: null });
  });

  it("decodes bytes as a plain view, also out of Node's Buffer", () => {
    const bytes = decodeMessage(Buffer.from(encodeMessage(Uint8Array.of(1, 2))));
    expect(bytes?.constructor).toBe(Uint8Array);
  });

  it("gives back any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue().filter(hasPlainKeys), (value) => {
        expect(JSON.stringify(roundTrip(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it("refuses a key that would replace the prototype of what is decoded", () => {
    const value: unknown = JSON.parse('{"a": [{"__proto__": {"isAdmin": true}}]}');
    expect(() => roundTrip(value)).toThrow("The key __proto__ is not allowed");
  });

  it("throws at what is no message, and at nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        try {
          decodeMessage(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
    const seven = Uint8Array.of(0xc7, 7, 1, 0, 0, 0, 0, 0, 0, 0);
    expect(() => decodeMessage(seven)).toThrow("7 bytes are no Float64Array");
  });
});
