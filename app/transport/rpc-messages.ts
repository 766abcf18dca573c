/**
 * What a page and the services say to each other: calls of the contract's procedures and what becomes
 * of them. Ids are the page's, one for each call over a connection.
 */
import * as z from "zod";
import type { Transport } from "./transport.ts";
import { TypedChannel } from "./typed-channel.ts";

const id = z.int().min(0);

const toServicesSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("call"),
    id,
    type: z.enum(["query", "mutation", "subscription"]),
    path: z.string(),
    input: z.unknown().optional(),
  }),
  /** The last piece of a subscription has been dealt with: the next may come. */
  z.strictObject({ kind: z.literal("taken"), id }),
  /** Nobody waits for this call any more. */
  z.strictObject({ kind: z.literal("stop"), id }),
]);

const toPageSchema = z.discriminatedUnion("kind", [
  /** The answer of a query or a mutation; a piece of a subscription. */
  z.strictObject({ kind: z.literal("value"), id, value: z.unknown().optional() }),
  /** What happens from now on comes as pieces of this subscription. */
  z.strictObject({ kind: z.literal("started"), id }),
  /** A subscription is over. */
  z.strictObject({ kind: z.literal("ended"), id }),
  /** A call that the contract does not allow, or a bug: expected failures are values. */
  z.strictObject({ kind: z.literal("failed"), id, message: z.string() }),
]);

export type ToServices = z.infer<typeof toServicesSchema>;
export type ToPage = z.infer<typeof toPageSchema>;
export type Call = Extract<ToServices, { kind: "call" }>;

/** The page's end. */
export const channelToServices = (transport: Transport): TypedChannel<ToServices, ToPage> =>
  new TypedChannel(transport, toPageSchema, "message of the services");

/** The services' end. */
export const channelToPage = (transport: Transport): TypedChannel<ToPage, ToServices> =>
  new TypedChannel(transport, toServicesSchema, "call of the services");
