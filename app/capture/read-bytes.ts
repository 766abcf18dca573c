import { readSync } from "node:fs";

/** Fewer bytes than asked for where the file ends. */
export function read(descriptor: number, length: number, from = 0): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readInto(descriptor, bytes, 0, length, from));
}

/** Into `bytes` at `at`, from the offset `from` of the file. Returns how many there were. */
export function readInto(
  descriptor: number,
  bytes: Buffer,
  at: number,
  length: number,
  from: number,
): number {
  let got = 0;
  while (got < length) {
    const more = readSync(descriptor, bytes, at + got, length - got, from + got);
    if (more === 0) break;
    got += more;
  }
  return got;
}
