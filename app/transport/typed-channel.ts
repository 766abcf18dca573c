/** One end of a transport that carries typed messages, each checked as it arrives. */
import * as z from "zod";
import { failure, type Result, success } from "../contract/result.ts";
import { decodeMessage, encodeMessage } from "./codec.ts";
import type { Transport } from "./transport.ts";

export class TypedChannel<Sent, Received> {
  readonly #transport: Transport;
  readonly #schema: z.ZodType<Received>;
  readonly #name: string;

  /** `name` says in a failure what the bytes are not: "engine message". */
  constructor(transport: Transport, schema: z.ZodType<Received>, name: string) {
    this.#transport = transport;
    this.#schema = schema;
    this.#name = name;
  }

  send(message: Sent): void {
    this.#transport.send(encodeMessage(message));
  }

  /** Messages that arrive before are kept; one that is none is a failure of kind "protocol". */
  onMessage(handler: (message: Result<Received>) => void): void {
    this.#transport.onFrame((frame) => handler(this.#parse(frame)));
  }

  #parse(frame: Uint8Array): Result<Received> {
    try {
      const parsed = this.#schema.safeParse(decodeMessage(frame));
      if (parsed.success) return success(parsed.data);
      return failure("protocol", `not a ${this.#name}: ${z.prettifyError(parsed.error)}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return failure("protocol", `not a ${this.#name}: ${reason}`);
    }
  }
}
