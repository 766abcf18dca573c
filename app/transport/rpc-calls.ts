/** The page's side of the RPC: tRPC's last link, over the transport of a connection that comes and goes. */
import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../contract/rpc/router.ts";
import { channelToServices, type ToPage, type ToServices } from "./rpc-messages.ts";
import type { Transport } from "./transport.ts";
import type { TypedChannel } from "./typed-channel.ts";

type Operation = Parameters<ReturnType<TRPCLink<AppRouter>>>[0]["op"];

interface Waiting {
  readonly operation: Operation;
  /** Whether the services have been asked, on the connection that there is. */
  asked: boolean;
  started(): void;
  value(value: unknown): void;
  ended(): void;
  failed(message: string): void;
}

const lost = "The connection to the services was lost before they answered.";
const abandoned = "The question was taken back before the services answered.";

export class RpcCalls {
  readonly #waiting = new Map<number, Waiting>();
  #channel: TypedChannel<ToServices, ToPage> | null = null;

  readonly link: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const abandon = () => observer.error(TRPCClientError.from(new Error(abandoned)));
        if (op.signal?.aborted) {
          abandon();
          return undefined;
        }
        op.signal?.addEventListener("abort", abandon, { once: true });
        this.#ask({
          operation: op,
          asked: false,
          started: () => observer.next({ result: { type: "started" } }),
          value: (data) => {
            observer.next({ result: { type: "data", data } });
            if (op.type !== "subscription") observer.complete();
          },
          ended: () => {
            observer.next({ result: { type: "stopped" } });
            observer.complete();
          },
          failed: (message) => observer.error(TRPCClientError.from(new Error(message))),
        });
        return () => {
          op.signal?.removeEventListener("abort", abandon);
          this.#forget(op.id);
        };
      });

  /** Calls that waited for a connection go over this one, and subscriptions begin anew on it. */
  connect(transport: Transport): void {
    const channel = channelToServices(transport);
    this.#channel = channel;
    channel.onMessage((message) => {
      if (message.ok) this.#receive(message.value);
      else transport.close(message.error.message);
    });
    for (const call of this.#waiting.values()) this.#send(call);
  }

  /** Whether a question was carried out before the connection was lost, nobody knows: it fails. */
  disconnect(): void {
    this.#channel = null;
    for (const [id, call] of [...this.#waiting]) {
      if (!call.asked) continue;
      call.asked = false;
      if (call.operation.type === "subscription") continue;
      this.#waiting.delete(id);
      call.failed(lost);
    }
  }

  #ask(call: Waiting): void {
    this.#waiting.set(call.operation.id, call);
    this.#send(call);
  }

  #send(call: Waiting): void {
    if (this.#channel === null) return;
    const { id, type, path, input } = call.operation;
    call.asked = true;
    this.#channel.send({ kind: "call", id, type, path, input });
  }

  #receive(message: ToPage): void {
    const call = this.#waiting.get(message.id);
    if (call === undefined) return;
    const goesOn = call.operation.type === "subscription" && !isLast(message);
    if (!goesOn) this.#waiting.delete(message.id);
    switch (message.kind) {
      case "started":
        call.started();
        return;
      case "value":
        call.value(message.value);
        // The page has dealt with the piece now, or has left.
        if (goesOn) this.#channel?.send({ kind: "taken", id: message.id });
        return;
      case "ended":
        call.ended();
        return;
      case "failed":
        call.failed(message.message);
    }
  }

  /** Nobody waits for the call any more. */
  #forget(id: number): void {
    const call = this.#waiting.get(id);
    if (call === undefined) return;
    this.#waiting.delete(id);
    if (call.asked) this.#channel?.send({ kind: "stop", id });
  }
}

const isLast = ({ kind }: ToPage): boolean => kind === "ended" || kind === "failed";
