/**
 * tRPC's heartbeat, two words in text frames: whoever gets a PING answers PONG, in order with
 * everything else. In a byte frame they cannot be taken for a message: that is never four bytes long
 * and starts with a byte above 0x7f, the head of a MessagePack map or list.
 */
export type Heartbeat = "PING" | "PONG";

const codes: Readonly<Record<Heartbeat, Uint8Array>> = {
  PING: new Uint8Array([0x50, 0x49, 0x4e, 0x47]),
  PONG: new Uint8Array([0x50, 0x4f, 0x4e, 0x47]),
};

export const heartbeatFrame = (heartbeat: Heartbeat): Uint8Array => codes[heartbeat].slice();

/** Which heartbeat `frame` is; null for a message. */
export function heartbeatOf(frame: Uint8Array): Heartbeat | null {
  if (frame.byteLength !== 4) return null;
  const is = (heartbeat: Heartbeat) =>
    codes[heartbeat].every((byte, index) => byte === frame[index]);
  if (is("PING")) return "PING";
  return is("PONG") ? "PONG" : null;
}
