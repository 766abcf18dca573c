import { describe, expect, it } from "vitest";
import { draftOf, resetAt, setValue } from "./draft.ts";
import { addVolume, removeEntry } from "./edits.ts";
import { canReset, isChanged } from "./field-state.ts";
import { restoredScenario } from "./kept-draft.ts";
import { presetScenario } from "./testing/presets.ts";

const base = presetScenario("creation-under-load");
const draft = draftOf(base);
const keptWith = (path: (string | number)[], value: unknown) =>
  setValue(draft, path, value).present.scenario;

describe("restoredScenario", () => {
  it.each<[string, (string | number)[], unknown]>([
    ["a valid value", ["workload", "users"], 7],
    ["a value out of range", ["workload", "users"], -1],
    ["a fraction of a whole number", ["workload", "users"], 1.5],
    ["a name that is not allowed", ["timeline", 0, "command", "name"], "not allowed"],
    ["a broken rule", ["warmupSeconds"], 500],
    ["no entry", ["timeline"], []],
  ])("brings back %s", (_, path, value) => {
    expect(restoredScenario(keptWith(path, value), base)).toEqual(keptWith(path, value));
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["a text", "scenario"],
    ["a value of another type", keptWith(["workload", "users"], "many")],
    ["an unknown key", keptWith(["workload", "user"], 7)],
    ["a missing section", keptWith(["storage"], undefined)],
    ["a later format", { ...base, formatVersion: 3 }],
    ["an unknown command", keptWith(["timeline", 0, "command", "kind"], "revert")],
    [
      "a key without its default beside a value out of range",
      setValue(setValue(draft, ["pace"], undefined), ["seed"], -1).present.scenario,
    ],
  ])("does not bring back %s", (_, kept) => {
    expect(restoredScenario(kept, base)).toBeNull();
  });

  it("takes an earlier format for the base's, which is no change of a scenario that says all", () => {
    expect(restoredScenario({ ...base, formatVersion: 1 }, base)).toEqual(base);
  });

  it("fills in what has a default since", () => {
    expect(restoredScenario(keptWith(["pace"], undefined), base)).toEqual(base);
  });
});

describe("isChanged", () => {
  it("tells what differs from the base, and goes with a reset", () => {
    const path = ["storage", "volumes", 0, "device", "readServiceUs"];
    const changed = setValue(draft, path, 1);
    expect(isChanged(changed, path)).toBe(true);
    expect(isChanged(changed, ["storage", "volumes"])).toBe(true);
    expect(isChanged(changed, ["workload", "users"])).toBe(false);
    expect(canReset(changed, path)).toBe(true);
    expect(isChanged(resetAt(changed, path), path)).toBe(false);
  });

  it("leaves open which element is which after one was added or removed", () => {
    const changed = setValue(addVolume(draft), ["storage", "volumes", 0, "name"], "R");
    expect(isChanged(changed, ["storage", "volumes", 0, "name"])).toBe(false);
    expect(isChanged(changed, ["storage", "volumes"])).toBe(true);
    expect(isChanged(removeEntry(draft, 0), ["timeline", 0, "atSeconds"])).toBe(false);
  });

  it("offers no reset to a value that the base has not", () => {
    const path = ["storage", "volumes", 0, "folder"];
    const changed = setValue(draft, path, "/srv");
    expect(isChanged(changed, path)).toBe(true);
    expect(canReset(changed, path)).toBe(false);
  });
});
