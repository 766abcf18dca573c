import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LiveUpdate } from "../contract/rpc/timeline-data.ts";
import { concatSeries } from "../domain/series/testing/concat-series.ts";
import { noSeries } from "../domain/timeline/recording-timeline.ts";
import { libraryFileName } from "./library/open-database.ts";
import { defaultExperimentsFolder } from "./platform-folders.ts";
import {
  fakeEngine,
  fakeScenario,
  importBytes,
  messageOf,
  never,
  runFake,
  Scratch,
  startFake,
  unwrap,
  watchToEnd,
} from "./testing/scratch-services.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const points = 4096;
const linesOf = (pieces: readonly Pick<LiveUpdate, "events">[]) =>
  pieces.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === "errorlog" ? event.line : [])),
  );
const joined = (pieces: readonly LiveUpdate[]) =>
  pieces.reduce(
    (before, { restart, series }) => (restart ? series : concatSeries(before, series)),
    noSeries,
  );

describe("a guided series", () => {
  it("is found from its last step, each called by what it changed", async () => {
    const services = await scratch.open();
    const first = await runFake(services, "batches:1");
    const step = { of: first, change: "Give the server more processors" };
    const scenario = await fakeScenario("batches:1");
    const preset = scenario.name;
    const started = unwrap(await services.experiments.start({ scenario, preset, step }));
    expect(started).toMatchObject({ name: step.change, step });
    await watchToEnd(services, started.id);
    const steps = async (id: string) =>
      unwrap(await services.recordings.steps({ kind: "run", id })).map(({ runId, change }) => [
        runId,
        change,
      ]);
    expect(await steps(started.id)).toEqual([
      [first, null],
      [started.id, step.change],
    ]);
    expect(await steps(first)).toEqual([[first, null]]);
    await services.library.remove([first]);
    expect(await steps(started.id)).toEqual([[started.id, step.change]]);
  });
});

describe("a run", () => {
  it("is in the library when its engine runs, and completed at its end", async () => {
    const services = await scratch.open();
    const id = await startFake(services, "rich:20");
    expect(await services.library.list()).toMatchObject([{ id, status: "running" }]);
    const pieces = await watchToEnd(services, id);
    expect(pieces.at(-1)).toMatchObject({ ended: true, entry: { status: "completed" } });
    const [entry] = await services.library.list();
    expect(entry).toMatchObject({
      id,
      name: "Creation under load",
      preset: "creation-under-load",
      status: "completed",
      verified: true,
      transactionsPerSecond: 200,
      plannedMs: 120_000,
      error: null,
    });
    expect(entry?.recordedBytes).toBeGreaterThan(0);
  });

  it("is refused with the path of what is wrong", async () => {
    const services = await scratch.open();
    const scenario = { ...(await fakeScenario("")), durationSeconds: -1 };
    const refused = await services.experiments.start({ scenario, preset: null });
    expect(messageOf(refused)).toContain("scenario: durationSeconds: -1 is not allowed; allowed:");
    expect(await services.library.list()).toEqual([]);
  });

  it("leaves nothing in the library when it cannot start", async () => {
    const services = await scratch.open();
    const scenario = await fakeScenario("", "creation-on-this-machine");
    const volumes = [{ name: "local", folder: "/nowhere" }];
    const refused = await services.experiments.start({
      scenario: { ...scenario, storage: { ...scenario.storage, volumes } },
      preset: null,
    });
    expect(messageOf(refused)).toContain("/nowhere: does not exist");
    expect(await services.library.list()).toEqual([]);
  });

  it("obeys commands until it is over", async () => {
    const services = await scratch.open();
    const id = await startFake(services, "endless");
    const cancel = { kind: "cancel" } as const;
    const ended = watchToEnd(services, id);
    expect(await services.experiments.command(id, cancel)).toMatchObject({ ok: true });
    await ended;
    expect(await services.library.list()).toMatchObject([{ status: "cancelled", error: null }]);
    const late = await services.experiments.command(id, { kind: "pause" });
    expect(messageOf(late)).toContain("is over (cancelled)");
    const nobody = await services.experiments.command(crypto.randomUUID(), cancel);
    expect(nobody).toMatchObject({ error: { code: "notFound" } });
  });

  it("of the TPC-C-style load is not given what names the accounts table", async () => {
    const services = await scratch.open();
    const fake = await fakeScenario("endless");
    const scenario = { ...fake, workload: { ...fake.workload, profile: "tpcc" } };
    const { id } = unwrap(await services.experiments.start({ scenario, preset: null }));
    const update = { kind: "updateTable", batchRows: 0 } as const;
    expect(messageOf(await services.experiments.command(id, update))).toBe(
      'updateTable needs the accounts table, which a database of the profile "tpcc" does not have',
    );
    const ended = watchToEnd(services, id);
    unwrap(await services.experiments.command(id, { kind: "cancel" }));
    await ended;
  });

  it("that heeds nothing can be killed, and keeps what it recorded", async () => {
    const services = await scratch.open();
    const id = await startFake(services, "ignore");
    const pieces = await watchToEnd(services, id, async ({ series, ended }) => {
      if (!ended && series.timeMs.length > 0) await services.experiments.kill(id);
    });
    expect(pieces.at(-1)).toMatchObject({
      entry: { status: "cancelled", error: { message: expect.stringContaining("on request") } },
    });
    const timeline = unwrap(await services.library.timeline({ runId: id, points }));
    expect(timeline.series.timeMs.length).toBeGreaterThan(0);
  });

  it("that is over can be stopped once more, and takes no other command", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "crash");
    for (let times = 0; times < 2; ++times) {
      unwrap(await services.experiments.kill(id));
      unwrap(await services.experiments.command(id, { kind: "cancel" }));
    }
    const told = messageOf(await services.experiments.command(id, { kind: "pause" }));
    expect(told).toContain("is over (failed) and takes no commands");
    expect(messageOf(await services.experiments.kill("no-such-run"))).not.toBe("");
  });

  it("whose engine dies is failed with the reason, and can be read", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "crash");
    expect(await services.library.list()).toMatchObject([
      {
        status: "failed",
        verified: null,
        error: { code: "engineDied", message: expect.stringContaining("SIGKILL") },
      },
    ]);
    const timeline = await services.library.timeline({ runId: id, points });
    expect(timeline).toMatchObject({ ok: true, value: { summary: null } });
  });

  it("is interrupted by the program's end", async () => {
    const first = await scratch.open();
    const id = await startFake(first, "endless");
    await first.close();
    expect(messageOf(await first.experiments.start({ scenario: {}, preset: null }))).not.toBe("");
    const second = await scratch.open();
    expect(await second.library.list()).toMatchObject([
      { id, status: "interrupted", error: { message: expect.stringContaining("was closed") } },
    ]);
  });

  /** Leaves files as a run whose program was killed does. */
  function leaveFiles(folder: string): void {
    mkdirSync(join(folder, "data"), { recursive: true });
    writeFileSync(join(folder, "data", "sales.mdf"), "pages");
    const gone = { pid: spawnSync(process.execPath, ["-e", ""]).pid, start: "1" };
    const marker = { formatVersion: 1, owner: gone, engine: null, started: "then" };
    writeFileSync(
      join(folder, "snapscope-run.json"),
      JSON.stringify({ ...marker, subfolders: ["data"] }),
    );
  }

  it("says what it removed from the default folder", async () => {
    const environment = { ...fakeEngine, SNAPSCOPE_DATA: join(scratch.folder, "home") };
    const services = await scratch.open({ environment });
    leaveFiles(defaultExperimentsFolder(process.platform, environment));
    const scenario = await fakeScenario("batches:1", "creation-on-this-machine");
    const storage = { ...scenario.storage, quotaMiB: 512, freeSpaceFloorMiB: 0 };
    const request = { scenario: { ...scenario, storage }, preset: null };
    const { id, notes } = unwrap(await services.experiments.start(request));
    expect(notes).toEqual([
      expect.stringMatching(/removed what an interrupted run left \(started then\): 1 file, /),
    ]);
    await watchToEnd(services, id);
  });

  it("starts in a folder once what an interrupted run left there is removed", async () => {
    const services = await scratch.open();
    const folder = join(scratch.folder, "volume");
    leaveFiles(folder);
    const scenario = await fakeScenario("", "creation-on-this-machine");
    const volumes = [{ name: "local", folder }];
    const storage = { ...scenario.storage, volumes, quotaMiB: 512, freeSpaceFloorMiB: 0 };
    const request = { scenario: { ...scenario, storage }, preset: null };
    const refused = await services.experiments.start(request);
    expect(refused).toMatchObject({ ok: false, error: { code: "folderLeftover" } });
    expect(await services.experiments.removeLeftovers(request.scenario)).toEqual({
      ok: true,
      value: 1,
    });
    expect(readdirSync(folder)).toEqual([]);
    // Somebody else's folder is left alone.
    writeFileSync(join(folder, "mine"), "");
    expect(await services.experiments.removeLeftovers(request.scenario)).toMatchObject({
      value: 0,
    });
    expect(readdirSync(folder)).toEqual(["mine"]);
  });

  it("is refused beyond eight at once", async () => {
    const services = await scratch.open();
    const scenario = await fakeScenario("endless");
    const request = { scenario, preset: null };
    const started = await Promise.all(
      Array.from({ length: 9 }, () => services.experiments.start(request)),
    );
    expect(started.filter(({ ok }) => ok)).toHaveLength(8);
    expect(started.map(messageOf).join()).toContain("8 runs are under way, the most at once");
  });
});

describe("watching", () => {
  it("shows in pieces what the recording holds", async () => {
    const services = await scratch.open();
    const id = await startFake(services, "rich:150");
    const pieces = await watchToEnd(services, id);
    const recorded = unwrap(await services.library.timeline({ runId: id, points }));
    expect(joined(pieces)).toEqual(recorded.series);
    expect(recorded.series.timeMs.length).toBe(300);
    expect(recorded.series.samplesPerPoint).toBe(1);
    expect(linesOf(pieces)).toEqual(linesOf([recorded]));
    expect(pieces.map(({ restart }) => restart).indexOf(true, 1)).toBe(-1);
    expect(pieces[0]?.restart).toBe(true);
    // The fake engine's summary has no lines; of a recording they are those that were told.
    const { errorlog = [], ...summary } = recorded.summary ?? {};
    expect(pieces.at(-1)?.summary).toMatchObject(summary);
    expect(errorlog.length).toBeGreaterThan(0);
  });

  it("slowly misses no line, no end of a phase, and slows nothing down", async () => {
    const services = await scratch.open();
    const id = await startFake(services, "rich:700");
    const quick = watchToEnd(services, id);
    // Asks for its second piece only when the run is over.
    const slow = await watchToEnd(services, id, async () => void (await quick));
    expect(slow.length).toBeLessThanOrEqual(2);
    const wanted = Array.from({ length: 700 }, (_, index) => `line ${index + 1}`);
    expect(linesOf(slow).map((line) => line.slice(line.indexOf("line")))).toEqual(wanted);
    const ends = slow.flatMap(({ events }) =>
      events.filter((event) => event.kind === "phase" && event.endMs !== null),
    );
    expect(ends).toHaveLength(70);
    for (const { series } of slow) expect(series.timeMs.length).toBeLessThanOrEqual(4096);
    const recorded = unwrap(await services.library.timeline({ runId: id, points }));
    expect(recorded.series.timeMs.length).toBe(1400);
    expect(linesOf([recorded])).toHaveLength(700);
  });

  it("again, or by several, starts from the beginning", async () => {
    const services = await scratch.open();
    const id = await startFake(services, "rich:60");
    const [first, second] = await Promise.all([watchToEnd(services, id), watchToEnd(services, id)]);
    expect(joined(first)).toEqual(joined(second));
    expect(linesOf(second)).toHaveLength(60);
  });

  it("ends when the watcher goes, and leaves the run alone", async () => {
    const services = await scratch.open();
    const id = await startFake(services, "endless");
    const gone = new AbortController();
    let pieces = 0;
    for await (const _ of services.experiments.watch(id, gone.signal)) {
      pieces += 1;
      gone.abort();
    }
    expect(pieces).toBe(1);
    expect(await services.library.list()).toMatchObject([{ status: "running" }]);
  });

  it("a run that is over gives one piece", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "rich:20");
    const pieces = await watchToEnd(services, id);
    expect(pieces).toHaveLength(1);
    expect(pieces[0]).toMatchObject({ restart: true, ended: true, summary: { formatVersion: 1 } });
    expect(pieces[0]?.series.timeMs.length).toBe(40);
  });

  it("a run that is not there says so", async () => {
    const services = await scratch.open();
    await expect(watchToEnd(services, crypto.randomUUID())).rejects.toThrow("not in the library");
  });

  it("follows a run that another program records", async () => {
    const [owner, other] = [await scratch.open(), await scratch.open()];
    const id = await startFake(owner, "endless");
    let cancelled = false;
    const pieces = await watchToEnd(other, id, async ({ series }) => {
      if (cancelled || series.timeMs.length === 0) return;
      cancelled = true;
      const refused = await other.experiments.command(id, { kind: "cancel" });
      expect(messageOf(refused)).toContain("runs in another Snapscope program");
      unwrap(await owner.experiments.command(id, { kind: "cancel" }));
    });
    expect(pieces.at(-1)).toMatchObject({ ended: true, entry: { status: "cancelled" } });
    const recorded = unwrap(await other.library.timeline({ runId: id, points }));
    expect(joined(pieces).timeMs.at(-1)).toBe(recorded.series.timeMs.at(-1));
  });
});

describe("presets", () => {
  it("tell how long their runs took", async () => {
    const services = await scratch.open();
    const before = await services.presets.list();
    expect(before.map(({ title }) => title)).toContain("Creation under load");
    expect(before.every(({ typicalOf }) => typicalOf === 0)).toBe(true);
    const [preset] = before;
    const request = { scenario: preset?.scenario, preset: preset?.name ?? null };
    const started = unwrap(await services.experiments.start(request));
    await watchToEnd(services, started.id);
    const [after] = await services.presets.list();
    expect(after).toMatchObject({ typicalWallMs: 1234, typicalOf: 1 });
    // What a version wrote that knew fewer settings; then a run of another scenario.
    const database = new SqliteDatabase(join(scratch.folder, libraryFileName));
    const change = (scenario: string) => database.exec(`UPDATE runs SET scenario = ${scenario}`);
    change("json_remove(scenario, '$.restoreHistoryMiB')");
    expect(await services.presets.list()).toContainEqual(after);
    change("json_set(scenario, '$.sampleIntervalMs', 77)");
    database.close();
    const others = await services.presets.list();
    expect(others.every(({ typicalOf }) => typicalOf === 0)).toBe(true);
  });

  it("count no run that was changed, failed, or recorded elsewhere", async () => {
    const services = await scratch.open();
    const changed = await runFake(services, "batches:1");
    await runFake(services, "crash");
    const [preset] = await services.presets.list();
    const request = { scenario: preset?.scenario, preset: preset?.name ?? null };
    const started = unwrap(await services.experiments.start(request));
    await watchToEnd(services, started.id);
    const file = unwrap(await services.library.exportRun(started.id));
    unwrap(await services.library.remove([started.id, changed]));
    unwrap(await importBytes(services, file.fileName, file.bytes));
    const [after] = await services.presets.list();
    expect(after).toMatchObject({ typicalWallMs: null, typicalOf: 0 });
  });
});

describe("the list", () => {
  it("is told when a run begins and how it ended", async () => {
    const services = await scratch.open();
    const statuses = new Set<string>();
    const gone = new AbortController();
    const watching = (async () => {
      for await (const change of services.library.changes(gone.signal)) {
        if (change.kind !== "changed") continue;
        statuses.add(change.entry.status);
        if (change.entry.status !== "running") return change.entry;
      }
      return null;
    })();
    const id = await startFake(services, "endless");
    await watchToEnd(services, id, async ({ ended }) => {
      if (!ended) await services.experiments.command(id, { kind: "cancel" });
    });
    expect(await watching).toMatchObject({ id, status: "cancelled" });
    expect([...statuses]).toEqual(["running", "cancelled"]);
    gone.abort();
  });

  it("is told of changes by this and by other programs", async () => {
    const [services, other] = [await scratch.open(), await scratch.open()];
    const id = await runFake(services, "batches:1");
    const seen: string[] = [];
    const watching = (async () => {
      for await (const change of services.library.changes(never())) {
        seen.push(change.kind === "removed" ? "removed" : change.entry.name);
        if (change.kind === "removed") return;
        if (change.entry.name === "here") unwrap(await other.library.change(id, { name: "there" }));
        if (change.entry.name === "there") unwrap(await other.library.remove([id]));
      }
    })();
    unwrap(await services.library.change(id, { name: "here" }));
    await watching;
    expect(seen).toEqual(["here", "there", "removed"]);
  });
});
