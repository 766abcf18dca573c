import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StudyState } from "../../contract/rpc/studies.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { RunningServices } from "../services.ts";
import { fakeScenario, messageOf, never, Scratch, unwrap } from "../testing/scratch-services.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const users = (...counts: number[]) =>
  counts.map((count) => ({ settings: [`workload.users=${count}`] }));

async function watched(services: RunningServices, studyId: string): Promise<StudyState[]> {
  const states: StudyState[] = [];
  for await (const state of services.studies.watch(studyId, never())) states.push(state);
  return states;
}

const started = async (
  services: RunningServices,
  base: Scenario,
  counts: number[],
  repeats: number,
) => unwrap(await services.studies.start({ base, points: users(...counts), repeats })).studyId;

describe("a study", () => {
  it("runs every repeat of every point once, from shared seeds, into the library", async () => {
    const services = await scratch.open();
    const id = await started(services, await fakeScenario("batches:2"), [10, 20, 30], 2);
    const last = (await watched(services, id)).at(-1);
    expect(last?.status).toBe("completed");
    const { seed } = await fakeScenario("");
    const places = last?.runs.map(({ point, repeat, seed, status }) => [
      point,
      repeat,
      seed,
      status,
    ]);
    expect(places).toEqual(
      [0, 1, 2].flatMap((point) =>
        [0, 1].map((repeat) => [point, repeat, seed + repeat, "completed"]),
      ),
    );
    const entries = await services.library.list();
    expect(entries).toHaveLength(6);
    expect(new Set(entries.map(({ users, seed }) => `${users} ${seed}`)).size).toBe(6);
    expect(entries.every(({ study }) => study?.id === id)).toBe(true);
    expect(unwrap(await services.studies.state(id))).toEqual(last);
    expect(await services.studies.list()).toEqual([last]);
  });

  it("that cannot be run as a whole is refused before any of it is", async () => {
    const services = await scratch.open();
    const base = await fakeScenario("");
    const refused = async (settings: string[], repeats = 1) =>
      messageOf(
        await services.studies.start({ base, points: [{ settings: [] }, { settings }], repeats }),
      );
    expect(await refused(["workload.usrs=1"])).toContain(
      'points[1] workload.usrs: is not known; did you mean "users"',
    );
    expect(await refused(["workload.users=0.5"])).toMatch(
      /points\[1\] \(workload.users=0.5\): workload.users: 0.5 is not allowed; allowed: /,
    );
    expect(await refused(["seed=2"])).toContain("is the same scenario as points[0]");
    expect(await services.library.list()).toEqual([]);
    expect(await services.studies.list()).toEqual([]);
  });
});
