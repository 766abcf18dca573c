/**
 * The two ways from a page to the services: a WebSocket to the loopback server that served it, or a
 * message port of the desktop application that it asks its bridge for.
 */
import type { HostBridge } from "../../app/contract/rpc/host-bridge.ts";
import {
  accessPath,
  authorizationOf,
  protocolsOf,
  rpcPath,
} from "../../app/transport/loopback-access.ts";
import { PortTransport } from "../../app/transport/port-transport.ts";
import { SocketTransport } from "../../app/transport/socket-transport.ts";
import type { Transport } from "../../app/transport/transport.ts";
import { takeToken } from "./access-token.ts";
import { PortInlet } from "./port-inlet.ts";

export interface Connection {
  /** A new one, open; null: it could not be had. */
  open(): Promise<Transport | null>;
  /** Whether a connection that failed was refused: there is a host, and it does not know this page. */
  isRefused(): Promise<boolean>;
}

export function browserConnection(): Connection {
  const token = takeToken(window);
  return {
    open: () =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}${rpcPath}`, protocolsOf(token));
        const transport = new SocketTransport(socket);
        socket.addEventListener("open", () => resolve(transport));
        socket.addEventListener("close", () => resolve(null));
      }),
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
  return {
    open: () => new Promise((resolve) => inlet.next((port) => resolve(new PortTransport(port)))),
    isRefused: async () => false,
  };
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
