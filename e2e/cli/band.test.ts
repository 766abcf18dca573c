import { afterAll, describe, expect, it } from "vitest";
import { bandSchema } from "../../app/contract/band.ts";
import { makeScratch, removeScratch, settings, snapscope } from "./testing/snapscope.ts";

const scratch = makeScratch();
afterAll(() => removeScratch(scratch));

/** Over before one can look; the speed of its server's cores alone is assumed. */
const tiny = [
  "creation-under-load",
  ...settings({
    "server.preset": "dell",
    "server.memoryMiB": 4,
    "database.sizeMiB": 8,
    "database.logSizeMiB": 8,
    "workload.users": 20,
    "workload.thinkTimeMs": 20,
    durationSeconds: 2,
    warmupSeconds: 0.5,
    "timeline.0.atSeconds": 1,
    sampleIntervalMs: 100,
  }),
];
const call = (...args: string[]) => snapscope(args, { cwd: scratch });

describe("snapscope band", () => {
  it("runs each end of what is assumed, and says what the result is over it", async () => {
    const { status, stdout, stderr } = await call("band", ...tiny, "--json");
    expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
    expect(stderr).toContain("3 runs of 3 points");
    const { study, band: told } = JSON.parse(stdout);
    const band = bandSchema.parse(told);
    expect(study.points.map(({ name }: { name: string }) => name)).toEqual([
      "as given",
      "the server’s speed of a CPU: 30 %",
      "the server’s speed of a CPU: 50 %",
    ]);
    expect(band.metrics.map(({ id }) => id)).toEqual(["throughput", "p99", "creation"]);
    for (const { low, given, high } of band.metrics) {
      expect(low).toBeLessThanOrEqual(given);
      expect(high).toBeGreaterThanOrEqual(given);
    }
    const shown = await call("sweep", "show", "latest");
    expect(shown.stdout).toContain("1 figure assumed: 3 of 3 runs, completed");
    expect(shown.stdout).toMatch(
      /^The server’s speed of a CPU +40 % +30 % +50 % +server\.coreSpeedPercent$/m,
    );
  });

  it("refuses what assumes nothing, and what is no number of runs", async () => {
    const nothing = await call("band", "creation-idle");
    expect([nothing.status, nothing.stderr]).toEqual([
      2,
      expect.stringContaining("creation-idle: nothing of its server and devices is assumed"),
    ]);
    const none = await call("band", ...tiny, "--repeats", "0");
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining("--repeats 0")]);
  });
});
