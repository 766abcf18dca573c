import { symlinkSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { StudyState } from "../../contract/rpc/studies.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { studySchema } from "../../contract/study.ts";
import { bandPlan } from "../../domain/assumptions/band-points.ts";
import type { RunningServices } from "../services.ts";
import {
  fakeEngine,
  fakeScenario,
  messageOf,
  never,
  Scratch,
  unwrap,
  upload,
} from "../testing/scratch-services.ts";
import { checkDiskSpace } from "./disk-space.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

/** A point for each behaviour of the fake engine. */
const behaving = (...behaviours: string[]) =>
  behaviours.map((behaviour) => ({ settings: [`description=${behaviour}`] }));

async function start(
  services: RunningServices,
  points: { settings: string[] }[],
  repeats: number,
): Promise<string> {
  const base = await fakeScenario("batches:2");
  return unwrap(await services.studies.start({ base, points, repeats })).studyId;
}

const stateOf = async (services: RunningServices, id: string) =>
  unwrap(await services.studies.state(id));

/** Each state until it is over, or until `isEnough`. */
async function watch(
  services: RunningServices,
  id: string,
  isEnough: (state: StudyState) => boolean = () => false,
): Promise<StudyState[]> {
  const states: StudyState[] = [];
  for await (const state of services.studies.watch(id, never())) {
    states.push(state);
    if (isEnough(state)) break;
  }
  return states;
}

/** A hand at the library's file, between two programs. */
function byHand(sql: string): void {
  const database = new SqliteDatabase(`${scratch.folder}/library.db`);
  database.exec(sql);
  database.close();
}

const statuses = ({ runs }: StudyState) => runs.map(({ status }) => status);
const isRunning = ({ runs }: StudyState, point: number) =>
  runs.some((run) => run.point === point && run.status === "running");

describe("a study", () => {
  it("runs every repeat of every point once, from shared seeds, into the library", async () => {
    const services = await scratch.open();
    const users = [10, 20].map((count) => ({ settings: [`workload.users=${count}`] }));
    const id = await start(services, users, 2);
    const last = (await watch(services, id)).at(-1);
    expect(last?.status).toBe("completed");
    const { seed } = await fakeScenario("");
    const told = last?.runs.map((run) => [run.point, run.repeat, run.seed, run.status]);
    expect(told).toEqual(
      [0, 1].flatMap((point) =>
        [0, 1].map((repeat) => [point, repeat, seed + repeat, "completed"]),
      ),
    );
    const entries = await services.library.list();
    expect(entries.map(({ users: count, seed }) => `${count} ${seed}`).sort()).toEqual([
      `10 ${seed}`,
      `10 ${seed + 1}`,
      `20 ${seed}`,
      `20 ${seed + 1}`,
    ]);
    expect(entries.every(({ study }) => study?.id === id)).toBe(true);
    expect(await stateOf(services, id)).toEqual(last);
    expect(await services.studies.list()).toEqual([last]);
    expect(messageOf(await services.studies.resume(id))).toContain("has all of its results");
  });

  it("is prolonged by repeats with the seeds that follow, and keeps what it has", async () => {
    const services = await scratch.open();
    const users = [10, 20].map((count) => ({ settings: [`workload.users=${count}`] }));
    const id = await start(services, users, 1);
    const before = (await watch(services, id)).at(-1);
    unwrap(await services.studies.resume(id, 3));
    const after = (await watch(services, id)).at(-1);
    expect(after).toMatchObject({ status: "completed", repeats: 3 });
    const { seed } = await fakeScenario("");
    expect(after?.runs.map((run) => run.seed - seed)).toEqual([0, 1, 2, 0, 1, 2]);
    expect(after?.runs).toEqual(expect.arrayContaining([...(before?.runs ?? [])]));
    const results = unwrap(await services.studies.results({ studyId: id }));
    expect(results.metrics[0]?.points.map(({ runs }) => runs)).toEqual([3, 3]);
    expect(messageOf(await services.studies.resume(id, 2))).toContain(
      "2 repeats are fewer than its 3; allowed: as many or more",
    );
    expect(messageOf(await services.studies.resume(id, 5001))).toContain(
      "2 points with 5001 repeats are 10002 runs; allowed: up to 10000",
    );
    expect(await stateOf(services, id)).toEqual(after);
  });

  it("tells what it comes to so far, over what differs between its points", async () => {
    const services = await scratch.open();
    const users = [10, 20].map((count) => ({ settings: [`workload.users=${count}`] }));
    const id = await start(services, users, 2);
    await watch(services, id);
    const { parameters, metrics, measured } = unwrap(
      await services.studies.results({ studyId: id, metric: "snapshotSize" }),
    );
    expect(parameters).toEqual([{ path: "workload.users", label: "Users", values: [10, 20] }]);
    expect(metrics.map(({ id: metric }) => metric)).toContain("snapshotSize");
    expect(measured.map(({ id: metric }) => metric)).toContain("throughput");
    expect(metrics[0]?.points.map(({ runs }) => runs)).toEqual([2, 2]);
    const abort = new AbortController();
    const takenBack = services.studies.results({ studyId: id }, abort.signal);
    abort.abort();
    await expect(takenBack).rejects.toThrow("aborted");
    const gone = await services.studies.results({ studyId: crypto.randomUUID() });
    expect(messageOf(gone)).toContain("is not in the library");
  });

  it("for which there is no engine says so once, and has no failed runs", async () => {
    const environment = { ...fakeEngine, SNAPSCOPE_ADDON: join(scratch.folder, "missing.node") };
    const services = await scratch.open({ environment });
    const users = [10, 20].map((count) => ({ settings: [`workload.users=${count}`] }));
    const id = await start(services, users, 5);
    const last = (await watch(services, id)).at(-1);
    expect(last?.status).toBe("interrupted");
    expect(last?.notes).toEqual([expect.stringMatching(/missing\.node.*npm run build/)]);
    expect(last && new Set(statuses(last))).toEqual(new Set(["waiting"]));
    const list = await services.library.list();
    expect(list.filter(({ status }) => status === "failed")).toEqual([]);
    // What it was given up for is over once it goes on.
    symlinkSync(fakeEngine.SNAPSCOPE_ADDON, environment.SNAPSCOPE_ADDON);
    unwrap(await services.studies.resume(id));
    expect((await watch(services, id)).at(-1)).toMatchObject({ status: "completed", notes: [] });
  });

  it("that cannot be run as a whole is refused before any of it is", async () => {
    const services = await scratch.open();
    const base = await fakeScenario("");
    const refused = async (...settings: string[]) => {
      const points = [{ settings: [] }, { settings }];
      return messageOf(await services.studies.start({ base, points, repeats: 1 }));
    };
    expect(await refused("workload.usrs=1")).toContain(
      'points[1] workload.usrs: is not known; did you mean "users"',
    );
    expect(await refused("seed=2")).toContain("is the same scenario as points[0]");
    const huge = ["workload.users=10000", "workload.thinkTimeMs=0", "durationSeconds=86400"];
    const sizes = ["database.sizeMiB=16777216", "server.memoryMiB=16777216"];
    expect(await refused(...huge, ...sizes, "server.schedulers=256")).toMatch(
      /^points\[1\] would take \d+ MiB of memory, and this machine has \d+; make the database/,
    );
    expect(await services.library.list()).toEqual([]);
    expect(await services.studies.list()).toEqual([]);
  });

  it("loses none of its other runs to one that fails, and tries that again when it is resumed", async () => {
    const services = await scratch.open();
    const id = await start(services, behaving("batches:1", "crash", "unverified"), 1);
    const first = (await watch(services, id)).at(-1);
    expect(first?.status).toBe("completed");
    expect(first && statuses(first)).toEqual(["completed", "failed", "failed"]);
    expect(first?.runs[1]?.error?.code).toBe("engineDied");
    expect(first?.runs[2]?.error?.message).toContain("a snapshot does not show");
    expect(first?.notes[0]).toMatch(/^2 runs of 3 failed/);
    unwrap(await services.studies.resume(id));
    const second = (await watch(services, id)).at(-1);
    expect(second?.runs[0]?.runId).toBe(first?.runs[0]?.runId);
    expect(second?.runs[1]?.runId).not.toBe(first?.runs[1]?.runId);
    expect(await services.library.list()).toHaveLength(3);
  });

  it("ends its runs when it is cancelled, keeps what was completed and goes on with the rest", async () => {
    const services = await scratch.open();
    const id = await start(services, behaving("batches:1", "endless"), 2);
    await watch(services, id, (state) => isRunning(state, 1));
    expect(messageOf(await services.studies.resume(id))).toContain("is running already");
    expect(messageOf(await services.studies.remove(id))).toContain("cancel it before");
    unwrap(await services.studies.cancel(id));
    const cancelled = await stateOf(services, id);
    expect(cancelled.status).toBe("cancelled");
    expect(statuses(cancelled)).not.toContain("running");
    expect(messageOf(await services.studies.cancel(id))).toContain("there is nothing to cancel");
    unwrap(await services.studies.resume(id));
    const [resumed] = (await watch(services, id, (state) => isRunning(state, 1))).slice(-1);
    expect(resumed?.status).toBe("running");
    unwrap(await services.studies.cancel(id));
    const places = (await services.library.list()).map(({ study }) => JSON.stringify(study));
    expect(new Set(places).size).toBe(places.length);
  });

  it("that its program has left is interrupted, and runs only what is missing in the next", async () => {
    const services = await scratch.open();
    const id = await start(services, behaving("batches:1", "endless"), 1);
    const isHalf = (state: StudyState) =>
      state.runs[0]?.status === "completed" && isRunning(state, 1);
    await watch(services, id, isHalf);
    await services.close();
    const next = await scratch.open();
    const left = await stateOf(next, id);
    expect(left.status).toBe("interrupted");
    expect(statuses(left)).toEqual(["completed", "waiting"]);
    expect(left.runs[1]?.error?.code).toBe("interrupted");
    unwrap(await next.studies.resume(id));
    const resumed = (await watch(next, id, (state) => isRunning(state, 1))).at(-1);
    expect(resumed?.runs[0]?.runId).toBe(left.runs[0]?.runId);
    expect(resumed?.runs[1]?.runId).not.toBe(left.runs[1]?.runId);
    unwrap(await next.studies.cancel(id));
  });

  it("keeps a run of another scenario, which is left out and not run again", async () => {
    const services = await scratch.open();
    const id = await start(services, behaving("batches:1", "crash"), 1);
    const [first] = (await watch(services, id)).at(-1)?.runs ?? [];
    await services.close();
    byHand(
      "UPDATE runs SET scenario = json_set(scenario, '$.durationSeconds', 99) WHERE point = 0",
    );
    const next = await scratch.open();
    const state = await stateOf(next, id);
    expect(statuses(state)).toEqual(["other", "failed"]);
    expect(state.status).toBe("completed");
    expect(state.runs[0]?.error?.message).toContain("stays in the library");
    expect(state.notes).toContainEqual(expect.stringMatching(/^1 run of 2 is of another scenario/));
    expect(unwrap(await next.studies.results({ studyId: id })).metrics).toEqual([]);
    unwrap(await next.studies.resume(id));
    const resumed = (await watch(next, id)).at(-1);
    expect(resumed?.runs[0]?.runId).toBe(first?.runId);
    expect(resumed?.runs[1]?.runId).not.toBe(state.runs[1]?.runId);
  });

  it("that has none but runs of another scenario is not resumed, and takes in a result of its own", async () => {
    const services = await scratch.open();
    const id = await start(services, behaving("batches:1"), 1);
    const [first] = (await watch(services, id)).at(-1)?.runs ?? [];
    const { bytes } = unwrap(await services.library.exportRun(first?.runId ?? ""));
    await services.close();
    byHand("UPDATE runs SET scenario = json_set(scenario, '$.durationSeconds', 99)");
    const next = await scratch.open();
    expect(messageOf(await next.studies.resume(id))).toMatch(
      /nothing is left to be run\. 1 run of 1 is of another scenario .* Start it as a new study/,
    );
    const file = { name: "0-0", upload: await upload(next, bytes) };
    expect(unwrap(await next.studies.importRun(file, [id])).isNew).toBe(true);
    expect(statuses(await stateOf(next, id))).toEqual(["completed"]);
    expect((await next.library.list()).map(({ id: run }) => run)).toContain(first?.runId);
  });

  it("is removed with its runs, and with no others", async () => {
    const services = await scratch.open();
    const [one, other] = [
      await start(services, behaving("batches:1"), 1),
      await start(services, behaving("batches:2"), 1),
    ];
    await watch(services, one);
    await watch(services, other);
    unwrap(await services.studies.remove(one));
    expect((await services.studies.list()).map(({ id }) => id)).toEqual([other]);
    expect((await services.library.list()).map(({ study }) => study?.id)).toEqual([other]);
    expect(messageOf(await services.studies.state(one))).toContain("may have been deleted");
  });

  it("that would not fit on the disk is refused with what to do", async () => {
    const base = await fakeScenario("");
    const scenario = { ...base, durationSeconds: 86_400, sampleIntervalMs: 10 };
    const many = Array.from({ length: 10_000 }, () => scenario);
    expect(messageOf(await checkDiskSpace(many, `${scratch.folder}/library.db`))).toMatch(
      /^10000 runs would take some \d+ MiB .* its disk has \d+; take fewer repeats or points/,
    );
    expect((await checkDiskSpace([base], `${scratch.folder}/library.db`)).ok).toBe(true);
  });
});

describe("results that were computed elsewhere", () => {
  const there = new Scratch();
  afterEach(() => there.dispose());

  /** The runs of a study of another library, as files. */
  async function computed(behaviours: string[]) {
    const services = await there.open();
    const id = await start(services, behaving(...behaviours), 2);
    const state = (await watch(services, id)).at(-1);
    const files = await Promise.all(
      (state?.runs ?? []).map(async ({ runId = "" }) =>
        unwrap(await services.library.exportRun(runId)),
      ),
    );
    const { status: _, runs: __, notes: ___, remainingMs: ____, ...study } = state as StudyState;
    return { study: studySchema.parse(study), files: files.map(({ bytes }) => bytes) };
  }

  it("come in as if computed here, once, and what is no result of it is refused by itself", async () => {
    const { study, files } = await computed(["batches:1", "crash"]);
    const services = await scratch.open();
    unwrap(await services.studies.add(study));
    const take = async (name: string, bytes: Uint8Array) =>
      services.studies.importResult({ name, upload: await upload(services, bytes) }, [study]);
    const [good, alsoGood, crashed] = files as [Uint8Array, Uint8Array, Uint8Array];
    expect(unwrap(await take("0-0", good)).isNew).toBe(true);
    expect(unwrap(await take("0-0", good)).isNew).toBe(false);
    expect(messageOf(await take("1-0", crashed))).toMatch(
      /^1-0: is of a run that was failed \(.*\); run it again/,
    );
    expect(messageOf(await take("0-1", alsoGood.slice(0, 500)))).toMatch(/^0-1: .*damaged/);
    const half = await stateOf(services, study.id);
    expect(statuses(half)).toEqual(["completed", "waiting", "waiting", "waiting"]);
    expect(half.status).toBe("interrupted");
    const other = { ...study, id: crypto.randomUUID(), points: behaving("batches:9") };
    unwrap(await services.studies.add(other));
    const foreign = await services.studies.importResult(
      { name: "f", upload: await upload(services, alsoGood) },
      [other],
    );
    expect(messageOf(foreign)).toMatch(/^f: is of a scenario .* does not run; import it with/);
    expect(unwrap(await take("0-1", alsoGood)).entry.study).toEqual({
      id: study.id,
      point: 0,
      repeat: 1,
    });
  });

  it("come in with their study's file, or as what they are of a study here, or by themselves", async () => {
    const { study, files } = await computed(["batches:1"]);
    const services = await scratch.open();
    const file = async (name: string, bytes: Uint8Array) => ({
      name,
      upload: await upload(services, bytes),
    });
    const [good, alsoGood] = files as [Uint8Array, Uint8Array];
    const alone = unwrap(await services.studies.importRun(await file("a", good), []));
    expect(alone).toMatchObject({ isNew: true, study: null });
    const document = new TextEncoder().encode(JSON.stringify(study));
    const added = await services.studies.addFile(await file("study.json", document));
    expect(unwrap(added)).toEqual(study);
    const placed = unwrap(await services.studies.importRun(await file("b", alsoGood), []));
    expect(placed).toMatchObject({ isNew: true, study: { id: study.id } });
    const again = unwrap(await services.studies.importRun(await file("b", alsoGood), [study.id]));
    expect(again.isNew).toBe(false);
    const other = { ...study, id: crypto.randomUUID(), points: behaving("batches:9") };
    unwrap(await services.studies.add(other));
    const foreign = await services.studies.importRun(await file("c", good), [other.id]);
    expect(messageOf(foreign)).toMatch(/^c: is of a scenario .* does not run/);
    const wrong = await services.studies.addFile(await file("study.json", Uint8Array.of(123, 125)));
    expect(messageOf(wrong)).toMatch(/^study\.json: /);
  });
});

describe("the band of a scenario", () => {
  it("is of its study's runs, and found by whatever reports on that scenario with another seed", async () => {
    const services = await scratch.open();
    // The speed of its cores alone is assumed of a server whose memory is the user's own.
    const server = { preset: "dell", memoryMiB: 1024 };
    const resolved = resolveScenario({ ...(await fakeScenario("batches:2")), server }, "it");
    const scenario = unwrap(resolved);
    const { request } = unwrap(bandPlan(scenario));
    expect(await services.studies.bandFor(scenario)).toBeNull();
    const { studyId } = unwrap(await services.studies.start(request));
    await watch(services, studyId);
    const band = unwrap(await services.studies.band(studyId));
    expect(band.figures.map(({ path, slow, fast }) => [path, slow, fast])).toEqual([
      ["server.coreSpeedPercent", "30 %", "50 %"],
    ]);
    // The fake engine is as fast on every server.
    expect(band.unmoved).toEqual(["server.coreSpeedPercent"]);
    expect(band.metrics[0]?.rows[1]?.slow).toEqual({ value: band.metrics[0]?.given });
    expect(await services.studies.bandFor({ ...scenario, seed: 99, pace: 5 })).toEqual(band);
    const other = { ...scenario, workload: { ...scenario.workload, users: 7 } };
    expect(await services.studies.bandFor(other)).toBeNull();
    // What a version stored that did not have this setting yet.
    const { restoreHistoryMiB, ...earlier } = scenario;
    expect(await services.studies.bandFor(earlier as Scenario)).toEqual(band);
  });

  it("is refused of a study that asks something else", async () => {
    const services = await scratch.open();
    const id = await start(services, behaving("batches:2"), 1);
    await watch(services, id);
    expect(messageOf(await services.studies.band(id))).toContain("is no study of a band");
  });
});
