/**
 * Transport over the IPC channel of a forked Node process. Both ends must use the "advanced"
 * serialisation, which moves bytes as bytes.
 */
import type { Transport } from "./transport.ts";

/** What a ChildProcess and the forked process's own `process` have in common. */
export interface IpcEndpoint {
  readonly connected: boolean;
  send?(message: unknown, callback: (error: Error | null) => void): boolean;
  on(event: "message", listener: (message: unknown) => void): unknown;
  once(event: "disconnect", listener: () => void): unknown;
  disconnect(): void;
}

export class IpcTransport implements Transport {
  readonly #endpoint: IpcEndpoint;
  readonly #early: Uint8Array[] = [];
  #handler: ((frame: Uint8Array) => void) | null = null;

  constructor(endpoint: IpcEndpoint) {
    this.#endpoint = endpoint;
    endpoint.on("message", (message) => {
      // Node itself and the test runner may use the channel too; only bytes are ours.
      if (!(message instanceof Uint8Array)) return;
      if (this.#handler === null) this.#early.push(message);
      else this.#handler(message);
    });
  }

  send(frame: Uint8Array): void {
    if (!this.#endpoint.connected) return;
    // An error here means that the other end has gone, which onClose reports.
    this.#endpoint.send?.(frame, () => undefined);
  }

  onFrame(handler: (frame: Uint8Array) => void): void {
    this.#handler = handler;
    for (const frame of this.#early.splice(0)) handler(frame);
  }

  onClose(handler: () => void): void {
    if (this.#endpoint.connected) this.#endpoint.once("disconnect", handler);
    else queueMicrotask(handler);
  }

  close(): void {
    if (this.#endpoint.connected) this.#endpoint.disconnect();
  }
}
