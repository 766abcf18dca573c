/**
 * A message port in the shape of a WebSocket, for tRPC's client: opens when the host has sent a port,
 * closes when the other end does.
 */
import { heartbeatFrame, heartbeatOf } from "../../app/transport/heartbeat.ts";
import { PortTransport } from "../../app/transport/port-transport.ts";
import type { PortInlet } from "./port-inlet.ts";

type Heartbeat = Parameters<typeof heartbeatFrame>[0];

/** The class to give to the RPC client; its instances take their ports from `inlet`. */
export function portSocket(inlet: PortInlet): typeof WebSocket {
  class PortSocket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    binaryType = "arraybuffer";
    readyState: 0 | 1 | 2 | 3 = PortSocket.CONNECTING;
    #transport: PortTransport | null = null;

    constructor() {
      super();
      // A macrotask: whoever made the socket listens by then, as with a real one.
      inlet.next((port) => setTimeout(() => this.#open(port)));
    }

    send(data: Uint8Array | Heartbeat): void {
      this.#transport?.send(typeof data === "string" ? heartbeatFrame(data) : data);
    }

    close(): void {
      this.#transport?.close();
      this.#ended();
    }

    #open(port: MessagePort): void {
      if (this.readyState === PortSocket.CLOSED) {
        port.close();
        return;
      }
      const transport = new PortTransport(port);
      this.#transport = transport;
      this.readyState = PortSocket.OPEN;
      transport.onClose(() => this.#ended());
      this.dispatchEvent(new Event("open"));
      transport.onFrame((frame) => {
        const data = heartbeatOf(frame) ?? frame;
        this.dispatchEvent(new MessageEvent("message", { data }));
      });
    }

    #ended(): void {
      if (this.readyState === PortSocket.CLOSED) return;
      this.readyState = PortSocket.CLOSED;
      this.dispatchEvent(new Event("close"));
    }
  }
  return PortSocket as unknown as typeof WebSocket;
}
