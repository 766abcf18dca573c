/** A band for tests: of a creation that takes 21 s as it is given, and 143 s with slower disks. */
import type { Band } from "../../contract/band.ts";

const rotation = "storage.volumes.0.device.member.rotationsPerMinute";
const latency = "storage.volumes.0.device.link.latencyUs";

export const creationBand: Band = {
  studyId: "6f1f5e0e-5d0c-4d0e-9f4a-0d6e1f2a3b4c",
  repeats: 1,
  metrics: [
    {
      id: "creation",
      metric: { name: "creation", unit: "duration", better: "lower" },
      given: 21_000,
      low: 15_000,
      high: 143_000,
      rows: [
        { path: null, slow: { value: null }, fast: { value: 15_000 } },
        { path: rotation, slow: { value: 143_000 }, fast: null },
        { path: latency, slow: { value: 21_010 }, fast: { value: 21_000 } },
      ],
      sentence: "Creation: 21 s; 15 s to 2 min 23 s over what is assumed, most by Q’s rotation.",
    },
  ],
  figures: [
    {
      path: rotation,
      name: "Q’s rotation",
      given: "15,000 /min",
      slow: "10,000 /min",
      fast: "15,000 /min",
      source: "assumed: the paper does not say",
      reason: "both were sold",
    },
    {
      path: latency,
      name: "Q’s latency",
      given: "100 µs",
      slow: "300 µs",
      fast: "40 µs",
      source: "assumed",
      reason: "adapter and switch",
    },
  ],
  unmoved: [latency],
  notes: ["One run of each."],
};
