/**
 * Serves the router of the contract on one connection, whatever carries it. tRPC speaks its own
 * WebSocket protocol here; `RpcSocket` is what it needs of a socket, on top of a Transport.
 */
import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { getWSConnectionHandler } from "@trpc/server/adapters/ws";
import type { WebSocket } from "ws";
import { appRouter } from "../contract/rpc/router.ts";
import type { Services } from "../contract/rpc/services.ts";
import { type Heartbeat, heartbeatFrame, heartbeatOf } from "./heartbeat.ts";
import { PacedReader } from "./paced-reader.ts";
import { rpcCodec } from "./rpc-codec.ts";
import type { Transport } from "./transport.ts";

/** Told of exceptions in procedures: bugs, since expected failures travel as values. */
export type BugReporter = (error: Error, path: string) => void;

/** Serves until the connection ends; what was asked over it is then aborted. */
export function serveRpc(transport: Transport, services: Services, onBug: BugReporter): void {
  const reader = new PacedReader(() => transport.send(heartbeatFrame("PING")));
  const socket = new RpcSocket(transport, reader);
  const serve = getWSConnectionHandler({
    router: appRouter,
    // The type asks for a server, but only applyWSSHandler, which is not used here, looks at it.
    wss: undefined as never,
    createContext: () => withPacedFeeds(services, reader),
    experimental_encoder: {
      encode: rpcCodec.encode,
      decode: (data) => decodeCall(data, (problem) => socket.refuse(problem)),
    },
    onError({ error, path }) {
      if (error.code === "INTERNAL_SERVER_ERROR") onBug(error.cause ?? error, path ?? "connection");
    },
  });
  serve(socket as unknown as WebSocket, upgradeRequest as IncomingMessage);
}

/** tRPC looks for connection parameters in the URL of the request; there are none. */
const upgradeRequest: Pick<IncomingMessage, "url" | "headers"> = {
  url: "/",
  headers: { host: "localhost" },
};

/** Feeds give their next piece only when the reader has dealt with the last. */
function withPacedFeeds(services: Services, reader: PacedReader): Services {
  const { experiments, library, captures, recordings } = services;
  return {
    ...services,
    experiments: {
      start: (request) => experiments.start(request),
      command: (runId, command) => experiments.command(runId, command),
      kill: (runId) => experiments.kill(runId),
      removeLeftovers: (scenario) => experiments.removeLeftovers(scenario),
      watch: (runId, signal) => reader.pace(experiments.watch(runId, signal), signal),
    },
    library: {
      list: () => library.list(),
      timeline: (request) => library.timeline(request),
      details: (runId) => library.details(runId),
      series: (request) => library.series(request),
      change: (runId, change) => library.change(runId, change),
      remove: (runIds) => library.remove(runIds),
      restore: (runIds) => library.restore(runIds),
      exportRun: (runId) => library.exportRun(runId),
      importRun: (file) => library.importRun(file),
      changes: (signal) => reader.pace(library.changes(signal), signal),
    },
    captures: {
      list: () => captures.list(),
      open: (files) => captures.open(files),
      openSample: () => captures.openSample(),
      remove: (id) => captures.remove(id),
    },
    recordings: {
      watch: (recording, signal) => reader.pace(recordings.watch(recording, signal), signal),
      cancel: (recording) => recordings.cancel(recording),
      rows: (request) => recordings.rows(request),
      facets: (recording) => recordings.facets(recording),
      hits: (request) => recordings.hits(request),
      nextHit: (request) => recordings.nextHit(request),
      rowOf: (request) => recordings.rowOf(request),
      rowAt: (request) => recordings.rowAt(request),
      series: (request) => recordings.series(request),
    },
  };
}

/** Something that speaks another protocol gains nothing by staying connected. */
function decodeCall(data: string | ArrayBuffer | Uint8Array, refuse: (problem: string) => void) {
  let message: unknown;
  try {
    message = rpcCodec.decode(data);
  } catch (error) {
    refuse(`not an RPC message: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
  const calls: readonly unknown[] = Array.isArray(message) ? message : [message];
  if (calls.every(isCall)) return message;
  refuse("not an RPC message: a call has a method and an id");
  throw new TypeError("not a call");
}

const isCall = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "method" in value &&
  typeof value.method === "string" &&
  "id" in value;

/** A WebSocket as far as tRPC's handler knows one. */
class RpcSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly #transport: Transport;
  /** As of a WebSocket: 1 open, 2 closing, 3 closed. */
  readyState: 1 | 2 | 3 = 1;

  constructor(transport: Transport, reader: PacedReader) {
    super();
    this.#transport = transport;
    transport.onClose(() => {
      this.readyState = 3;
      reader.release();
      this.emit("close");
    });
    // A macrotask: the handler listens by the time the first frame comes.
    setImmediate(() => transport.onFrame((frame) => this.#receive(frame, reader)));
  }

  #receive(frame: Uint8Array, reader: PacedReader): void {
    if (this.readyState !== 1) return;
    const heartbeat = heartbeatOf(frame);
    if (heartbeat === "PONG") reader.answered();
    const data = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
    this.emit("message", data, heartbeat === null);
  }

  /** Text is only ever a heartbeat: all else goes through the codec. */
  send(data: Uint8Array | Heartbeat): void {
    this.#transport.send(typeof data === "string" ? heartbeatFrame(data) : data);
  }

  /** Ends the connection once tRPC has sent what it has to say about it. */
  refuse(problem: string): void {
    setImmediate(() => {
      this.readyState = 2;
      this.#transport.close(problem);
    });
  }

  close(): void {
    this.readyState = 2;
    this.#transport.close();
  }

  terminate(): void {
    this.close();
  }
}
