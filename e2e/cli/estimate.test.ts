import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Throughput } from "../../app/domain/throughput.ts";
import { throughputRows } from "../../app/domain/throughput-text.ts";
import {
  makeScratch,
  removeScratch,
  smallRun,
  snapscope,
  snapscopeProcess,
} from "./testing/snapscope.ts";
import { summaryOf, summaryOfRun } from "./testing/summaries.ts";

const scratch = makeScratch();
afterAll(() => removeScratch(scratch));

it("predicts what a run will take, without running it", async () => {
  const { status, stdout, stderr } = await snapscope([...smallRun, "--estimate"]);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^memory of the run +MiB$/m);
  expect(stdout).toMatch(/^about +\d+$/m);
});

it("says throughput, response time and what bounds them, as the form does", async () => {
  const { stdout } = await snapscope([...smallRun, "--estimate"]);
  const json = await snapscope([...smallRun, "--estimate", "--json"]);
  const { throughput } = JSON.parse(json.stdout) as { throughput: Throughput };
  const rows = throughputRows(throughput);
  expect(rows.map(({ name }) => name)).toEqual(["Transactions", "Response time"]);
  for (const { name, value, what } of rows) {
    const line = stdout.split("\n").find((each) => each.startsWith(name));
    expect(line).toContain(value);
    expect(line).toContain(what);
  }
});

it("says of a real run its memory alone: the disks are the machine's", async () => {
  const real = await snapscope([...smallRun, "--mode", "real", "--estimate"]);
  expect(real.status).toBe(0);
  expect(real.stdout).toMatch(/^memory of the run/);
});

it("is within a quarter of the peak", async () => {
  const { stdout } = await snapscope([...smallRun, "--estimate", "--json"]);
  const { totalBytes } = JSON.parse(stdout) as { totalBytes: number };
  // The run has a process of its own: what the engine's parent holds as it starts counts towards Linux's peak.
  const { executor } = summaryOf(await snapscopeProcess([...smallRun, "--json"]));
  expect(totalBytes / executor.peakMemoryBytes).toBeGreaterThan(0.75);
  expect(totalBytes / executor.peakMemoryBytes).toBeLessThan(1.25);
});

/** Volumes that cost next to nothing, and users who never think. */
const processorsAlone = {
  formatVersion: 1,
  name: "processors alone",
  durationSeconds: 3,
  warmupSeconds: 1,
  server: { preset: "dell", memoryMiB: 96 },
  database: { sizeMiB: 64, logSizeMiB: 512 },
  workload: { users: 200, thinkTimeMs: 0 },
  storage: {
    volumes: [
      {
        name: "Q",
        device: {
          parallelism: 4096,
          readServiceUs: 1,
          writeServiceUs: 1,
          bandwidthMiBPerSecond: 1_000_000,
        },
      },
    ],
    placement: { data: "Q", log: "Q", snapshot: "Q" },
  },
};

it("says what the processors can do, and a run that nothing else limits does that within a tenth", async () => {
  const file = join(scratch, "scenario.json");
  writeFileSync(file, JSON.stringify(processorsAlone));
  const said = await snapscope(["run", file, "--estimate"]);
  expect(said.stdout).toMatch(
    /^Processors: 2 schedulers at \d+ %: at most about [\d,]+ transactions\/s /m,
  );
  const { stdout } = await snapscope(["run", file, "--estimate", "--json"]);
  const { server } = JSON.parse(stdout) as { server: { transactionsPerSecond: number } };
  const { transactions } = await summaryOfRun(["run", file]);
  expect(transactions.perSecond / server.transactionsPerSecond).toBeGreaterThan(0.9);
  expect(transactions.perSecond / server.transactionsPerSecond).toBeLessThan(1.1);
});
