/** Arbitrary scenarios for property tests. */
import * as fc from "fast-check";
import { devicePresetNames } from "../device-presets.ts";
import type { ScenarioInput } from "../scenario.ts";

const queue = fc.record(
  {
    parallelism: fc.integer({ min: 1, max: 4096 }),
    readServiceUs: fc.integer({ min: 1, max: 100_000 }),
    writeServiceUs: fc.integer({ min: 1, max: 100_000 }),
    spread: fc.constantFrom("exponential" as const, "uniform" as const, "fixed" as const),
    bandwidthMiBPerSecond: fc.integer({ min: 1, max: 10_000 }),
  },
  { requiredKeys: ["parallelism", "readServiceUs", "writeServiceUs", "bandwidthMiBPerSecond"] },
);

const device = fc.oneof(queue, fc.record({ preset: fc.constantFrom(...devicePresetNames) }));

const workload = fc.record(
  {
    users: fc.integer({ min: 0, max: 10_000 }),
    thinkTimeMs: fc.integer({ min: 0, max: 3_600_000 }),
    profile: fc.constantFrom("sqlcat" as const, "read-only" as const),
    rollbackPercent: fc.integer({ min: 0, max: 100 }),
    accessOrder: fc.constantFrom("ascending" as const, "random" as const),
    hotRows: fc.oneof(fc.constant(0), fc.integer({ min: 64, max: 1_000_000 })),
  },
  { requiredKeys: [] },
);

const reporting = fc.record(
  {
    query: fc.constantFrom("pointReads" as const, "scan" as const),
    rowsPerQuery: fc.integer({ min: 1, max: 1_000_000_000 }),
    thinkTimeMs: fc.integer({ min: 0, max: 3_600_000 }),
  },
  { requiredKeys: [] },
);

/** Valid by construction: what it leaves out has a default. */
export const scenarioInput: fc.Arbitrary<ScenarioInput> = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 100 }),
    seed: fc.maxSafeNat(),
    durationSeconds: fc.integer({ min: 20, max: 86_400 }),
    volume: device,
    workload,
    reporting,
    atMs: fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { maxLength: 5 }),
  })
  .map(({ name, seed, durationSeconds, volume, workload: load, reporting: reports, atMs }) => ({
    formatVersion: 1 as const,
    name,
    seed,
    durationSeconds,
    storage: {
      volumes: [{ name: "Q", device: volume }],
      placement: { data: "Q", log: "Q", snapshot: "Q" },
    },
    workload: load,
    reporting: reports,
    timeline: atMs.map((ms, index) => ({
      atSeconds: ms / 1000,
      command: { kind: "createSnapshot" as const, name: `snapshot_${index}` },
    })),
  }));

export const plainScenario: ScenarioInput = {
  formatVersion: 1,
  name: "plain",
  storage: {
    volumes: [
      {
        name: "Q",
        device: {
          parallelism: 8,
          readServiceUs: 6000,
          writeServiceUs: 5000,
          bandwidthMiBPerSecond: 400,
        },
      },
    ],
    placement: { data: "Q", log: "Q", snapshot: "Q" },
  },
};
