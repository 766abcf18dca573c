/**
 * How messages between processes become bytes, at both ends: MessagePack, with typed arrays as
 * extensions, so that columns of doubles cross as they lie in memory (NaN too) and arrive as the type
 * they left as. `undefined` properties are left out, as in JSON. Every platform we run on is
 * little-endian.
 */
import { decode, ExtensionCodec, encode } from "@msgpack/msgpack";

type TypedArrayConstructor = {
  readonly BYTES_PER_ELEMENT: number;
  readonly name: string;
  new (buffer: ArrayBuffer): ArrayBufferView;
};

/** Extension types; Uint8Array is MessagePack's own `bin`. */
const typedArrays: readonly (readonly [number, TypedArrayConstructor])[] = [
  [1, Float64Array],
  [2, Float32Array],
  [3, Int32Array],
  [4, Uint32Array],
  [5, Int16Array],
  [6, Uint16Array],
  [7, Int8Array],
  [8, BigInt64Array],
  [9, BigUint64Array],
];

const bytesOf = (view: ArrayBufferView) =>
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

const extensions = new ExtensionCodec();
for (const [type, TypedArray] of typedArrays) {
  extensions.register({
    type,
    encode: (value) => (value instanceof TypedArray ? bytesOf(value as ArrayBufferView) : null),
    decode: (bytes) => {
      if (bytes.byteLength % TypedArray.BYTES_PER_ELEMENT !== 0) {
        throw new RangeError(`${bytes.byteLength} bytes are no ${TypedArray.name}`);
      }
      // The message may begin anywhere in its buffer: a copy is aligned, and owns its memory.
      return new TypedArray(new Uint8Array(bytes).buffer);
    },
  });
}

const encodeOptions = { extensionCodec: extensions, ignoreUndefined: true } as const;

export const encodeMessage = (message: unknown): Uint8Array<ArrayBuffer> =>
  encode(message, encodeOptions);

/** Throws when `frame` is not one message. */
export const decodeMessage = (frame: Uint8Array): unknown =>
  // A plain view: what is decoded as bytes must not turn out to be Node's Buffer.
  decode(bytesOf(frame), { extensionCodec: extensions });
