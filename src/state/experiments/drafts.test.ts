import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as z from "zod";
import { resolveScenario } from "../../../app/contract/resolve-scenario.ts";
import type { PresetEntry } from "../../../app/contract/rpc/services.ts";
import { plainScenario } from "../../../app/contract/testing/scenarios.ts";
import {
  draftOf,
  setValue,
  typeUnreadable,
  undo,
} from "../../../app/domain/scenario-form/draft.ts";
import {
  addOwn,
  editDraft,
  openDrafts,
  presetId,
  removeOwn,
  saveAsOwn,
  selectExperiment,
  setSweep,
  takePresets,
  useDrafts,
} from "./drafts.ts";

const kept = vi.hoisted(() => new Map<string, unknown>());

/** Settings as the services keep them: JSON, and gone through a schema when they come back. */
vi.mock("../services/settings.ts", () => ({
  readSetting: <T>(key: string, schema: z.ZodType<T>, fallback: T): T => {
    if (!kept.has(key)) return fallback;
    const parsed = schema.safeParse(kept.get(key));
    return parsed.success ? parsed.data : fallback;
  },
  writeSetting: (key: string, value: unknown): void => {
    kept.set(key, JSON.parse(JSON.stringify(value)));
  },
}));

function preset(name: string): PresetEntry {
  const scenario = resolveScenario({ ...plainScenario, name }, name);
  if (!scenario.ok) throw new Error(scenario.error.message);
  return {
    name,
    title: name,
    description: "",
    scenario: scenario.value,
    typicalWallMs: null,
    typicalOf: 0,
    typicalCreationMs: null,
  };
}

const presets = [preset("first"), preset("second")];
const first = presetId("first");
const second = presetId("second");
const users = ["workload", "users"] as const;

function startAgain(): void {
  useDrafts.setState({ selectedId: null, experiments: new Map(), opened: false });
  takePresets(presets);
}

const experiment = (id: string | null) => {
  const found = useDrafts.getState().experiments.get(id ?? "");
  if (found === undefined) throw new Error(`no experiment ${id}`);
  return found;
};
const usersOf = (id: string | null) => experiment(id).draft.present.scenario.workload.users;

beforeEach(() => {
  kept.clear();
  startAgain();
});

describe("drafts of presets", () => {
  it("start as the preset, the first selected", () => {
    expect(useDrafts.getState().selectedId).toBe(first);
    expect(experiment(second).draft.present.scenario).toEqual(presets[1]?.scenario);
  });

  it("are found again as they were left", () => {
    selectExperiment(second);
    editDraft(second, (draft) => setValue(draft, users, -7));
    editDraft(second, (draft) => typeUnreadable(draft, ["seed"], "many"));
    startAgain();
    expect(useDrafts.getState().selectedId).toBe(second);
    expect(usersOf(second)).toBe(-7);
    expect(experiment(second).draft.present.unreadable).toEqual({ seed: "many" });
    expect(usersOf(first)).toBe(100);
  });

  it("are not kept once they are as the preset again", () => {
    editDraft(first, (draft) => setValue(draft, users, 7));
    editDraft(first, undo);
    expect(kept.get(`experiments.draft.${first}`)).toBeNull();
  });

  it("start as the preset when what was kept is not understood", () => {
    kept.set(`experiments.draft.${first}`, { base: null, scenario: { old: 1 }, unreadable: {} });
    startAgain();
    expect(experiment(first).draft.present.scenario).toEqual(presets[0]?.scenario);
  });

  it("stay as they are when the presets are listed again", () => {
    editDraft(first, (draft) => setValue(draft, users, 7));
    takePresets(presets);
    expect(usersOf(first)).toBe(7);
  });
});

describe("own experiments", () => {
  it("are saved from a preset, which goes back to how it came", () => {
    editDraft(first, (draft) => setValue(draft, users, 7));
    const id = saveAsOwn(first, "Mine");
    expect(useDrafts.getState().selectedId).toBe(id);
    expect(usersOf(id)).toBe(7);
    expect(experiment(id)).toMatchObject({ own: true, preset: "first" });
    expect(usersOf(first)).toBe(100);
    editDraft(first, undo);
    expect(usersOf(first)).toBe(7);
  });

  it("are found again, with what they are compared with", () => {
    const id = saveAsOwn(first, "Mine");
    editDraft(id ?? "", (draft) => setValue(draft, users, 9));
    startAgain();
    expect(usersOf(id)).toBe(9);
    expect(experiment(id).draft.base).toEqual(presets[0]?.scenario);
    expect(experiment(id).draft.present.scenario.name).toBe("Mine");
  });

  it("come from files as well, with what the file varies", () => {
    const sweep = { parameters: [{ path: "workload.users", values: [10, 20] }], repeats: 3 };
    const scenario = presets[0]?.scenario;
    if (scenario === undefined) throw new Error("no preset");
    const id = addOwn(draftOf(scenario), { preset: null, file: "orders.json", sweep });
    startAgain();
    expect(experiment(id)).toMatchObject({ preset: null, file: "orders.json", sweep });
  });

  it("keep what is varied of them on the form, of presets as of one's own", () => {
    const sweep = { parameters: [{ path: "workload.users", from: 1, to: 9, step: 4 }], repeats: 3 };
    const own = saveAsOwn(first, "Mine") ?? "";
    for (const id of [first, own]) setSweep(id, sweep);
    setSweep("gone", sweep);
    startAgain();
    expect([first, own].map((id) => experiment(id)?.sweep)).toEqual([sweep, sweep]);
    for (const id of [first, own]) setSweep(id, null);
    startAgain();
    expect([first, own].map((id) => experiment(id)?.sweep)).toEqual([null, null]);
  });

  it("are removed, and put back", () => {
    editDraft(first, (draft) => setValue(draft, users, 7));
    const id = saveAsOwn(first, "Mine");
    const putBack = removeOwn(id ?? "");
    expect(useDrafts.getState().selectedId).toBe(first);
    startAgain();
    expect(useDrafts.getState().experiments.has(id ?? "")).toBe(false);
    putBack?.();
    startAgain();
    expect(usersOf(id)).toBe(7);
    expect(useDrafts.getState().selectedId).toBe(id);
  });

  it("do not include presets, which cannot be removed", () => {
    expect(removeOwn(first)).toBeNull();
    expect(removeOwn("own:unknown")).toBeNull();
    expect(saveAsOwn("own:unknown", "x")).toBeNull();
  });
});

describe("what is not there", () => {
  it("is neither selected nor edited", () => {
    const before = useDrafts.getState();
    selectExperiment("own:unknown");
    editDraft("own:unknown", undo);
    editDraft(first, (draft) => draft);
    openDrafts();
    expect(useDrafts.getState()).toBe(before);
  });
});
