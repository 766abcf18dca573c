import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  change,
  contentOf,
  type Draft,
  draftOf,
  redo,
  resetAll,
  resetAt,
  settle,
  setValue,
  typeUnreadable,
  typeValue,
  undo,
  untyped,
  withValue,
} from "./draft.ts";
import { presetScenario } from "./testing/presets.ts";

const base = presetScenario("creation-under-load");
const users = ["workload", "users"] as const;
const usersOf = (draft: Draft) => draft.present.scenario.workload.users;

describe("history of a draft", () => {
  it("undoes and redoes a change", () => {
    const changed = setValue(draftOf(base), users, 7);
    expect(usersOf(changed)).toBe(7);
    const undone = undo(changed);
    expect(undone.present).toEqual(contentOf(base));
    expect(usersOf(redo(undone))).toBe(7);
  });

  it("does nothing past either end", () => {
    const draft = draftOf(base);
    expect(undo(draft)).toBe(draft);
    expect(redo(draft)).toBe(draft);
  });

  it("makes one step of what is typed into one field", () => {
    let draft = draftOf(base);
    for (const value of [4, 40, 400]) draft = typeValue(draft, users, value);
    expect(draft.past).toHaveLength(1);
    expect(usersOf(undo(draft))).toBe(100);
  });

  it("makes a new step after the field was left, and for another field", () => {
    let draft = settle(typeValue(draftOf(base), users, 4));
    draft = typeValue(draft, users, 5);
    draft = typeValue(draft, ["seed"], 5);
    expect(draft.past).toHaveLength(3);
    expect(settle(settle(draft))).toEqual(settle(draft));
  });

  it("takes back what is being typed, and nothing once the field was left", () => {
    const before = setValue(draftOf(base), users, 4);
    const typed = typeUnreadable(typeValue(before, users, 5), users, "5x");
    expect(untyped(typed)).toEqual({ ...before, typingAt: null });
    expect(untyped(settle(typed))).toEqual(settle(typed));
  });

  it("forgets what was undone when something else is changed", () => {
    const draft = setValue(undo(setValue(draftOf(base), users, 7)), users, 8);
    expect(draft.future).toEqual([]);
    expect(usersOf(redo(draft))).toBe(8);
  });

  it("keeps the latest 200 steps", () => {
    let draft = draftOf(base);
    for (let value = 0; value < 300; ++value) draft = setValue(draft, users, value);
    expect(draft.past).toHaveLength(200);
    expect(usersOf(undo(draft))).toBe(298);
  });

  it("comes back to each state by undo, and again by redo, whatever was done", () => {
    const steps = fc.array(fc.tuple(fc.constantFrom("users", "thinkTimeMs"), fc.nat(1000)), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (changes) => {
        let draft = draftOf(base);
        const seen = [draft.present];
        for (const [key, value] of changes) {
          draft = setValue(draft, ["workload", key], value);
          seen.push(draft.present);
        }
        for (const content of seen.toReversed().slice(1)) {
          draft = undo(draft);
          expect(draft.present).toEqual(content);
        }
        for (const content of seen.slice(1)) {
          draft = redo(draft);
          expect(draft.present).toEqual(content);
        }
      }),
    );
  });
});

describe("text that is no value", () => {
  it("is kept beside the scenario, which keeps its last value", () => {
    const draft = typeUnreadable(draftOf(base), users, "many");
    expect(usersOf(draft)).toBe(100);
    expect(draft.present.unreadable).toEqual({ "workload.users": "many" });
  });

  it("goes when a value takes its place, and comes back with undo", () => {
    const draft = typeUnreadable(draftOf(base), users, "many");
    const mended = setValue(draft, users, 12);
    expect(mended.present.unreadable).toEqual({});
    expect(undo(mended).present.unreadable).toEqual({ "workload.users": "many" });
  });

  it("goes with the list that held its field, and no other text does", () => {
    let draft = typeUnreadable(draftOf(base), ["timeline", 0, "atSeconds"], "soon");
    draft = typeUnreadable(draft, ["seed"], "x");
    expect(withValue(draft.present, ["timeline"], []).unreadable).toEqual({ seed: "x" });
  });
});

describe("reset", () => {
  it("brings back the base's value", () => {
    const draft = resetAt(setValue(draftOf(base), users, 7), users);
    expect(draft.present).toEqual(contentOf(base));
    expect(usersOf(undo(draft))).toBe(7);
  });

  it("leaves alone what the base has not", () => {
    const draft = draftOf(base);
    expect(resetAt(draft, ["timeline", 9, "atSeconds"])).toBe(draft);
  });

  it("of everything is one step", () => {
    const changed = change(typeUnreadable(draftOf(base), ["seed"], "x"), contentOf(base));
    const draft = resetAll(setValue(changed, users, 7));
    expect(draft.present).toEqual(contentOf(base));
    expect(usersOf(undo(draft))).toBe(7);
  });
});

describe("changed values", () => {
  it("share everything else with what they came from", () => {
    const { scenario } = withValue(contentOf(base), users, 7);
    expect(scenario.storage).toBe(base.storage);
    expect(base.workload.users).toBe(100);
  });

  it("can be added to an object and taken off it", () => {
    const path = ["storage", "volumes", 0, "folder"];
    const added = withValue(contentOf(base), path, "/srv/data");
    expect(added.scenario.storage.volumes[0]).toMatchObject({ folder: "/srv/data" });
    const removed = withValue(added, path, undefined);
    expect(removed.scenario).toEqual(base);
  });
});
