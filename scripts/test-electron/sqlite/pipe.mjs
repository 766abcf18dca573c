// Messages over a pipe that blocks: a length, then what V8 makes of the value.
import { readSync, writeSync } from "node:fs";
import { deserialize, serialize } from "node:v8";

const headBytes = 4;

export function writeMessage(pipe, message) {
  const body = serialize(message);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(body.byteLength);
  const bytes = Buffer.concat([head, body]);
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(pipe, bytes, at);
}

/** Null: the other end has gone. */
export function readMessage(pipe) {
  const head = readBytes(pipe, headBytes);
  const body = head && readBytes(pipe, head.readUInt32LE());
  return body && deserialize(body);
}

function readBytes(pipe, count) {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count; ) {
    const read = readSync(pipe, bytes, at, count - at, null);
    if (read === 0) return null;
    at += read;
  }
  return bytes;
}
