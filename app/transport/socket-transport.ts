/** Transport over a WebSocket, the server's side. */
import type { RawData, WebSocket } from "ws";
import { FrameInbox } from "./frame-inbox.ts";
import { heartbeatOf } from "./heartbeat.ts";
import type { Transport } from "./transport.ts";

/** RFC 6455: a close frame holds 125 bytes, two of them for the code. */
const maxReasonBytes = 123;
const closedNormally = 1000;
const closedForProtocolError = 1002;

export class SocketTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #inbox = new FrameInbox();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#inbox.push(bytesOf(data)));
    // An error is always followed by the close.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#inbox.close());
  }

  /** Heartbeats travel as text: that is what tRPC's client in the page looks for. */
  send(frame: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(heartbeatOf(frame) ?? frame);
  }

  onFrame(handler: (frame: Uint8Array) => void): void {
    this.#inbox.onFrame(handler);
  }

  onClose(handler: () => void): void {
    this.#inbox.onClose(handler);
  }

  close(reason?: string): void {
    if (reason === undefined) this.#socket.close(closedNormally);
    else this.#socket.close(closedForProtocolError, cut(reason));
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

/** At most as many bytes as fit, and no half of a character. */
function cut(reason: string): string {
  const bytes = new TextEncoder().encode(reason);
  if (bytes.byteLength <= maxReasonBytes) return reason;
  return new TextDecoder().decode(bytes.subarray(0, maxReasonBytes), { stream: true });
}
