/**
 * What Electron's main process and the services process say to each other, beside the RPC. Main opens
 * labelled channels to the services: `control` first, an `rpc` one for each connection of a page,
 * and one for each engine that the services asked for. Messages on the control channel are these.
 */
import * as z from "zod";
import { failureSchema } from "../contract/engine-protocol.ts";
import type { Transport } from "./transport.ts";
import { TypedChannel } from "./typed-channel.ts";

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
  z.strictObject({ kind: z.literal("mayRead"), id, allowed: z.boolean() }),
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
  /** The page names a file: whether its user has chosen that one. */
  z.strictObject({ kind: z.literal("askMayRead"), id, path: z.string() }),
]);

export type ToServices = z.infer<typeof toServicesSchema>;
export type ToMain = z.infer<typeof toMainSchema>;

/** Main's end of the control channel. */
export const controlOfMain = (transport: Transport): TypedChannel<ToServices, ToMain> =>
  new TypedChannel(transport, toMainSchema, "control message");

/** The services' end of the control channel. */
export const controlOfServices = (transport: Transport): TypedChannel<ToMain, ToServices> =>
  new TypedChannel(transport, toServicesSchema, "control message");
