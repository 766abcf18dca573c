/**
 * Transport over a message port: between a page and the services, and between the services and an
 * engine under Electron. The page's port and Electron's own differ in how they are listened to.
 */
import { FrameInbox } from "./frame-inbox.ts";
import type { Transport } from "./transport.ts";

/** A port of the page (DOM). */
export interface PagePort {
  postMessage(message: unknown): void;
  addEventListener(type: "message" | "close", listener: (event: { data?: unknown }) => void): void;
  start(): void;
  close(): void;
}

/** A port of Electron's main or utility process. */
export interface HostPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  start(): void;
  close(): void;
}

/**
 * What a port sends to say that it closes. The other end's `close` event may be late or, in a page,
 * missing: garbage collection decides there.
 */
const farewell = "close";

export class PortTransport implements Transport {
  readonly #port: PagePort | HostPort;
  readonly #inbox = new FrameInbox();

  constructor(port: PagePort | HostPort) {
    this.#port = port;
    const receive = (event: { data?: unknown }) => {
      if (event.data instanceof Uint8Array) this.#inbox.push(event.data);
      else if (event.data === farewell) this.close();
    };
    const closed = () => this.#inbox.close();
    if ("addEventListener" in port) {
      port.addEventListener("message", receive);
      port.addEventListener("close", closed);
    } else {
      port.on("message", receive);
      port.on("close", closed);
    }
    port.start();
  }

  send(frame: Uint8Array): void {
    if (!this.#inbox.closed) this.#port.postMessage(exactly(frame));
  }

  onFrame(handler: (frame: Uint8Array) => void): void {
    this.#inbox.onFrame(handler);
  }

  onClose(handler: () => void): void {
    this.#inbox.onClose(handler);
  }

  close(): void {
    if (this.#inbox.closed) return;
    this.#port.postMessage(farewell);
    this.#port.close();
    this.#inbox.close();
  }
}

/** A structured clone takes the whole buffer below a view along: hand over no more than the view. */
const exactly = (frame: Uint8Array): Uint8Array =>
  frame.byteLength === frame.buffer.byteLength ? frame : new Uint8Array(frame);
