/**
 * What Electron's main process and the services process say to each other, beside the RPC. Main opens
 * labelled channels to the services: `control` first, an `rpc` one for each connection of a page,
 * and one for each engine that the services asked for. Messages on the control channel are these.
 */
import * as z from "zod";
import { failureSchema } from "../contract/engine-protocol.ts";
import { failure, type Result, success } from "../contract/result.ts";
import { rpcCodec } from "./rpc-codec.ts";
import type { Transport } from "./transport.ts";

export const controlLabel = "control";
export const rpcLabel = "rpc";
export const engineLabel = (engineId: number): string => `engine ${engineId}`;

const id = z.int().min(1);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const engineExit = z.strictObject({
  code: z.int().nullable(),
  signal: z.string().nullable(),
  output: z.string(),
});

const toServicesSchema = z.discriminatedUnion("kind", [
  /** Comes after the engine's channel has been opened. */
  z.strictObject({ kind: z.literal("engineStarted"), id, pid: z.int() }),
  z.strictObject({ kind: z.literal("engineRefused"), id, reason: z.string() }),
  z.strictObject({ kind: z.literal("engineExited"), id, exit: engineExit }),
  z.strictObject({ kind: z.literal("pdfPrinted"), id, pdf: bytes }),
  z.strictObject({ kind: z.literal("pdfFailed"), id, error: failureSchema }),
  /** Close everything and exit. */
  z.strictObject({ kind: z.literal("stop") }),
]);

const toMainSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready") }),
  /** The services cannot start, such as with a library of a newer version. */
  z.strictObject({ kind: z.literal("failed"), error: failureSchema }),
  z.strictObject({ kind: z.literal("startEngine"), id, addon: z.string() }),
  z.strictObject({ kind: z.literal("killEngine"), id }),
  z.strictObject({ kind: z.literal("printPdf"), id, html: z.string() }),
  z.strictObject({ kind: z.literal("cancelPrint"), id }),
]);

export type ToServices = z.infer<typeof toServicesSchema>;
export type ToMain = z.infer<typeof toMainSchema>;

/** One end of the control channel: typed messages, checked as they arrive. */
export class ControlChannel<Sent, Received> {
  readonly #transport: Transport;

  constructor(
    transport: Transport,
    schema: z.ZodType<Received>,
    onMessage: (message: Result<Received>) => void,
  ) {
    this.#transport = transport;
    transport.onFrame((frame) => onMessage(parse(schema, frame)));
  }

  send(message: Sent): void {
    this.#transport.send(rpcCodec.encode(message));
  }
}

export const controlOfMain = (
  transport: Transport,
  onMessage: (message: Result<ToMain>) => void,
): ControlChannel<ToServices, ToMain> => new ControlChannel(transport, toMainSchema, onMessage);

export const controlOfServices = (
  transport: Transport,
  onMessage: (message: Result<ToServices>) => void,
): ControlChannel<ToMain, ToServices> => new ControlChannel(transport, toServicesSchema, onMessage);

function parse<T>(schema: z.ZodType<T>, frame: Uint8Array): Result<T> {
  try {
    const parsed = schema.safeParse(rpcCodec.decode(frame));
    if (parsed.success) return success(parsed.data);
    return failure("protocol", `control message: ${z.prettifyError(parsed.error)}`);
  } catch (error) {
    return failure("protocol", `control message: ${String(error)}`);
  }
}
