/**
 * What the services and an engine process say to each other. A frame is one byte for the kind and
 * the payload: JSON as UTF-8, or the bytes of a telemetry batch as the engine made them.
 */
import type * as z from "zod";
import {
  type Calibration,
  type CalibrationStep,
  calibrationSchema,
  calibrationStepSchema,
} from "../contract/calibration.ts";
import { type Command, commandSchema } from "../contract/command.ts";
import { type DeviceFigures, deviceFiguresSchema } from "../contract/device.ts";
import {
  creditsSchema,
  type EngineDescription,
  engineDescriptionSchema,
  failureSchema,
} from "../contract/engine-protocol.ts";
import { parseJsonWith } from "../contract/issues.ts";
import { type Failure, failure, type Result, success } from "../contract/result.ts";

export type Message =
  /** To the engine: run this resolved scenario. */
  | { readonly kind: "start"; readonly scenario: string }
  /** To the engine, instead of a start: say which engine you are. */
  | { readonly kind: "describe" }
  /** To the engine, instead of a start: say what this device, in JSON, can do. */
  | { readonly kind: "measureDevice"; readonly device: string }
  /** To the engine, instead of a start: measure the disk with this new file, and fit a device. */
  | { readonly kind: "calibrate"; readonly file: string }
  | { readonly kind: "command"; readonly command: Command }
  /** To the engine: that many more batches may be sent. */
  | { readonly kind: "grant"; readonly credits: number }
  /** From the engine: the answer to describe. */
  | { readonly kind: "description"; readonly engine: EngineDescription }
  /** From the engine: the answer to measureDevice. */
  | { readonly kind: "deviceFigures"; readonly figures: DeviceFigures }
  /** From the engine, of a calibration: one load was measured. */
  | { readonly kind: "calibrationStep"; readonly step: CalibrationStep }
  /** From the engine: the answer to calibrate. */
  | { readonly kind: "calibration"; readonly calibration: Calibration }
  /** From the engine: one telemetry batch, which costs one credit. */
  | { readonly kind: "batch"; readonly bytes: Uint8Array }
  /** From the engine, once, after the last batch. */
  | { readonly kind: "end"; readonly summary: string }
  /** From the engine instead of an end: the run cannot be started or goes on no more. */
  | { readonly kind: "error"; readonly error: Failure };

const codes = {
  start: 1,
  command: 2,
  grant: 3,
  describe: 4,
  measureDevice: 5,
  calibrate: 6,
  batch: 16,
  end: 17,
  error: 18,
  description: 19,
  deviceFigures: 20,
  calibrationStep: 21,
  calibration: 22,
} as const;

const utf8 = new TextEncoder();

export function encodeMessage(message: Message): Uint8Array {
  const payload = payloadOf(message);
  const frame = new Uint8Array(1 + payload.byteLength);
  frame[0] = codes[message.kind];
  frame.set(payload, 1);
  return frame;
}

function payloadOf(message: Message): Uint8Array {
  switch (message.kind) {
    case "batch":
      return message.bytes;
    case "start":
      return utf8.encode(message.scenario);
    case "describe":
      return new Uint8Array();
    case "measureDevice":
      return utf8.encode(message.device);
    case "calibrate":
      return utf8.encode(message.file);
    case "calibrationStep":
      return utf8.encode(JSON.stringify(message.step));
    case "calibration":
      return utf8.encode(JSON.stringify(message.calibration));
    case "deviceFigures":
      return utf8.encode(JSON.stringify(message.figures));
    case "description":
      return utf8.encode(JSON.stringify(message.engine));
    case "end":
      return utf8.encode(message.summary);
    case "command":
      return utf8.encode(JSON.stringify(message.command));
    case "grant":
      return utf8.encode(JSON.stringify(message.credits));
    case "error":
      return utf8.encode(JSON.stringify(message.error));
  }
}

function decodeJson<Value>(
  kind: Message["kind"],
  schema: z.ZodType<Value>,
  text: string,
  messageOf: (value: Value) => Message,
): Result<Message> {
  const value = parseJsonWith(schema, text, `frame: ${kind}`, "protocol");
  return value.ok ? success(messageOf(value.value)) : value;
}

export function decodeMessage(frame: Uint8Array): Result<Message> {
  const payload = frame.subarray(1);
  if (frame[0] === codes.batch) return success({ kind: "batch", bytes: payload });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(payload);
  } catch {
    return failure("protocol", "frame: its text is not UTF-8");
  }
  switch (frame[0]) {
    case codes.start:
      return success({ kind: "start", scenario: text });
    case codes.end:
      return success({ kind: "end", summary: text });
    case codes.command:
      return decodeJson("command", commandSchema, text, (command) => ({
        kind: "command",
        command,
      }));
    case codes.grant:
      return decodeJson("grant", creditsSchema, text, (credits) => ({ kind: "grant", credits }));
    case codes.describe:
      return success({ kind: "describe" });
    case codes.measureDevice:
      return success({ kind: "measureDevice", device: text });
    case codes.calibrate:
      return success({ kind: "calibrate", file: text });
    case codes.calibrationStep:
      return decodeJson("calibrationStep", calibrationStepSchema, text, (step) => ({
        kind: "calibrationStep",
        step,
      }));
    case codes.calibration:
      return decodeJson("calibration", calibrationSchema, text, (calibration) => ({
        kind: "calibration",
        calibration,
      }));
    case codes.deviceFigures:
      return decodeJson("deviceFigures", deviceFiguresSchema, text, (figures) => ({
        kind: "deviceFigures",
        figures,
      }));
    case codes.description:
      return decodeJson("description", engineDescriptionSchema, text, (engine) => ({
        kind: "description",
        engine,
      }));
    case codes.error:
      return decodeJson("error", failureSchema, text, (error) => ({ kind: "error", error }));
    default:
      return failure("protocol", `frame: kind ${frame[0] ?? "none"} is not known`);
  }
}
