/** Small values that the services and an engine process exchange beside the documents. */
import * as z from "zod";
import { errorCodes } from "./result.ts";

/** Batches that the receiver of telemetry allows in one grant. */
export const creditsSchema = z.int().min(1).max(1_000_000).describe("credits, one a batch");

export const failureSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  detail: z.string().exactOptional(),
});

/** Which engine it is: its version, and what built it. */
export const engineDescriptionSchema = z.object({
  version: z.string(),
  compiler: z.string(),
  build: z.string(),
});

export type EngineDescription = z.infer<typeof engineDescriptionSchema>;
