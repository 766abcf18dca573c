import { describe, expect, it } from "vitest";
import type { ArrayForecast, Forecast } from "../../contract/forecast.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { secondsToWrite } from "../page-traffic.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { RunTimeline } from "../timeline/run-timeline.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { type ArraySnapshots, changedPages } from "./array-pages.ts";
import { reserveCounter } from "./array-snapshots-of-run.ts";
import { forecastOfRun, forecastOfScenario } from "./forecast.ts";
import { notForecastSentences } from "./forecast-text.ts";
import { previewRows } from "./preview-rows.ts";
import { reserveFacts, reserveSentences, retainedFacts, retainedRows } from "./reserve-text.ts";

const preset = presetScenario("creation-under-load");
const { data } = preset.storage.placement;
const volume = typeof data === "string" ? data : (data[0] ?? "");
const mebibyte = 1024 ** 2;
const pageBytes = mebibyte;
const options: ArraySnapshots = {
  scheme: "redirectOnWrite",
  pageKiB: 1024,
  sizeGiB: 8,
  reservePercent: 100,
  warningPercent: 10,
  whenFull: "deleteOldest",
  poolGiB: 0,
};

const create = (name: string, atSeconds: number): Scenario["timeline"][number] => ({
  atSeconds,
  command: { kind: "createArraySnapshot", name, freeze: "vss", copyOnly: false },
});

/** All of a database of 4 GiB and of its log of 512 MiB on one volume. */
const scenario = (
  change: Partial<ArraySnapshots>,
  timeline: Scenario["timeline"] = [create("a1", 0)],
): Scenario => ({
  ...preset,
  // A pool so small that a page is written soon after its change.
  server: { ...preset.server, memoryMiB: 0.01 },
  database: { ...preset.database, sizeMiB: 4096, filledPercent: 85, logSizeMiB: 512 },
  storage: {
    ...preset.storage,
    placement: { ...preset.storage.placement, log: volume },
    volumes: preset.storage.volumes.map((one) =>
      one.name === volume ? { ...one, arraySnapshots: { ...options, ...change } } : one,
    ),
  },
  timeline,
});

const ask = (of: Scenario, hours: readonly number[] = [1, 8]) => ({
  scenario: of,
  figures: null,
  hours,
});
const perSecond = 0.2;
const planned = (of: Scenario, hours?: readonly number[]): Forecast => {
  const forecast = forecastOfScenario(ask(of, hours), perSecond);
  if (forecast === null) throw new Error("nothing is planned");
  return forecast;
};
const arrayOf = ({ arraySnapshots }: Forecast): ArrayForecast => {
  if (arraySnapshots === null) throw new Error("there are no array snapshots");
  return arraySnapshots;
};
const changedIn = (of: Scenario, seconds: number, rate: number) =>
  changedPages(of, volume, options)(rate * seconds) * pageBytes;

describe("array snapshots that are planned", () => {
  const hourly = [0, 3600, 7200].map((seconds, place) => create(`a${place + 1}`, seconds));

  it("take each their interval, from the newest of them on", () => {
    const of = scenario({ reservePercent: 1000 }, hourly);
    const { transactionsPerSecond, ...forecast } = planned(of);
    const { reserves, snapshots } = arrayOf({ transactionsPerSecond, ...forecast });
    const hour = changedIn(of, 3600, transactionsPerSecond);
    expect((reserves[0]?.points[0]?.usedBytes ?? 0) / (3 * hour)).toBeCloseTo(1, 2);
    expect(snapshots.map(({ snapshot }) => snapshot)).toEqual(["a1", "a2", "a3"]);
    const [oldest, middle] = snapshots.map(({ points }) => points[0]);
    expect((oldest?.ownBytes ?? 0) / hour).toBeCloseTo(1, 2);
    expect(middle?.ownBytes).toBeLessThan(hour);
    const held = (middle?.ownBytes ?? 0) + (middle?.sharedBytes ?? 0);
    expect(held / changedIn(of, 7200, transactionsPerSecond)).toBeCloseTo(1, 2);
    expect(middle?.restoreFits).toBe(true);
  });

  it("are those that are not deleted by then", () => {
    const deleted: Scenario["timeline"][number] = {
      atSeconds: 8000,
      command: { kind: "deleteArraySnapshot", name: "a1" },
    };
    const { snapshots } = arrayOf(planned(scenario({}, [...hourly, deleted])));
    expect(snapshots.map(({ snapshot }) => snapshot)).toEqual(["a2", "a3"]);
    expect(forecastOfScenario(ask(scenario({}, [])), perSecond)).toBeNull();
  });

  it("of a set that lacks the log’s volume are those of its volumes alone", () => {
    const [one] = hourly;
    const other = preset.storage.volumes.find(({ name }) => name !== volume)?.name ?? "";
    const command = {
      ...one?.command,
      volumes: [other],
    } as Scenario["timeline"][number]["command"];
    expect(
      forecastOfScenario(ask(scenario({}, [{ atSeconds: 0, command }])), perSecond),
    ).toBeNull();
  });

  it("have a page when it is written, which is later the larger the pool is", () => {
    const small = scenario({});
    const large = { ...small, server: { ...small.server, memoryMiB: 256 } };
    const [soon, late] = [small, large].map(
      (of) => arrayOf(planned(of, [0.25])).reserves[0]?.points[0]?.usedBytes ?? 0,
    );
    expect(late).toBeLessThan((soon ?? 0) / 100);
    expect(late).toBeGreaterThan(0);
  });

  it("are told before the run", () => {
    expect(previewRows(planned(scenario({}, hourly)))).toEqual([
      {
        name: `Reserve of ${volume}`,
        value: expect.stringMatching(/^≈ [\d.]+ GiB after 1 h$/),
        what: expect.stringMatching(
          /^[\d.]+ GiB after 8 h; predicted from the scenario alone\. The reserve is full about \d+ h \d+ min after the last is taken: ‘a1’ is deleted, which frees [\d.]+ GiB\.$/,
        ),
      },
    ]);
  });
});

describe("a reserve that fills up", () => {
  const small = { sizeGiB: 2 };

  it("deletes the oldest, and nothing is forecast beyond", () => {
    const of = scenario(small);
    const forecast = planned(of);
    const [reserve] = arrayOf(forecast).reserves;
    const { afterMs = 0, ...full } = reserve?.full ?? {};
    expect(full).toEqual({
      whenFull: "deleteOldest",
      deletes: "a1",
      freesBytes: expect.closeTo(2048 * mebibyte, -5),
      poolFullMs: null,
    });
    const used = changedIn(of, afterMs / 1000, forecast.transactionsPerSecond);
    expect(used / (2048 * mebibyte)).toBeCloseTo(1, 3);
    expect(reserve?.warningMs).toBeLessThan(afterMs);
    expect(reserve?.points.every((point) => point.afterMs < afterMs)).toBe(true);
  });

  it("takes the volume offline, or borrows as long as the pool has room", () => {
    const offline = arrayOf(planned(scenario({ ...small, whenFull: "takeOffline" }))).reserves[0];
    expect(offline?.full).toMatchObject({ deletes: null, freesBytes: 0, poolFullMs: null });
    const borrowing = planned(scenario({ ...small, whenFull: "borrow", poolGiB: 1 }));
    const [reserve] = arrayOf(borrowing).reserves;
    expect(reserve?.full?.poolFullMs).toBeGreaterThan(reserve?.full?.afterMs ?? 0);
    expect(reserve?.full?.deletes).toBe("a1");
    expect(reserveSentences(borrowing)[0]).toMatch(
      /they borrow from the pool, which is full about .* after the last is taken; then ‘a1’ is deleted, which frees [\d.]+ GiB\./,
    );
    const enough = planned(scenario({ ...small, whenFull: "borrow", poolGiB: 100 }));
    expect(arrayOf(enough).reserves[0]?.full).toMatchObject({ deletes: null, poolFullMs: null });
    expect(reserveSentences(enough)[0]).toContain(
      "they borrow from the pool, which is enough for 30 days.",
    );
  });

  it("that borrows deletes the oldest of those that have borrowed", () => {
    const hourly = [0, 3600, 7200].map((seconds, place) => create(`a${place + 1}`, seconds));
    const deletes = (change: Partial<ArraySnapshots>) =>
      arrayOf(planned(scenario(change, hourly))).reserves[0]?.full?.deletes;
    expect(deletes({ sizeGiB: 5, whenFull: "deleteOldest" })).toBe("a1");
    expect(deletes({ sizeGiB: 5, whenFull: "borrow", poolGiB: 2 })).toBe("a3");
    expect(deletes({ sizeGiB: 3, whenFull: "borrow", poolGiB: 4 })).toBe("a2");
  });

  it("has no room for the snapshot that a restore takes first", () => {
    const forecast = planned(scenario({ sizeGiB: 3 }), [0, 2]);
    const points = arrayOf(forecast).snapshots[0]?.points ?? [];
    expect(points.map(({ restoreFits }) => restoreFits)).toEqual([true, false]);
  });

  it("is told with rate and locality", () => {
    const large = scenario({ reservePercent: 1000 });
    expect(reserveSentences(planned(large, [0.5, 2000, 4000]))[0]).toMatch(
      /, of which they take about [\d.]+ GiB 30 min 0 s after the last is taken, [\d.]+ GiB 2,000 h after the last is taken and hardly more 4,000 h after the last is taken, /,
    );
    const forecast = planned(scenario(small), [0.5]);
    expect(reserveSentences(forecast)[0]).toMatch(
      /: the array snapshots of volume Q have a reserve of 2\.0 GiB, of which they take about [\d.]+ GiB 30 min 0 s after the last is taken, as predicted of the scenario, at 0\.2 transactions\/s\. A warning that little of it is free comes about .* after the last is taken\. The reserve is full about .* after the last is taken: ‘a1’ is deleted, which frees 2\.0 GiB\. A snapshot grows to [\d.]+ GiB within a day, and to half of that within .*: the first change in an array page of 1\.0 MiB takes all of it\.$/,
    );
    expect(retainedRows(forecast)[0]?.text).toMatch(
      /^deleting it frees [\d.]+ GiB 30 min 0 s after the last is taken; restoring it takes [\d.]+ GiB more 30 min 0 s after the last is taken, for which there is no room beside the others$/,
    );
  });
});

describe("array snapshots of a run", () => {
  const takenSeconds = 60;

  /** A run of `minutes`; its reserve has `times` as much as is expected. */
  function runOf(of: Scenario, minutes: number, times: number): Timeline {
    const changed = changedPages(of, volume, options);
    const seconds = Array.from({ length: minutes * 60 }, (_, second) => second + 1);
    const run = new RunTimeline({
      origin: "2026-01-05T09:00:00",
      plannedEndMs: null,
      warmupEndMs: 0,
    });
    const held = (second: number) =>
      second <= takenSeconds ? 0 : times * changed(second - takenSeconds) * pageBytes;
    run.take({
      series: {
        timeMs: Float64Array.from(seconds, (second) => second * 1000),
        counters: {
          transactionsPerSecond: Float64Array.from(seconds, () => 1),
          [reserveCounter]: Float64Array.from(seconds, held),
        },
        waits: {},
        p99Ms: new Float64Array(seconds.length),
        samplesPerPoint: 1,
      },
      events: [
        {
          kind: "command",
          atNs: 0.9 * takenSeconds * 1e9,
          command: { kind: "createArraySnapshot", name: "a1", freeze: "vss", copyOnly: false },
          outcome: "applied",
          message: null,
        },
        {
          kind: "phase",
          snapshot: null,
          name: "ioFreeze",
          startMs: takenSeconds * 1000 - 500,
          endMs: takenSeconds * 1000,
          startSource: "logged",
          endSource: "logged",
          figures: {},
        },
      ],
    });
    return run.timeline;
  }

  it("go on from what their reserves had", () => {
    const of = scenario({ reservePercent: 1000 });
    const run = runOf(of, 20, 1.2);
    const atMs = 20 * 60_000;
    const forecast = forecastOfRun(ask(of), run, atMs);
    const [now, hour] = arrayOf(forecast).reserves[0]?.points ?? [];
    const truth = (seconds: number) => 1.2 * changedIn(of, seconds - takenSeconds, 1);
    expect((now?.usedBytes ?? 0) / truth(1200)).toBeCloseTo(1, 2);
    expect((hour?.usedBytes ?? 0) / truth(4800)).toBeCloseTo(1, 1);
    expect(hour?.usedBytes).toBeGreaterThan((1.02 * truth(4800)) / 1.2);
    const [taken] = arrayOf(forecast).snapshots;
    expect(taken?.takenMs).toBe(takenSeconds * 1000);
    expect(taken?.points[0]?.ownBytes).toBe(now?.usedBytes);
  });

  it("are not there before they are taken, and not forecast where something else writes", () => {
    const of = scenario({});
    expect(forecastOfRun(ask(of), runOf(of, 20, 1), 55_000).arraySnapshots).toBeNull();
    const early = forecastOfRun(ask(of), runOf(of, 20, 1), 65_000);
    expect(
      notForecastSentences([
        ...early.notForecast,
        { snapshot: "a2", why: early.notForecast[0]?.why ?? "" },
      ]),
    ).toEqual([
      expect.stringMatching(/^‘a1’ and ‘a2’ are not forecast\. A forecast needs 10 s of the load/),
    ]);
    expect(early.notForecast).toEqual([
      { snapshot: "a1", why: expect.stringMatching(/^A forecast needs 10 s of the load/) },
    ]);
    const other = forecastOfRun(ask(of), runOf(of, 20, 4), 20 * 60_000);
    expect(other.notForecast[0]?.why).toMatch(
      /^What the reserves take is not what this load changes: /,
    );
  });

  it("grow as whole waves of checkpoints have them grow", () => {
    const small = scenario({ reservePercent: 10_000, pageKiB: 64 });
    const of = { ...small, server: { ...small.server, memoryMiB: 64 } };
    const waveSeconds = 2 * secondsToWrite(of, 1);
    const changed = changedPages(of, volume, { pageKiB: 64 });
    const minutes = Math.ceil((takenSeconds + 3.05 * waveSeconds) / 60);
    const run = runOf(of, minutes, 1);
    const { [reserveCounter]: _, ...counters } = run.series.counters;
    const inWaves = run.series.timeMs.map((timeMs) => {
      const waves = Math.floor(Math.max(0, timeMs / 1000 - takenSeconds) / waveSeconds);
      return changed(waves * waveSeconds) * 64 * 1024;
    });
    const series = { ...run.series, counters: { ...counters, [reserveCounter]: inWaves } };
    const atMs = 1000 * (takenSeconds + 3.05 * waveSeconds);
    const [now, hour] =
      arrayOf(forecastOfRun(ask(of, [1]), { ...run, series }, atMs)).reserves[0]?.points ?? [];
    const grown = (hour?.usedBytes ?? 0) - (now?.usedBytes ?? 0);
    const from = 2.55 * waveSeconds;
    const expected = (changed(from + 3600) - changed(from)) * 64 * 1024;
    expect(grown / expected).toBeGreaterThan(0.9);
    expect(grown / expected).toBeLessThan(1.1);
  });

  it("go on from the last deletion, whose fall is not the load’s", () => {
    const of = scenario({ reservePercent: 1000 });
    const run = runOf(of, 20, 1);
    const deletedMs = 15 * 60_000;
    const { [reserveCounter]: held = new Float64Array(), ...counters } = run.series.counters;
    const left = held.map((bytes, point) =>
      (run.series.timeMs[point] ?? 0) < deletedMs ? bytes : bytes / 2,
    );
    const series = { ...run.series, counters: { ...counters, [reserveCounter]: left } };
    const forecast = forecastOfRun(ask(of), { ...run, series }, 20 * 60_000);
    expect(forecast.notForecast).toEqual([]);
    expect(arrayOf(forecast).reserves[0]?.points[0]?.usedBytes).toBeCloseTo(left.at(-1) ?? 0, -6);
  });

  it("keep what a restore has taken back, and not what was given up", () => {
    const of = scenario({ reservePercent: 1000 });
    const run = runOf(of, 20, 1);
    const act = (
      atMs: number,
      { name, ...command }: { kind: string; name: string | null; arraySnapshot?: string },
      outcome: "applied" | "refused",
    ): Timeline["acts"][number] => ({
      id: `${atMs}`,
      atMs,
      label: "",
      kind: command.kind,
      command,
      name,
      transport: false,
      outcome,
      message: null,
    });
    const restoreMs = 600_000;
    const [band] = run.bands;
    if (band === undefined) throw new Error("there is no freeze");
    const { [reserveCounter]: _, ...counters } = run.series.counters;
    const restored: Timeline = {
      ...run,
      series: { ...run.series, counters },
      acts: [
        ...run.acts,
        act(restoreMs, { kind: "restore", name: null, arraySnapshot: "a1" }, "applied"),
      ],
      bands: [
        ...run.bands,
        { ...band, phase: "arrayRestore", startMs: restoreMs, endMs: restoreMs + 42_000 },
      ],
    };
    const { snapshots } = arrayOf(forecastOfRun(ask(of), restored, 20 * 60_000));
    expect(snapshots.map(({ snapshot }) => snapshot)).toEqual(["a1", "before_restore_1"]);
    const kept = snapshots[1]?.points[0];
    const seconds = 1200 - takenSeconds;
    const held = (kept?.ownBytes ?? 0) + (kept?.sharedBytes ?? 0);
    expect(held / changedIn(of, seconds, 1)).toBeCloseTo(1, 2);
    const again = { ...restored.bands.at(-1), startMs: 800_000, endMs: 842_000 };
    const twice: Timeline = {
      ...restored,
      acts: [
        ...restored.acts,
        act(700_000, { kind: "deleteArraySnapshot", name: "before_restore_1" }, "applied"),
        act(800_000, { kind: "restore", name: null, arraySnapshot: "a1" }, "applied"),
      ],
      bands: [...restored.bands, again as Timeline["bands"][number]],
    };
    const { snapshots: then } = arrayOf(forecastOfRun(ask(of), twice, 20 * 60_000));
    expect(then.map(({ snapshot }) => snapshot)).toEqual(["a1", "before_restore_2"]);
    const givenUp = act(90_000, { kind: "createArraySnapshot", name: "a1" }, "refused");
    const phase = { ...band, phase: "arraySnapshot" as const, startMs: 54_000, endMs: 90_000 };
    const without = {
      ...run,
      acts: [...run.acts, givenUp],
      bands: [...run.bands, phase],
    };
    expect(forecastOfRun(ask(of), without, 20 * 60_000).arraySnapshots).toBeNull();
  });

  it("are told beside the lanes", () => {
    const of = scenario({ sizeGiB: 4 });
    const forecast = forecastOfRun(ask(of, [1]), runOf(of, 20, 1), 20 * 60_000);
    const { reserves } = arrayOf(forecast);
    const names = reserves.flatMap((one) => reserveFacts(one, forecast)).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(["Reserve", "In use now"]);
    expect(names).toContain("Full");
    expect(retainedFacts(forecast)).toEqual([
      { name: "a1", value: expect.stringMatching(/^deleting it frees /), wide: true },
    ]);
  });
});
