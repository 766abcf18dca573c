/**
 * What bounds a run over a span of it: the resources that its sessions and operations spent their time
 * at, and the one of which twice as much would help. docs/internals/bottleneck.md has the rules.
 */
import * as z from "zod";
import { evidenceSchema } from "./recommendation.ts";

/** Of a volume: its disks or channels, what keeps them busy, the way to it, limits that are sold, and what an I/O takes alone. */
export const volumeResources = [
  "device",
  "bandwidth",
  "ioLimit",
  "byteLimit",
  "queueDepth",
  "pageCopies",
  "checkpoint",
  "regionAllocation",
  "ioTime",
] as const;

export const resourceKinds = [
  ...volumeResources,
  "network",
  "schedulers",
  "coreSpeed",
  "memory",
  "rowLocks",
  "tableLocks",
  "pageLatches",
  "latches",
  "backupBuffers",
  "freeze",
  "other",
] as const;
export type ResourceKind = (typeof resourceKinds)[number];

export const resourceSchema = z.strictObject({
  kind: z.enum(resourceKinds),
  volume: z.string().nullable().describe("of a resource that is a volume's; else null"),
  name: z.string().describe('within a sentence: "the device of volume Q"'),
  share: z.number().min(0).describe("of the time of all sessions and operations, pauses included"),
  utilisation: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe("share of the time in which it served; null: it serves nobody in turn, or unknown"),
  waits: z
    .array(z.strictObject({ waitType: z.string(), waitMs: z.number().min(0) }))
    .describe("that were for it, most time first"),
  evidence: z.array(evidenceSchema).min(1),
});
export type Resource = Readonly<z.infer<typeof resourceSchema>>;

export const bottleneckSchema = z.strictObject({
  fromMs: z.number(),
  toMs: z.number(),
  resources: z.array(resourceSchema).describe("most time first"),
  binding: resourceSchema
    .nullable()
    .describe(
      "the first of them, or what a backup’s readers wait for; null: twice as much would let hardly more through",
    ),
});
export type Bottleneck = Readonly<z.infer<typeof bottleneckSchema>>;
