/**
 * The two ways from a page to the services: a WebSocket to the loopback server that served it, or a
 * message port of the desktop application that it asks its bridge for. Both look like a WebSocket
 * class to the RPC client, which makes a new one whenever the last is lost.
 */
import type { HostBridge } from "../../app/contract/rpc/host-bridge.ts";
import {
  accessPath,
  authorizationOf,
  protocolsOf,
  rpcPath,
} from "../../app/transport/loopback-access.ts";
import { takeToken } from "./access-token.ts";
import { PortInlet } from "./port-inlet.ts";
import { portSocket } from "./port-socket.ts";

export interface Connection {
  readonly url: string;
  readonly WebSocket: typeof WebSocket;
  /** Whether a connection that failed was refused: there is a host, and it does not know this page. */
  isRefused(): Promise<boolean>;
}

export function browserConnection(): Connection {
  const token = takeToken(window);
  return {
    url: `ws://${location.host}${rpcPath}`,
    WebSocket: class extends WebSocket {
      constructor(url: string | URL) {
        super(url, protocolsOf(token));
      }
    },
    isRefused: async () => {
      if (token === null) return true;
      try {
        const headers = { authorization: authorizationOf(token) };
        return (await fetch(accessPath, { headers, cache: "no-store" })).status === 401;
      } catch {
        // Nobody is there to refuse anything.
        return false;
      }
    },
  };
}

export function desktopConnection(bridge: HostBridge): Connection {
  const inlet = new PortInlet(window, () => bridge.requestPort());
  return { url: "port:", WebSocket: portSocket(inlet), isRefused: async () => false };
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
