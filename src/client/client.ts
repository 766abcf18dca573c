/** The one client of the services: typed procedures, and the state of the connection below them. */
import { createTRPCClient, type TRPCClient } from "@trpc/client";
import type { AppRouter } from "../../app/contract/rpc/router.ts";
import { RpcCalls } from "../../app/transport/rpc-calls.ts";
import type { Transport } from "../../app/transport/transport.ts";
import { browserConnection, type Connection, desktopConnection, hostBridge } from "./connection.ts";

export type ServicesClient = TRPCClient<AppRouter>;

/**
 * connecting: for the first time; lost: was open, or could not be opened, and is tried again; refused:
 * the host does not know this page, and will not before it is opened anew by the address that it gave.
 */
export type ConnectionState = "connecting" | "open" | "lost" | "refused";

export interface Client {
  readonly services: ServicesClient;
  readonly state: ConnectionState;
  /** Called with each change; the returned function ends that. */
  onState(listener: (state: ConnectionState) => void): () => void;
  /** Ends the connection for good. */
  close(): void;
}

const firstRetryMs = 100;
const longestRetryMs = 2_000;

/** Waits double; on one machine, two seconds are already long. */
const retryDelayMs = (failures: number) =>
  failures <= 1 ? 0 : Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);

export function createClient({ open, isRefused }: Connection): Client {
  const calls = new RpcCalls();
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = "connecting";
  let closed = false;
  let transport: Transport | null = null;
  const become = (next: ConnectionState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener(next);
  };
  /** In a row: an open connection begins anew. */
  let failures = 0;
  const failed = async (): Promise<void> => {
    failures += 1;
    become("lost");
    // A host that does not know this page now will not know it later: it is asked no more.
    if (await isRefused()) become("refused");
    else setTimeout(connect, retryDelayMs(failures));
  };
  const connect = async (): Promise<void> => {
    if (closed) return;
    transport = await open();
    if (closed) transport?.close();
    else if (transport === null) void failed();
    else {
      transport.onClose(() => {
        calls.disconnect();
        if (!closed) void failed();
      });
      calls.connect(transport);
      failures = 0;
      become("open");
    }
  };
  void connect();
  return {
    services: createTRPCClient<AppRouter>({ links: [calls.link] }),
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      closed = true;
      transport?.close();
    },
  };
}

/** The client for wherever this page runs. */
export function connectToHost(): Client {
  const bridge = hostBridge();
  return createClient(bridge === null ? browserConnection() : desktopConnection(bridge));
}
