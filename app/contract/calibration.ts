/** A calibration: what this machine's disk did under each load, and the device that explains it. */
import * as z from "zod";
import { queueDeviceSchema } from "./device.ts";

const loadSchema = z.object({
  isWrite: z.boolean(),
  /** True if a write counts once it is durable, else it counts once its call has returned. */
  durable: z.boolean(),
  sequential: z.boolean(),
  /** Where writes go: to what was written before, to regions of a sparse file not allocated so far, or to pages of these. */
  target: z.enum(["written", "newRegions", "newPages"]),
  /** I/Os under way at any time. */
  depth: z.int().min(1),
  ioBytes: z.int().min(1),
  iosPerSecond: z.number().positive(),
  /** Mean response of one. */
  meanUs: z.number().min(0),
  /** What one I/O takes of a processor, by all threads and by the system for them. */
  processorUs: z.number().min(0),
});

export const calibrationStepSchema = loadSchema.extend({
  done: z.int().min(1).describe("loads measured so far, this one included"),
  of: z.int().min(1),
});

export const calibrationSchema = z.object({
  device: queueDeviceSchema,
  /** What this machine's system takes of a processor beyond the engine's own costs: of a scenario's server. */
  server: z.object({
    ioUs: z.int().min(0),
    durableWriteUs: z.int().min(0),
    newRegionUs: z.int().min(0),
  }),
  /** False: the file system refused unbuffered I/O, and reads may come from its cache. */
  unbuffered: z.boolean(),
  loads: z.array(
    loadSchema.extend({ predictedPerSecond: z.number().positive().describe("by the device") }),
  ),
});

export type CalibrationStep = z.infer<typeof calibrationStepSchema>;
export type Calibration = z.infer<typeof calibrationSchema>;
