import { describe, expect, it } from "vitest";
import { bySize } from "../../app/contract/testing/test-size.ts";
import { inPairs, settings } from "./testing/snapscope.ts";
import { createdMsOf, summaryOfRun } from "./testing/summaries.ts";

const seeds = bySize({ small: [1], full: [1, 2, 3, 4, 5] });

/** The preset up to a moment by which every creation is complete. */
const underLoad = (seed: number, changes: Readonly<Record<string, unknown>>) => [
  "run",
  "creation-under-load",
  "--seed",
  String(seed),
  ...settings({ "timeline.0.atSeconds": 15, durationSeconds: 25, ...changes }),
];

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

describe("the time that a creation takes", async () => {
  const variants = {
    idle: { "workload.users": 0 },
    readers: { "workload.profile": "read-only" },
    10: { "workload.users": 10 },
    100: { "workload.users": 100 },
    400: { "workload.users": 400 },
  };
  const jobs = Object.values(variants).flatMap((changes) =>
    seeds.map((seed) => ({ seed, changes })),
  );
  const times = await inPairs(jobs, async ({ seed, changes }) =>
    createdMsOf(await summaryOfRun(underLoad(seed, changes))),
  );
  const medians = Object.fromEntries(
    Object.keys(variants).map((name, index) => [
      name,
      median(times.filter((_, job) => jobs[job]?.changes === Object.values(variants)[index])),
    ]),
  );
  const of = (name: keyof typeof variants) => medians[name] ?? Number.NaN;
  console.log(`median creation, ms of engine time: ${JSON.stringify(medians)}`);

  it("rises strictly with the users who write", () => {
    expect(of(10)).toBeLessThan(of(100));
    expect(of(100)).toBeLessThan(of(400));
    expect(of(400)).toBeGreaterThanOrEqual(2 * of(10));
  });

  it("hardly rises with users who only read", () => {
    expect(of("readers")).toBeLessThanOrEqual(Math.max(1.5 * of("idle"), of("idle") + 1000));
  });

  it("is short on an idle server", async () => {
    expect(createdMsOf(await summaryOfRun(["run", "creation-idle"]))).toBeLessThanOrEqual(2000);
  });
});
