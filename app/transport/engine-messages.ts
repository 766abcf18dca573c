/** What the services and an engine process say to each other: each kind of message, once. */
import * as z from "zod";
import { calibrationSchema, calibrationStepSchema } from "../contract/calibration.ts";
import { commandSchema } from "../contract/command.ts";
import { deviceFiguresSchema } from "../contract/device.ts";
import {
  creditsSchema,
  engineDescriptionSchema,
  failureSchema,
} from "../contract/engine-protocol.ts";
import type { Transport } from "./transport.ts";
import { TypedChannel } from "./typed-channel.ts";

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, "expected bytes");

const toEngineSchema = z.discriminatedUnion("kind", [
  /** Run this resolved scenario, in JSON. */
  z.strictObject({ kind: z.literal("start"), scenario: z.string() }),
  /** Instead of a start: say which engine you are. */
  z.strictObject({ kind: z.literal("describe") }),
  /** Instead of a start: say what these devices, each in JSON, can do. */
  z.strictObject({ kind: z.literal("measureDevices"), devices: z.array(z.string()).min(1) }),
  /** Instead of a start: measure the disk with this new file, and fit a device. */
  z.strictObject({ kind: z.literal("calibrate"), file: z.string() }),
  z.strictObject({ kind: z.literal("command"), command: commandSchema }),
  /** That many more batches may be sent. */
  z.strictObject({ kind: z.literal("grant"), credits: creditsSchema }),
]);

const fromEngineSchema = z.discriminatedUnion("kind", [
  /** The answer to describe. */
  z.strictObject({ kind: z.literal("description"), engine: engineDescriptionSchema }),
  /** The answer to measureDevices has one for each device, in their order. */
  z.strictObject({ kind: z.literal("deviceFigures"), figures: deviceFiguresSchema }),
  /** A calibration has measured one load. */
  z.strictObject({ kind: z.literal("calibrationStep"), step: calibrationStepSchema }),
  /** The answer to calibrate. */
  z.strictObject({ kind: z.literal("calibration"), calibration: calibrationSchema }),
  /** One telemetry batch as the engine made it, which costs one credit. */
  z.strictObject({ kind: z.literal("batch"), bytes }),
  /** Once, after the last batch, with the summary in JSON. */
  z.strictObject({ kind: z.literal("end"), summary: z.string() }),
  /** Instead of an end: the run cannot be started or goes on no more. */
  z.strictObject({ kind: z.literal("error"), error: failureSchema }),
]);

export type ToEngine = z.infer<typeof toEngineSchema>;
export type FromEngine = z.infer<typeof fromEngineSchema>;

/** The services' end. */
export const channelToEngine = (transport: Transport): TypedChannel<ToEngine, FromEngine> =>
  new TypedChannel(transport, fromEngineSchema, "message of an engine");

/** The end of the engine process. */
export const channelOfEngine = (transport: Transport): TypedChannel<FromEngine, ToEngine> =>
  new TypedChannel(transport, toEngineSchema, "message to an engine");
