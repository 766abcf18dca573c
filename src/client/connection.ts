/**
 * The two ways from a page to the services: a WebSocket to the loopback server that served it, or a
 * message port of the desktop application that it asks its bridge for. Both look like a WebSocket
 * class to the RPC client, which makes a new one whenever the last is lost.
 */
import type { HostBridge } from "../../app/contract/rpc/host-bridge.ts";
import { PortInlet } from "./port-inlet.ts";
import { portSocket } from "./port-socket.ts";

export interface Connection {
  readonly url: string;
  readonly WebSocket: typeof WebSocket;
}

/** Where the loopback server takes RPC connections. */
const socketPath = "/rpc";

export function browserConnection({ host }: { readonly host: string } = location): Connection {
  return { url: `ws://${host}${socketPath}`, WebSocket };
}

export function desktopConnection(bridge: HostBridge): Connection {
  const inlet = new PortInlet(window, () => bridge.requestPort());
  return { url: "port:", WebSocket: portSocket(inlet) };
}

/** The bridge of the desktop application; null in a browser. */
export function hostBridge(): HostBridge | null {
  return window.snapscope ?? null;
}

declare global {
  interface Window {
    readonly snapscope?: HostBridge;
  }
}
