/** Transport over a WebSocket: the page's own, or that of `ws` at the server. */
import { FrameInbox } from "./frame-inbox.ts";
import type { Transport } from "./transport.ts";

/** What both kinds of WebSocket have in common. */
export interface Socket {
  binaryType: string;
  readonly readyState: number;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(code: number, reason?: string): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "open" | "error" | "close", listener: () => void): void;
}

const open = 1;
/** RFC 6455: a close frame holds 125 bytes, two of them for the code. */
const maxReasonBytes = 123;
const closedNormally = 1000;
/** A code of the range for private use: a page may give none of the WebSocket protocol itself. */
const closedForProtocolError = 4002;

export class SocketTransport implements Transport {
  readonly #socket: Socket;
  readonly #inbox = new FrameInbox();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#inbox.push(bytesOf(data)));
    // An error is always followed by the close.
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", () => this.#inbox.close());
  }

  send(frame: Uint8Array): void {
    // No frame lies in shared memory, which a page could not send.
    if (this.#socket.readyState === open) this.#socket.send(frame as Uint8Array<ArrayBuffer>);
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

/** Text is no message of ours, which the channel that decodes the frame then finds. */
const bytesOf = (data: unknown): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new TextEncoder().encode(String(data));

/** At most as many bytes as fit, and no half of a character. */
function cut(reason: string): string {
  const bytes = new TextEncoder().encode(reason);
  if (bytes.byteLength <= maxReasonBytes) return reason;
  return new TextDecoder().decode(bytes.subarray(0, maxReasonBytes), { stream: true });
}
