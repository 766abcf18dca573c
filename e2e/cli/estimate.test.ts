import { expect, it } from "vitest";
import { smallRun, snapscope } from "./testing/snapscope.ts";
import { summaryOfRun } from "./testing/summaries.ts";

it("predicts what a run will take, without running it", async () => {
  const { status, stdout, stderr } = await snapscope([...smallRun, "--estimate"]);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^memory of the run +MiB\n/);
  expect(stdout).toMatch(/^about +\d+$/m);
});

it("is within a quarter of the peak", async () => {
  const { stdout } = await snapscope([...smallRun, "--estimate", "--json"]);
  const { totalBytes } = JSON.parse(stdout) as { totalBytes: number };
  const { executor } = await summaryOfRun(smallRun);
  expect(totalBytes / executor.peakMemoryBytes).toBeGreaterThan(0.75);
  expect(totalBytes / executor.peakMemoryBytes).toBeLessThan(1.25);
});
