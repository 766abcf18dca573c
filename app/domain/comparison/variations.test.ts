import { describe, expect, it } from "vitest";
import { isComposed } from "../../contract/device.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import { plannedSnapshots } from "../scenario-form/planned-snapshots.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { deviceVariations, type VariedSide, variationsOf } from "./variations.ts";

const base = presetScenario("creation-under-load");

/** The scenario that a study makes of such a point. */
function settled({ settings }: VariedSide): Scenario {
  let document: unknown = base;
  for (const setting of settings) {
    const changed = applySetting(document, setting, scenarioSchema);
    if (!changed.ok) throw new Error(changed.error.message);
    document = changed.value;
  }
  const resolved = resolveScenario(document, "a side");
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}

const all = [...variationsOf(base, null), ...deviceVariations(base)];

describe("variations of a preset", () => {
  it("ask for its snapshots, one more, twice the users and other devices", () => {
    expect(variationsOf(base, null).map(({ title }) => title)).toEqual([
      "No snapshot against 1 snapshot",
      "1 snapshot against 2 snapshots",
      `${base.workload.users} users against ${2 * base.workload.users} users`,
    ]);
    expect(deviceVariations(base).length).toBeGreaterThan(10);
  });

  it.each(all.map((one) => [one.title, one] as const))("%s can be run on both sides", (_, one) => {
    const [from, to] = [settled(one.base), settled(one.variant)];
    expect(from.durationSeconds).toBe(to.durationSeconds);
    expect(from).not.toEqual(to);
  });

  it("offer slower and faster ones of its own devices, each volume on its own kind", () => {
    const scenarioOf = (id: string) => {
      const found = deviceVariations(base).find((one) => one.id === id);
      return settled((found ?? expect.fail(`no ${id}`)).variant).storage.volumes;
    };
    const timesOf = (volumes: Scenario["storage"]["volumes"]) =>
      volumes.map(({ device }) =>
        device === undefined ? null : isComposed(device) ? device.member : device.readServiceUs,
      );
    const now = timesOf(base.storage.volumes);
    expect(now.every((one) => typeof one === "number")).toBe(true);
    expect(timesOf(scenarioOf("speed/2"))).toEqual(now.map((one) => 2 * Number(one)));
    expect(timesOf(scenarioOf("speed/0.5"))).toEqual(now.map((one) => Number(one) / 2));
    expect(deviceVariations({ ...base, mode: "real" }).map(({ id }) => id)).not.toContain(
      "speed/2",
    );
  });

  it("change the number of snapshots and nothing else but how long both run", () => {
    const [without] = variationsOf(base, null);
    if (without === undefined) throw new Error("no variation");
    const [from, to] = [settled(without.base), settled(without.variant)];
    expect([from, to].map((one) => plannedSnapshots(one).length)).toEqual([0, 1]);
    expect({ ...from, timeline: to.timeline }).toEqual(to);
  });

  it("offer what was changed in the form, against what it came with", () => {
    const changed = { ...base, workload: { ...base.workload, users: 7 } };
    const [first] = variationsOf(changed, base);
    expect(first).toMatchObject({
      id: "form",
      base: { settings: [`workload.users=${base.workload.users}`] },
      variant: { settings: [] },
    });
  });
});
