import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { identityOf } from "../process-identity.ts";
import { createServices } from "../services.ts";
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
} from "../testing/scratch-services.ts";
import { libraryFileName } from "./open-database.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const libraryPath = () => join(scratch.folder, libraryFileName);
const points = 4096;

/** A look at the file by hand. */
function byHand<T>(work: (database: SqliteDatabase.Database) => T): T {
  const database = new SqliteDatabase(libraryPath());
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const refusal = async () =>
  messageOf(await createServices({ dataFolder: scratch.folder, environment: fakeEngine }));

/** A process that is gone for certain. */
const goneProcess = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe("the library's file", () => {
  it("is made with its tables, and opened again as it was", async () => {
    const first = await scratch.open();
    unwrap(await first.settings.put("theme", "dark"));
    await first.close();
    expect(byHand((database) => database.pragma("user_version", { simple: true }))).toBe(7);
    const second = await scratch.open();
    expect(await second.settings.all()).toEqual({ theme: "dark" });
  });

  it("of a newer version is refused, naming both, and is not changed", async () => {
    byHand((database) => database.pragma("user_version = 99"));
    const before = readFileSync(libraryPath());
    expect(await refusal()).toMatch(/has format 99, .* knows up to 7; update Snapscope/);
    expect(readFileSync(libraryPath())).toEqual(before);
  });

  it("that is damaged is refused and kept", async () => {
    const text = "this was a library once ".repeat(100);
    writeFileSync(libraryPath(), text);
    expect(await refusal()).toContain("is damaged or is no run library");
    expect(readFileSync(libraryPath(), "utf8")).toBe(text);
  });

  it("in a place that is no folder is refused", async () => {
    const file = join(scratch.folder, "file");
    writeFileSync(file, "");
    const made = await createServices({ dataFolder: file, environment: fakeEngine });
    expect(messageOf(made)).toContain("the run library cannot be opened");
  });

  it("can be made by several programs at the same moment", async () => {
    const program = `
      import { createServices } from ${JSON.stringify(new URL("../services.ts", import.meta.url).href)};
      const made = await createServices({ dataFolder: process.argv[1] });
      if (!made.ok) throw new Error(made.error.message);
      await made.value.settings.put(String(process.pid), true);
      await made.value.close();`;
    const args = ["--input-type=module", "-e", program, scratch.folder];
    const exits = await Promise.all(
      Array.from({ length: 4 }, () => {
        const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
        return new Promise((resolve) => child.once("exit", resolve));
      }),
    );
    expect(exits).toEqual([0, 0, 0, 0]);
    const services = await scratch.open();
    expect(Object.keys(await services.settings.all())).toHaveLength(4);
  });
});

describe("a run whose program is killed", () => {
  it("is interrupted for the next one, with what it had recorded", async () => {
    const services = await scratch.open();
    const cli = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
    const args = [cli, "run", "creation-under-load", "--save", "--set", "description=endless"];
    const child = spawn(process.execPath, args, {
      env: { ...fakeEngine, SNAPSCOPE_DATA: scratch.folder },
      stdio: "ignore",
    });
    let id: string | null = null;
    for await (const change of services.library.changes(never())) {
      if (change.kind !== "changed") continue;
      id = change.entry.id;
      if (change.entry.status === "running" && change.entry.engineMs > 0) child.kill("SIGKILL");
      if (change.entry.status !== "running") break;
    }
    const [entry] = await services.library.list();
    expect(entry).toMatchObject({
      id,
      status: "interrupted",
      error: { code: "interrupted", message: expect.stringContaining("last heard of at 20") },
    });
    const timeline = unwrap(await services.library.timeline({ runId: id ?? "", points }));
    expect(timeline.series.timeMs.length).toBeGreaterThan(0);
    expect(timeline.series.timeMs.at(-1)).toBe(entry?.engineMs);
    expect(timeline.summary).toBeNull();
  });

  it("is found at the next start", async () => {
    const first = await scratch.open();
    const id = await runFake(first, "batches:2");
    await first.close();
    byHand((database) =>
      database
        .prepare("UPDATE runs SET status = 'running', owner_pid = ?, owner_start = '1'")
        .run(goneProcess()),
    );
    const second = await scratch.open();
    expect(await second.library.list()).toMatchObject([{ id, status: "interrupted" }]);
  });

  it("is left alone while its program lives", async () => {
    const owner = await scratch.open();
    const id = await startFake(owner, "endless");
    const other = await scratch.open();
    expect(await other.library.list()).toMatchObject([{ id, status: "running" }]);
    expect(messageOf(await other.library.remove([id]))).toContain("is running; cancel it before");
  });

  it("is known by its silence where the system does not tell when a process started", async () => {
    const services = await scratch.open();
    await runFake(services, "batches:2");
    const claim = (heardAt: string) =>
      byHand((database) =>
        database
          .prepare(
            "UPDATE runs SET status = 'running', heard_at = ?, owner_pid = ?, owner_start = NULL",
          )
          .run(heardAt, process.pid),
      );
    claim(new Date().toISOString());
    expect(await services.library.list()).toMatchObject([{ status: "running" }]);
    claim("2020-01-01T00:00:00.000Z");
    expect(await services.library.list()).toMatchObject([{ status: "interrupted" }]);
  });
});

describe("runs", () => {
  it("can be renamed, tagged and noted", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "batches:1");
    const change = { name: "Before the batch", tags: ["a", "b", "a"], note: "slow disk" };
    expect(await services.library.change(id, change)).toMatchObject({
      value: { name: "Before the batch", tags: ["a", "b"], note: "slow disk" },
    });
    unwrap(await services.library.change(id, { note: "" }));
    expect(await services.library.list()).toMatchObject([{ tags: ["a", "b"], note: "" }]);
    const nobody = await services.library.change(crypto.randomUUID(), {});
    expect(messageOf(nobody)).toContain("is not in the library");
  });

  it("keep where their steady state was said to begin, until that is taken back", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "batches:5");
    const steady = async (steadyFromMs: number | null) => {
      unwrap(await services.library.change(id, { steadyFromMs }));
      return unwrap(await services.library.steadyState(id)).chosenMs;
    };
    expect(await steady(700)).toBe(700);
    expect((await services.library.list())[0]?.steadyFromMs).toBe(700);
    expect(await steady(null)).toBeNull();
    const beyond = await services.library.change(id, { steadyFromMs: 1e9 });
    expect(messageOf(beyond)).toMatch(/is not before its end; allowed: less than/);
  });

  it("that are deleted can be brought back until the next start", async () => {
    const first = await scratch.open();
    const [kept, deleted] = [await runFake(first, "batches:1"), await runFake(first, "rich:9")];
    unwrap(await first.library.remove([kept, deleted]));
    expect(await first.library.list()).toEqual([]);
    expect(await first.library.timeline({ runId: kept, points })).toMatchObject({ ok: false });
    expect(messageOf(await first.library.remove([kept]))).toContain("is not in the library");
    expect((await first.library.removed()).map(({ entry }) => entry.id)).toEqual([deleted, kept]);
    expect(unwrap(await first.library.restore([kept]))).toMatchObject([{ id: kept }]);
    expect(await first.library.list()).toHaveLength(1);
    expect(await first.library.removed()).toMatchObject([
      { entry: { id: deleted }, removedAt: expect.stringMatching(/Z$/) },
    ]);
    await first.close();
    byHand((database) =>
      database.prepare("UPDATE runs SET remover_pid = ? WHERE remover_pid > 0").run(goneProcess()),
    );
    const second = await scratch.open();
    expect(messageOf(await second.library.restore([deleted]))).toContain("deleted for good");
    expect(
      byHand((database) =>
        database.prepare("SELECT count(*) FROM batches WHERE run <> 1").pluck().get(),
      ),
    ).toBe(0);
  });

  it("give a span of their timeline, as measured where there is room", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "rich:100");
    const span = { runId: id, fromMs: 20_250, toMs: 30_250 };
    const { series, events } = unwrap(await services.library.timeline({ ...span, points: 100 }));
    expect([series.timeMs[0], series.timeMs.at(-1)]).toEqual([20_000, 30_500]);
    expect(series.samplesPerPoint).toBe(1);
    expect(events.length).toBeGreaterThan(0);
    const whole = unwrap(await services.library.timeline({ runId: id, points: 10 }));
    expect(whole.series.timeMs.length).toBeLessThanOrEqual(10);
    expect(whole.series.timeMs.at(-1)).toBe(100_000);
  });

  it("whose recording is damaged say where", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "rich:3");
    byHand((database) => database.exec("UPDATE batches SET bytes = x'00ff' WHERE seq = 1"));
    const timeline = await services.library.timeline({ runId: id, points });
    expect(messageOf(timeline)).toContain("batch 1 of its recording is damaged");
    await expect(watchToEnd(services, id)).rejects.toThrow("is damaged");
    // It is so, too, where it is read along, as a run of another program.
    const { pid, start } = identityOf(process.pid);
    byHand((database) =>
      database
        .prepare("UPDATE runs SET status = 'running', owner_pid = ?, owner_start = ?")
        .run(pid, start),
    );
    await expect(watchToEnd(services, id)).rejects.toThrow("batch 1");
    byHand((database) => database.exec("UPDATE runs SET status = 'failed'"));
    expect(messageOf(await services.library.exportRun(id))).toContain("is damaged");
  });

  it("under way are read up to the moment", async () => {
    const services = await scratch.open();
    const id = await startFake(services, "endless");
    const [first] = await watchSome(services, id);
    const timeline = unwrap(await services.library.timeline({ runId: id, points }));
    expect(timeline.summary).toBeNull();
    expect(timeline.series.timeMs.at(-1)).toBeGreaterThanOrEqual(first ?? Infinity);
    await services.experiments.command(id, { kind: "cancel" });
    await watchToEnd(services, id);
  });

  it("end as failed when the library cannot be written", async () => {
    const services = await scratch.open();
    byHand((database) =>
      database.exec(`CREATE TRIGGER full BEFORE INSERT ON batches
        BEGIN SELECT raise(ABORT, 'the disk is full'); END`),
    );
    const id = await startFake(services, "rich:3");
    const [last] = (await watchToEnd(services, id)).slice(-1);
    expect(last?.entry).toMatchObject({
      status: "failed",
      error: { code: "ioError", message: expect.stringContaining("(the disk is full)") },
    });
    expect(await services.library.list()).toEqual([last?.entry]);
  });

  it("end as failed when their end cannot be written, and can be deleted at once", async () => {
    const services = await scratch.open();
    byHand((database) =>
      database.exec(`CREATE TRIGGER full BEFORE UPDATE OF ended_at ON runs
        BEGIN SELECT raise(ABORT, 'the disk is full'); END`),
    );
    const [id, other] = [await runFake(services, "rich:3"), await runFake(services, "rich:3")];
    const failed = {
      status: "failed",
      error: { code: "ioError", message: expect.stringContaining("(the disk is full)") },
    };
    expect(await services.library.list()).toMatchObject([failed, failed]);
    unwrap(await services.library.remove([id]));
    expect(await services.library.list()).toMatchObject([{ id: other, ...failed }]);
    // There is room again: the file gets what it had to do without.
    byHand((database) => database.exec("DROP TRIGGER full"));
    await services.library.list();
    const statuses = byHand((database) =>
      database.prepare("SELECT status, owner_pid FROM runs").all(),
    );
    expect(statuses).toEqual(Array(2).fill({ status: "failed", owner_pid: null }));
  });

  it("that could not be marked as begun leave no engine, and can be deleted", async () => {
    const services = await scratch.open();
    byHand((database) =>
      database.exec(`CREATE TRIGGER full BEFORE UPDATE OF origin ON runs
        BEGIN SELECT raise(ABORT, 'the disk is full'); END`),
    );
    const scenario = await fakeScenario("endless");
    // More than can be under way at once: none of them counts as such.
    for (let count = 0; count < 9; count += 1) {
      const started = await services.experiments.start({ scenario, preset: null });
      expect(messageOf(started)).toContain("(the disk is full)");
    }
    const entries = await services.library.list();
    expect(entries.map(({ status }) => status)).toEqual(Array(9).fill("failed"));
    unwrap(await services.library.remove(entries.map(({ id }) => id)));
  });
});

/** Engine times of the first piece that has samples. */
async function watchSome(
  services: Awaited<ReturnType<Scratch["open"]>>,
  id: string,
): Promise<number[]> {
  for await (const { series } of services.experiments.watch(id, never())) {
    if (series.timeMs.length > 0) return [...series.timeMs];
  }
  return [];
}

describe("a library on a full disk", () => {
  it("says so, whatever is to be written", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "batches:1");
    const { bytes } = unwrap(await services.library.exportRun(id));
    byHand((database) => {
      for (const [table, what] of [
        ["runs", "UPDATE"],
        ["runs", "INSERT"],
        ["captures", "INSERT"],
        ["settings", "INSERT"],
      ]) {
        database.exec(`CREATE TRIGGER full_${table}_${what} BEFORE ${what} ON ${table}
          BEGIN SELECT raise(ABORT, 'the disk is full'); END`);
      }
    });
    const scenario = await fakeScenario("batches:1");
    for (const result of [
      await services.library.change(id, { name: "x" }),
      await services.library.remove([id]),
      await importBytes(services, "x", bytes),
      await services.captures.openSample(),
      await services.settings.put("theme", "dark"),
      await services.experiments.start({ scenario, preset: null }),
    ]) {
      expect(messageOf(result)).toContain("the run library cannot be written (the disk is full)");
    }
    expect(await services.library.list()).toHaveLength(1);
  });
});

describe("settings and system", () => {
  it("keep values of the UI up to 1 MiB each", async () => {
    const services = await scratch.open();
    unwrap(await services.settings.put("draft", { users: [1, 2] }));
    unwrap(await services.settings.put("draft", { users: [3] }));
    unwrap(await services.settings.put("gone", 1));
    unwrap(await services.settings.put("gone", undefined));
    const large = await services.settings.put("large", "x".repeat(1024 * 1024));
    expect(messageOf(large)).toContain("setting large: takes 1048578 bytes; allowed: at most");
    expect(await services.settings.all()).toEqual({ draft: { users: [3] } });
  });

  it("tell of the engine and of what can be printed", async () => {
    const services = await scratch.open({ printPdf: { fix: "install Chromium" } });
    expect(await services.system.info()).toMatchObject({
      engine: { version: "fake", compiler: "none" },
      libraryPath: libraryPath(),
      pdf: { available: false, fix: "install Chromium" },
    });
    const without = await scratch.open({
      environment: { ...fakeEngine, SNAPSCOPE_ADDON: "/none.node" },
      printPdf: async () => ({ ok: true, value: new Uint8Array() }),
    });
    expect(await without.system.info()).toMatchObject({ engine: null, pdf: { available: true } });
  });
});

it("knows how long a run will take that is prolonged, while it runs, after it, and elsewhere", async () => {
  const services = await scratch.open();
  const elsewhere = new Scratch();
  onTestFinished(() => elsewhere.dispose());
  const id = await startFake(services, "endless");
  const { durationSeconds } = unwrap(await services.library.details(id)).scenario;
  const planned: number[] = [];
  await watchToEnd(services, id, async ({ entry }) => {
    planned.push(entry.plannedMs);
    if (planned.length === 1) {
      unwrap(await services.experiments.command(id, { kind: "prolong", seconds: 60 }));
    } else if (entry.plannedMs > durationSeconds * 1000 && entry.status === "running") {
      await services.experiments.command(id, { kind: "cancel" });
    }
  });
  const longer = (durationSeconds + 60) * 1000;
  expect([planned[0], planned.at(-1)]).toEqual([durationSeconds * 1000, longer]);
  expect((await services.library.list())[0]).toMatchObject({ id, plannedMs: longer });
  const { bytes } = unwrap(await services.library.exportRun(id));
  const there = await elsewhere.open();
  expect(unwrap(await importBytes(there, "x", bytes)).plannedMs).toBe(longer);
});

it("compares a run that was prolonged as the run that it became", async () => {
  const services = await scratch.open();
  const ids = [await runFake(services, "batches:5"), await runFake(services, "batches:5")];
  byHand((database) =>
    database.prepare("UPDATE runs SET planned_ms = 99000 WHERE id = ?").run(ids[1]),
  );
  const sides = ids.map((id) => ({ name: id, recordings: [{ kind: "run" as const, id }] }));
  const { settings } = unwrap(await services.comparisons.compare({ sides }));
  const [duration] = settings.filter(({ path }) => path === "durationSeconds");
  expect(duration?.values[1]).toContain("99");
});
