/** Telemetry batches as the library and exported runs keep them: deflated, otherwise untouched. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { decodeBatch, type Frame } from "../../contract/frame.ts";
import { failure, type Result, success } from "../../contract/result.ts";

/** Telemetry compresses well, and this level keeps up with the fastest run. */
const level = 1;

/** Far above any batch of the engine; a damaged or malicious one must not fill the memory. */
const maxBatchBytes = 64 * 1024 * 1024;

export const packBatch = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level });

export interface UnpackedBatch {
  readonly frame: Frame;
  /** The size of the batch as the engine sent it. */
  readonly bytes: number;
}

export function unpackBatch(packed: Uint8Array): Result<UnpackedBatch> {
  let bytes: Uint8Array;
  try {
    bytes = inflateRawSync(packed, { maxOutputLength: maxBatchBytes });
  } catch (error) {
    return failure("ioError", error instanceof Error ? error.message : String(error));
  }
  const frame = decodeBatch(bytes);
  return frame.ok ? success({ frame: frame.value, bytes: bytes.byteLength }) : frame;
}
