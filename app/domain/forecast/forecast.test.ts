import { describe, expect, it } from "vitest";
import { deviceOfPreset } from "../../contract/device.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { someFigures } from "../../contract/testing/device-figures.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { RunTimeline } from "../timeline/run-timeline.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { firstTouches, regionBytes } from "./first-touches.ts";
import { forecastOfRun, forecastOfScenario } from "./forecast.ts";
import { forecastSentences, revertNow } from "./forecast-text.ts";
import { previewRows } from "./preview-rows.ts";
import { revertMs } from "./revert-time.ts";

const underLoad = presetScenario("creation-under-load");
const hourMs = 3_600_000;

function small(change: Partial<Scenario["storage"]> = {}): Scenario {
  return {
    ...underLoad,
    database: { ...underLoad.database, sizeMiB: 4096, filledPercent: 85, logSizeMiB: 512 },
    storage: { ...underLoad.storage, ...change },
  };
}

/** The snapshots' volume, of so many MiB. */
const withVolume = (capacityMiB: number): Scenario => {
  const { volumes, placement } = underLoad.storage;
  return small({
    volumes: volumes.map((volume) =>
      volume.name === placement.snapshot &&
      volume.device !== undefined &&
      "parallelism" in volume.device
        ? { ...volume, device: { ...volume.device, capacityMiB } }
        : volume,
    ),
  });
};

const rate = 10;

/** A run that does `rate` transactions a second from 0 on, and pushes what `pushesOf` says of them. */
function runOf(
  scenario: Scenario,
  minutes: number,
  {
    names = ["s1"],
    times = 1,
  }: { readonly names?: readonly string[]; readonly times?: number } = {},
): Timeline {
  const touches = firstTouches(scenario);
  const seconds = Array.from({ length: minutes * 60 }, (_, second) => second + 1);
  const run = new RunTimeline({
    origin: "2026-01-05T09:00:00",
    plannedEndMs: null,
    warmupEndMs: 0,
  });
  run.take({
    series: {
      timeMs: Float64Array.from(seconds, (second) => second * 1000),
      counters: { transactionsPerSecond: Float64Array.from(seconds, () => rate) },
      waits: {},
      p99Ms: new Float64Array(seconds.length),
      samplesPerPoint: 1,
    },
    events: names.flatMap((name) => [
      ...(["files", "analysis", "complete"] as const).map((phase) => ({
        kind: "phase" as const,
        snapshot: name,
        name: phase,
        startMs: 0,
        endMs: 0,
        startSource: "logged" as const,
        endSource: "logged" as const,
        figures: {},
      })),
      ...seconds.map((second) => {
        const { pages, regions } = touches(times * rate * second);
        const sizeOnDiskBytes = Math.round(regions + 1) * regionBytes;
        return {
          kind: "snapshot" as const,
          atMs: second * 1000,
          name,
          pagesPushed: pages,
          sizeOnDiskBytes,
        };
      }),
    ]),
  });
  return run.timeline;
}

const ask = (scenario: Scenario, hours: readonly number[] = [1, 8]) => ({
  scenario,
  figures: new Map(["Q", "J", "P"].map((name) => [name, someFigures] as const)),
  hours,
});

describe("first touches", () => {
  it("are as many as changes at first, and end at the pages that are changed at all", () => {
    const touches = firstTouches(small());
    const [few, twice, all] = [touches(10), touches(20), touches(1e9)];
    expect(twice.pages / few.pages).toBeCloseTo(2, 2);
    expect(all.pages).toBeCloseTo(4096 * 128 * 0.85 * 0.99, 0);
    expect(all.regions).toBeCloseTo(all.pages / 8, 0);
    expect(all.runs).toBeCloseTo(all.regions, 0);
  });

  it("take the pages of an extent along where that is what is pushed", () => {
    const { pages, regions, runs } = firstTouches(small({ pushUnit: "extent" }))(1000);
    expect(pages).toBe(8 * regions);
    expect(runs).toBe(regions);
  });

  it("are those that the engine counted in an hour of the TPC-C-style load", () => {
    // A run of 20 users, 37,000 transactions: 19,890 regions and 75,266 pages.
    const tpcc = { ...small(), workload: { ...underLoad.workload, profile: "tpcc" as const } };
    const touches = firstTouches({ ...tpcc, database: { ...tpcc.database, sizeMiB: 2048 } });
    expect(touches(35_357).regions / 19_890).toBeCloseTo(1, 1);
    expect(touches(35_357).pages / 75_266).toBeCloseTo(0.95, 1);
  });
});

describe("a forecast from a run", () => {
  it("goes on from what was measured as first touches grow rarer", () => {
    const scenario = small();
    const { snapshots } = forecastOfRun(ask(scenario), runOf(scenario, 5), 300_000);
    const [now, hour, night] = snapshots[0]?.points ?? [];
    const truth = (ms: number) =>
      (firstTouches(scenario)((rate * ms) / 1000).regions + 1) * regionBytes;
    expect(now?.afterMs).toBe(0);
    expect((hour?.sizeOnDiskBytes ?? 0) / truth(300_000 + hourMs)).toBeCloseTo(1, 2);
    expect((night?.sizeOnDiskBytes ?? 0) / truth(300_000 + 8 * hourMs)).toBeCloseTo(1, 2);
    // A rate of the first five minutes would have it at 13 times what it has by then.
    expect((hour?.sizeOnDiskBytes ?? 0) / (now?.sizeOnDiskBytes ?? 1)).toBeLessThan(6);
    expect(hour?.commitsLost).toBeGreaterThan(now?.commitsLost ?? 0);
    const forecast = forecastOfRun(ask(scenario), runOf(scenario, 5), 300_000);
    expect(revertNow(forecast, "s1")).toMatch(
      /^It takes about \d+ s and puts back [\d,]+ pages\.$/,
    );
    expect(revertNow(forecast, "s2")).toBeNull();
  });

  it("says when the volume is full, and forecasts nothing beyond it", () => {
    const scenario = withVolume(2048);
    const run = runOf(scenario, 5);
    const [snapshot] = forecastOfRun(ask(scenario), run, 300_000).snapshots;
    const { afterMs = 0, volume } = snapshot?.full ?? {};
    expect(volume).toBe("P");
    const pushed = firstTouches(scenario)((rate * (300_000 + afterMs)) / 1000);
    expect((pushed.regions + 1) / (2048 * 16)).toBeCloseTo(1, 2);
    expect(snapshot?.points.map((point) => point.afterMs)).toEqual([0]);
    expect(forecastSentences(forecastOfRun(ask(scenario), run, 300_000))[0]).toMatch(
      /^100 users, database of 4 GiB on .*: ‘s1’ takes .* MiB on disk now and is lost in about \d+ min \d+ s, when volume P, with room for 2\.0 GiB, is full, if the load stays as measured, 10\.0 transactions\/s over 2 min 30 s\. A revert now takes about \d+ s, puts back [\d,]+ pages and loses [\d,]+ commits\. Nobody can use the database meanwhile\.$/,
    );
  });

  it("finds a volume that is full already, and one that never is", () => {
    const full = withVolume(64);
    expect(forecastOfRun(ask(full), runOf(full, 5), 300_000).snapshots[0]?.full?.afterMs).toBe(0);
    const never = withVolume(4096);
    expect(forecastOfRun(ask(never), runOf(never, 5), 300_000).snapshots[0]?.full).toBeNull();
  });

  it("has a limit for each sparse file, and one volume for all snapshots", () => {
    const scenario = {
      ...withVolume(3000),
      storage: { ...withVolume(3000).storage, sparseFileLimitMiB: 2900 },
    };
    const alone = forecastOfRun(ask(scenario), runOf(scenario, 5), 300_000).snapshots[0];
    expect(alone?.full?.limit).toBe("sparseFile");
    const two = forecastOfRun(ask(scenario), runOf(scenario, 5, { names: ["s1", "s2"] }), 300_000);
    expect(two.snapshots.map(({ full }) => full?.limit)).toEqual(["volume", "volume"]);
    expect(two.snapshots[0]?.points[0]?.revertMs).toBeNull();
    expect(two.snapshots[0]?.noRevert).toMatch(/more than one snapshot/);
  });

  it("says why it says nothing: of what is pushed by something else, of a lost one, of the first seconds", () => {
    const scenario = small();
    const other = forecastOfRun(ask(scenario), runOf(scenario, 5, { times: 4 }), 300_000);
    expect(other.snapshots).toEqual([]);
    expect(other.notForecast[0]?.why).toMatch(/^What is pushed is not what this load pushes: /);
    const lost = runOf(scenario, 5);
    const [track] = lost.snapshots.map((one) => ({ ...one, lostMs: 200_000 }));
    const after = forecastOfRun(
      ask(scenario),
      { ...lost, snapshots: track ? [track] : [] },
      300_000,
    );
    expect(after.notForecast[0]?.why).toBe("A lost snapshot can only be dropped.");
    const early = forecastOfRun(ask(scenario), runOf(scenario, 5), 5000);
    expect(early.notForecast[0]?.why).toMatch(/^A forecast needs 10 s of the load/);
  });
});

it("says of a size that hardly grows that it does, instead of telling it again", () => {
  const scenario = small();
  const forecast = forecastOfRun(ask(scenario, [100, 200, 300]), runOf(scenario, 5), 300_000);
  expect(forecastSentences(forecast)[0]).toMatch(
    /will take about 3\.4 GiB in 100 h and hardly more in 300 h, if the load/,
  );
});

it("is predicted of a scenario alone, and says so", () => {
  const forecast = forecastOfScenario(ask(small()), 185);
  expect(forecast?.snapshots[0]?.points).toHaveLength(2);
  expect(forecastSentences(forecast as NonNullable<typeof forecast>)[0]).toContain(
    "1 h after its creation and",
  );
  expect(forecastSentences(forecast as NonNullable<typeof forecast>)[0]).toContain(
    "as predicted of the scenario, at 18",
  );
  expect(forecastOfScenario(ask({ ...small(), timeline: [] }), 185)).toBeNull();
  expect(previewRows(forecast)).toEqual([
    {
      name: "Sparse file",
      value: expect.stringMatching(/^≈ [\d.]+ GiB after 1 h$/),
      what: expect.stringMatching(/^[\d.]+ GiB after 8 h; predicted from the scenario alone$/),
    },
  ]);
});

describe("the time of a revert is within 1.5 times what the engine took", () => {
  const onPreset = (name: Parameters<typeof deviceOfPreset>[0]): Scenario =>
    small({
      volumes: underLoad.storage.volumes.map((volume) => ({
        ...volume,
        device: deviceOfPreset(name),
      })),
    });
  // What runs copied back, what their devices' models answer, and the time until users were back.
  it.each([
    {
      name: "queue devices of 6 and 5 ms",
      scenario: small(),
      figures: someFigures,
      pushed: { pages: 134_414, regions: 52_175, runs: 98_661, inSequence: 0.93 },
      tookMs: 54_965,
    },
    {
      name: "the same, of few regions that are whole",
      scenario: small(),
      figures: someFigures,
      pushed: { pages: 36_967, regions: 4675, runs: 4960, inSequence: 1 },
      tookMs: 5211,
    },
    {
      name: "SATA SSD",
      scenario: onPreset("sata-ssd"),
      figures: {
        ...someFigures,
        randomReadsPerSecond: 68_352,
        randomWritesPerSecond: 42_745,
        sequentialMiBPerSecond: 534,
        readUs: 91.63,
        writeUs: 514.63,
      },
      pushed: { pages: 85_081, regions: 27_012, runs: 56_358, inSequence: 0.97 },
      tookMs: 6066,
    },
    {
      name: "AWS gp3",
      scenario: onPreset("aws-gp3"),
      figures: {
        ...someFigures,
        randomReadsPerSecond: 3000,
        randomWritesPerSecond: 3000,
        sequentialMiBPerSecond: 125,
        readUs: 800,
        writeUs: 800,
      },
      pushed: { pages: 84_519, regions: 26_993, runs: 56_178, inSequence: 0.97 },
      tookMs: 22_845,
    },
    {
      name: "NVMe, where processor time decides",
      scenario: onPreset("nvme-data-centre"),
      figures: {
        ...someFigures,
        randomReadsPerSecond: 547_195,
        randomWritesPerSecond: 415_460,
        sequentialMiBPerSecond: 6199,
        readUs: 83.26,
        writeUs: 16.26,
      },
      pushed: { pages: 85_208, regions: 27_016, runs: 56_389, inSequence: 0.97 },
      tookMs: 733,
    },
    {
      name: "disks behind a controller's cache",
      scenario: onPreset("sqlcat-q"),
      figures: {
        ...someFigures,
        randomReadsPerSecond: 20_554,
        randomWritesPerSecond: 13_400,
        sequentialMiBPerSecond: 380,
        readUs: 4582,
        writeUs: 441,
      },
      pushed: { pages: 84_106, regions: 26_980, runs: 56_037, inSequence: 0.97 },
      tookMs: 7368,
    },
  ])("$name", ({ scenario, figures, pushed, tookMs }) => {
    const all = new Map(scenario.storage.volumes.map(({ name }) => [name, figures] as const));
    const ms = revertMs(scenario, pushed, all) ?? 0;
    expect(ms / tookMs).toBeGreaterThan(1 / 1.5);
    expect(ms / tookMs).toBeLessThan(1.5);
  });
});
