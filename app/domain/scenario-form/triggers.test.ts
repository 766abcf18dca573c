import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import type { TimelineEntry } from "../../contract/timeline.ts";
import { type Draft, draftOf, setValue, undo } from "./draft.ts";
import { addEntry, isSorted, sortTimeline } from "./edits.ts";
import { issuesOf } from "./issues.ts";
import { presetScenario } from "./testing/presets.ts";
import { triggerText } from "./trigger-text.ts";
import { awaitStep, renameStep, setBound, setTrigger, stepsToAwait } from "./triggers.ts";

const preset = draftOf(presetScenario("creation-under-load"));
const timelineOf = (draft: Draft): Scenario["timeline"] => draft.present.scenario.timeline;
/** A creation at 30 s, and users at a time after it. */
const two = addEntry(preset, "setUsers");
/** The second follows the first. */
const following = setTrigger(two, 1, "after");

describe("an entry that follows another", () => {
  it("gives it a name, waits for its completion, and is valid", () => {
    expect(timelineOf(following)).toEqual([
      { name: "createSnapshot_1", ...timelineOf(preset)[0] },
      {
        after: { step: "createSnapshot_1", event: "completed", delaySeconds: 0 },
        command: { kind: "setUsers", users: 100 },
      },
    ]);
    expect(issuesOf(following.present)).toEqual([]);
    expect(undo(following).present).toEqual(two.present);
  });

  it("keeps the name that the other has, and event and delay when it turns to another", () => {
    let draft = setValue(addEntry(following, "setUsers"), ["timeline", 2, "name"], "users");
    draft = setValue(draft, ["timeline", 1, "after", "delaySeconds"], 5);
    draft = awaitStep(draft, 1, 2);
    expect(timelineOf(draft)[1]?.after).toEqual({
      step: "users",
      event: "completed",
      delaySeconds: 5,
    });
  });

  it("can wait for none that waits for it, nor for itself", () => {
    expect(stepsToAwait(following.present.scenario, 1)).toEqual([0]);
    expect(stepsToAwait(following.present.scenario, 0)).toEqual([]);
    expect(setTrigger(following, 0, "after")).toBe(following);
  });

  it("follows a new name, which is one step however it is typed", () => {
    let draft = following;
    for (const name of ["f", "fi", "first"]) draft = renameStep(draft, 0, name);
    expect(timelineOf(draft).map(({ name, after }) => [name, after?.step])).toEqual([
      ["first", undefined],
      [undefined, "first"],
    ]);
    expect(undo(draft).present).toEqual(following.present);
  });

  it("keeps an emptied name of one that is awaited, and shows it as an error", () => {
    const draft = renameStep(following, 0, "");
    expect(timelineOf(draft)[0]?.name).toBe("");
    expect(issuesOf(draft.present).map(({ place }) => place)).toContain("timeline.0.name");
  });

  it("stays with its own step while another has the same name", () => {
    const doubled = setValue(
      addEntry(following, "setUsers"),
      ["timeline", 2, "name"],
      "createSnapshot_1",
    );
    const draft = renameStep(doubled, 2, "other");
    expect(timelineOf(draft).map(({ name, after }) => name ?? after?.step)).toEqual([
      ...["createSnapshot_1", "createSnapshot_1", "other"],
    ]);
    expect(issuesOf(draft.present)).toEqual([]);
  });

  it("turns back into one at the earliest time that it could have had", () => {
    const draft = setTrigger(
      setValue(following, ["timeline", 1, "after", "delaySeconds"], 7.5),
      1,
      "atSeconds",
    );
    expect(timelineOf(draft)[1]).toEqual({
      atSeconds: 37.5,
      command: { kind: "setUsers", users: 100 },
    });
  });
});

it("a name that nobody refers to is taken off by emptying it", () => {
  const named = setValue(preset, ["timeline", 0, "name"], "first");
  expect(timelineOf(renameStep(named, 0, ""))).toEqual(timelineOf(preset));
  expect(renameStep(preset, 0, "first")).toBe(preset);
});

describe("an entry that waits for a counter", () => {
  const waiting = setTrigger(two, 1, "when");

  it("is valid from the start", () => {
    expect(timelineOf(waiting)[1]?.when).toEqual({
      counter: "percentLogUsed",
      above: 50,
      fromSeconds: 0,
    });
    expect(issuesOf(waiting.present)).toEqual([]);
  });

  it("changes the side of its bound, not the value", () => {
    const below = setBound(setValue(waiting, ["timeline", 1, "when", "above"], 7), 1, "below");
    expect(timelineOf(below)[1]?.when).toEqual({
      counter: "percentLogUsed",
      below: 7,
      fromSeconds: 0,
    });
    expect(setBound(two, 1, "below")).toBe(two);
  });
});

it("entries are in order by the earliest time that they can have", () => {
  const late = setValue(following, ["timeline", 0, "atSeconds"], 90);
  expect(isSorted(late.present.scenario)).toBe(true);
  const behind = setValue(addEntry(late, "setUsers"), ["timeline", 2], {
    atSeconds: 5,
    command: { kind: "setUsers", users: 1 },
  });
  expect(isSorted(behind.present.scenario)).toBe(false);
  const sorted = timelineOf(sortTimeline(behind)).map(({ atSeconds }) => atSeconds);
  expect(sorted).toEqual([5, 90, undefined]);
});

it("entries that wait for each other stay in their order, at the end", () => {
  const ring = (name: string, step: string): TimelineEntry => ({
    name,
    after: { step, event: "completed", delaySeconds: 0 },
    command: { kind: "setUsers", users: 1 },
  });
  const draft = setValue(
    preset,
    ["timeline"],
    [ring("a", "b"), ring("b", "a"), ...timelineOf(preset)],
  );
  const names = timelineOf(sortTimeline(draft)).map(({ name }) => name);
  expect(names).toEqual([undefined, "a", "b"]);
});

describe("triggerText", () => {
  it.each([
    [{ atSeconds: 30 }, "at 30 s"],
    [{ after: { step: "a", event: "completed", delaySeconds: 0 } }, "after a completed"],
    [
      { after: { step: "a", event: "redo", delaySeconds: 2.5 } },
      "2.5 s after a began its phase redo",
    ],
    [
      { when: { counter: "percentLogUsed", above: 70, fromSeconds: 0 } },
      "when log used is above 70 %",
    ],
    [
      { when: { counter: "freePages", below: 100, fromSeconds: 20 } },
      "when free pages is below 100 pages, from 20 s on",
    ],
  ] as const)("of %j", (trigger, text) => {
    expect(triggerText(trigger)).toBe(text);
  });
});
