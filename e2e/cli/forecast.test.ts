import { afterAll, expect, it } from "vitest";
import { forecastSchema } from "../../app/contract/forecast.ts";
import { makeScratch, removeScratch, settings, smallRun, snapscope } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));

it("says what becomes of a run's snapshot, from the library and from a file", async () => {
  const duration = ["--set", "durationSeconds=60"];
  const saved = [...smallRun, ...duration, "--save", "--export", "it.snapscope-run"];
  expect((await snapscope(saved, { cwd })).status).toBe(0);
  const { status, stdout } = await snapscope(["forecast", "latest", "--hours", "2,1"], { cwd });
  expect(status).toBe(0);
  expect(stdout).toMatch(/‘sales_snapshot_1’ takes .* on disk now/);
  expect(stdout).toMatch(/^now .*\n+in 1 h .*\n+in 2 h /m);
  const file = await snapscope(["forecast", "it.snapscope-run", "--json"], { cwd });
  const { snapshots } = forecastSchema.parse(JSON.parse(file.stdout));
  const [now, hour] = snapshots[0]?.points ?? [];
  expect(hour?.sizeOnDiskBytes).toBeGreaterThan(now?.sizeOnDiskBytes ?? 0);
  expect(now?.revertMs).toBeGreaterThan(0);
});

it("says what becomes of a run's array snapshots and of their reserves", async () => {
  const taken = [10, 20].map((atSeconds, place) => ({
    atSeconds,
    command: { kind: "createArraySnapshot", name: `a${place + 1}` },
  }));
  const arraySnapshots = { pageKiB: 64, sizeGiB: 1 };
  const saved = [
    ...smallRun,
    ...settings({
      durationSeconds: 60,
      "storage.volumes.0.arraySnapshots": arraySnapshots,
      "storage.volumes.1.arraySnapshots": arraySnapshots,
      timeline: taken,
    }),
    "--save",
  ];
  expect((await snapscope(saved, { cwd })).status).toBe(0);
  const { stdout } = await snapscope(["forecast", "latest", "--hours", "1"], { cwd });
  expect(stdout).toMatch(/array snapshots of volume Q have a reserve of 1\.0 GiB, of which they/);
  expect(stdout).toMatch(/^a2 +now +([\d.]+ \w+ +){3}(yes|no)\n +in 1 h /m);
  const json = await snapscope(["forecast", "latest", "--hours", "1", "--json"], { cwd });
  const { arraySnapshots: told } = forecastSchema.parse(JSON.parse(json.stdout));
  const [reserve] = told?.reserves ?? [];
  expect(reserve?.points[0]?.usedBytes).toBeGreaterThan(0);
  expect(told?.snapshots.map(({ snapshot }) => snapshot)).toEqual(["a1", "a2"]);
});

it("refuses hours and moments that are none, and says which are allowed", async () => {
  const hours = await snapscope(["forecast", "latest", "--hours", "soon"], { cwd });
  expect(hours).toMatchObject({ status: 2, stdout: "" });
  expect(hours.stderr).toContain('--hours: "soon" are no hours; allowed: numbers above 0');
  const at = await snapscope(["forecast", "latest", "--at", "900"], { cwd });
  expect(at).toMatchObject({ status: 2, stdout: "" });
  expect(at.stderr).toContain('--at: "900" is no moment of the run; allowed: seconds from');
});
