/** Serves the router of the contract on one connection, whatever carries it. */
import { callTRPCProcedure, getTRPCErrorFromUnknown } from "@trpc/server";
import { appRouter } from "../contract/rpc/router.ts";
import type { Services } from "../contract/rpc/services.ts";
import { type Call, channelToPage, type ToPage } from "./rpc-messages.ts";
import type { Transport } from "./transport.ts";

/** Told of exceptions in procedures: bugs, since expected failures travel as values. */
export type BugReporter = (error: Error, path: string) => void;

/** Serves until the connection ends; what was asked over it is then aborted. */
export function serveRpc(transport: Transport, services: Services, onBug: BugReporter): void {
  const channel = channelToPage(transport);
  const calls = new Map<number, ServedCall>();
  const begin = (asked: Call) => {
    const call = new ServedCall((message) => channel.send(message));
    calls.set(asked.id, call);
    void call.answer(asked, services, onBug).finally(() => calls.delete(asked.id));
  };
  const stop = () => {
    for (const call of calls.values()) call.stop();
  };
  channel.onMessage((message) => {
    // What speaks another protocol gains nothing by staying connected.
    if (!message.ok) transport.close(message.error.message);
    else if (message.value.kind === "taken") calls.get(message.value.id)?.taken();
    else if (message.value.kind === "stop") calls.get(message.value.id)?.stop();
    else if (calls.has(message.value.id)) transport.close(`call ${message.value.id} is under way`);
    else begin(message.value);
  });
  transport.onClose(stop);
}

/**
 * One call under way. A subscription fetches its next piece only when the page has dealt with the last:
 * a source that merges what has come meanwhile never piles up, however slow the page is.
 */
class ServedCall {
  readonly #send: (message: ToPage) => void;
  readonly #abort = new AbortController();
  #onTaken: () => void = () => undefined;

  constructor(send: (message: ToPage) => void) {
    this.#send = send;
  }

  taken(): void {
    this.#onTaken();
  }

  stop(): void {
    this.#abort.abort();
    this.#onTaken();
  }

  async answer({ id, type, path, input }: Call, ctx: Services, onBug: BugReporter): Promise<void> {
    const { signal } = this.#abort;
    const getRawInput = () => Promise.resolve(input);
    try {
      const call = { router: appRouter, path, type, ctx, getRawInput, signal, batchIndex: 0 };
      const result: unknown = await callTRPCProcedure(call);
      if (type !== "subscription") {
        if (signal.aborted) return;
        this.#send({ kind: "value", id, value: result });
        return;
      }
      const pieces = (result as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      const first = pieces.next();
      // The source listens: a list that the page asks for now and the pieces miss nothing together.
      this.#send({ kind: "started", id });
      for (let piece = await first; !piece.done; piece = await pieces.next()) {
        await this.#deal(() => this.#send({ kind: "value", id, value: piece.value }));
        if (signal.aborted) {
          await pieces.return?.();
          return;
        }
      }
      this.#send({ kind: "ended", id });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = getTRPCErrorFromUnknown(thrown);
      if (error.code === "INTERNAL_SERVER_ERROR") onBug(error.cause ?? error, path);
      this.#send({ kind: "failed", id, message: error.message });
    }
  }

  /** Settles when the page has dealt with what `send` sends, or has left. */
  #deal(send: () => void): Promise<void> {
    if (this.#abort.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onTaken = resolve;
      send();
    });
  }
}
