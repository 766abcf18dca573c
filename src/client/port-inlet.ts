/**
 * Where message ports for the services arrive: one for each that the page asked its host for. A port
 * that leads nowhere any more closes, and is asked for anew.
 */
import { rpcPortMessage } from "../../app/contract/rpc/host-bridge.ts";

/** What of the window is used: its message events. */
export interface MessageSource {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

type PortReceiver = (port: MessagePort) => void;

export class PortInlet {
  readonly #request: () => void;
  readonly #waiting: PortReceiver[] = [];

  constructor(source: MessageSource, request: () => void) {
    this.#request = request;
    source.addEventListener("message", (event) => {
      const port = event.ports[0];
      // Only the preload shares this window; frames and other windows are somebody else.
      if (event.source !== source || event.data !== rpcPortMessage || port === undefined) return;
      this.#waiting.shift()?.(port);
    });
  }

  /** Asks the host for a port, and gives it to `receive`. */
  next(receive: PortReceiver): void {
    this.#waiting.push(receive);
    this.#request();
  }
}
