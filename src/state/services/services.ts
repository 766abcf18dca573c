/** The connection to the services: one for the window, made when it is first needed. */
import { useSyncExternalStore } from "react";
import {
  type Client,
  type ConnectionState,
  connectToHost,
  type ServicesClient,
} from "../../client/client.ts";

export type { ConnectionState } from "../../client/client.ts";

let client: Client | null = null;

function connected(): Client {
  client ??= connectToHost();
  return client;
}

/** The typed procedures, for this folder alone: all others ask through `ask`, `useFetched` and `follow`. */
export const services = (): ServicesClient => connected().services;

/** Calls with each change of the connection; returns what ends that. */
export const onConnection = (listener: (state: ConnectionState) => void): (() => void) =>
  connected().onState(listener);

export const connectionState = (): ConnectionState => connected().state;

/** Settles when the services can be reached: at once, or when they are back. */
export function connectionOpen(): Promise<void> {
  if (connectionState() === "open") return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onConnection((state) => {
      if (state !== "open") return;
      stop();
      resolve();
    });
  });
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(onConnection, connectionState);
}

/** What went wrong with a call, for a person: an exception here is a lost connection or a bug. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === "" ? "The services of Snapscope did not answer." : message;
}
