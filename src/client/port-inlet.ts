/**
 * Where message ports for the services arrive. The host sends one when asked, and a new one by
 * itself after it has restarted the services: then the old one leads nowhere any more.
 */
import { rpcPortMessage } from "../../app/contract/rpc/host-bridge.ts";

/** What of the window is used: its message events. */
export interface MessageSource {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

type PortReceiver = (port: MessagePort) => void;

export class PortInlet {
  readonly #request: () => void;
  #waiting: PortReceiver | null = null;
  #unasked: MessagePort | null = null;
  #onReplaced: () => void = () => undefined;

  constructor(source: MessageSource, request: () => void) {
    this.#request = request;
    source.addEventListener("message", (event) => {
      const port = event.ports[0];
      // Only the preload shares this window; frames and other windows are somebody else.
      if (event.source !== source || event.data !== rpcPortMessage || port === undefined) return;
      this.#take(port);
    });
  }

  /** The next port goes to `receive`; `replaced` is called when a newer one makes it obsolete. */
  next(receive: PortReceiver, replaced: () => void): void {
    this.#onReplaced = replaced;
    if (this.#unasked !== null) {
      const port = this.#unasked;
      this.#unasked = null;
      receive(port);
      return;
    }
    this.#waiting = receive;
    this.#request();
  }

  #take(port: MessagePort): void {
    const receive = this.#waiting;
    this.#waiting = null;
    if (receive !== null) {
      receive(port);
      return;
    }
    this.#unasked?.close();
    this.#unasked = port;
    this.#onReplaced();
  }
}
