/** The one client of the services: typed procedures, and the state of the connection below them. */
import { createTRPCClient, createWSClient, type TRPCClient, wsLink } from "@trpc/client";
import type { AppRouter } from "../../app/contract/rpc/router.ts";
import { wireValues } from "../../app/contract/rpc/wire-values.ts";
import { rpcCodec } from "../../app/transport/rpc-codec.ts";
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
const retryDelayMs = (attempt: number) =>
  attempt === 0 ? 0 : Math.min(firstRetryMs * 2 ** attempt, longestRetryMs);

export function createClient({ url, WebSocket, isRefused }: Connection): Client {
  const socket = createWSClient({
    url,
    WebSocket,
    retryDelayMs,
    experimental_encoder: rpcCodec,
  });
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = "connecting";
  const become = (next: ConnectionState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener(next);
  };
  let failures = 0;
  const failed = async (): Promise<void> => {
    failures += 1;
    const failure = failures;
    if (state !== "refused") become("lost");
    const refused = await isRefused();
    if (failure === failures && state !== "open") become(refused ? "refused" : "lost");
  };
  socket.connectionState.subscribe({
    next: (change) => {
      if (change.state === "pending") become("open");
      else if (change.state === "connecting" && change.error !== null) void failed();
    },
  });
  return {
    services: createTRPCClient<AppRouter>({
      links: [wsLink({ client: socket, transformer: wireValues })],
    }),
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => void socket.close(),
  };
}

/** The client for wherever this page runs. */
export function connectToHost(): Client {
  const bridge = hostBridge();
  return createClient(bridge === null ? browserConnection() : desktopConnection(bridge));
}
