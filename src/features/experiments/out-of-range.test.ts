/**
 * Whatever stands in a field or behind --set, the answer comes: nothing is drawn, planned or checked without a bound
 * from a value out of range. What has none shows as a time-out here; what took the longest is printed.
 */
import { afterAll, describe, expect, it } from "vitest";
import { resolveScenario } from "../../../app/contract/resolve-scenario.ts";
import { type Scenario, scenarioSchema } from "../../../app/contract/scenario.ts";
import { type Path, printPath, valueAt } from "../../../app/contract/schema-path.ts";
import { applySetting } from "../../../app/contract/set-path.ts";
import {
  type Draft,
  draftOf,
  setValue,
  typeUnreadable,
} from "../../../app/domain/scenario-form/draft.ts";
import { issuesOf } from "../../../app/domain/scenario-form/issues.ts";
import {
  drawnDuration,
  plannedTimeline,
} from "../../../app/domain/scenario-form/planned-timeline.ts";
import { presetScenario, rawPreset } from "../../../app/domain/scenario-form/testing/presets.ts";
import { layOutStrip } from "./picture/timeline-layout.ts";

/** Pasted by mistake: too small, too large for any number, a time stamp, text, nothing. */
const mistakes = ["-1", "1e20", "99999999999999999999", "20240312104159", "abc", ""];

/** Presets of several loads and of both modes; together they have every kind of field. */
const presets = [
  "creation-on-a-busy-array",
  "dell-creation",
  "creation-on-this-machine",
  "restore-after-a-wrong-update",
];

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) =>
    leavesOf(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The draft that the form keeps: a number as one where a number stands, other text beside the scenario. */
function drafted(scenario: Scenario, path: Path, mistake: string): Draft {
  const draft = draftOf(scenario);
  const before = valueAt(scenario, path);
  const number = mistake === "" ? Number.NaN : Number(mistake);
  if (typeof before !== "number" || Number.isNaN(number))
    return typeUnreadable(draft, path, mistake);
  return setValue(draft, path, number);
}

let slowest = { ms: 0, what: "" };

function timed<Value>(what: string, work: () => Value): Value {
  const begun = performance.now();
  const value = work();
  const ms = performance.now() - begun;
  if (ms > slowest.ms) slowest = { ms, what };
  return value;
}

afterAll(() => {
  console.info(`the slowest answer took ${slowest.ms.toFixed(1)} ms: ${slowest.what}`);
});

describe.each(presets)("%s", (preset) => {
  const scenario = presetScenario(preset);
  const paths = leavesOf(scenario);

  it.each(mistakes)("is drawn and checked with '%s' in any field", (mistake) => {
    for (const path of paths) {
      const draft = drafted(scenario, path, mistake);
      const { present } = draft;
      const told = timed(`${printPath(path)} = ${mistake}`, () => {
        const plan = plannedTimeline(present.scenario, drawnDuration(draft).seconds);
        expect(layOutStrip(plan, 640).ticks.length).toBeLessThan(20);
        return issuesOf(present);
      });
      expect(Array.isArray(told)).toBe(true);
    }
  });

  it.each(mistakes)("is resolved or refused with --set PATH=%s", (mistake) => {
    const raw = rawPreset(preset);
    for (const path of paths) {
      const setting = `${printPath(path)}=${mistake}`;
      const answered = timed(`--set ${setting}`, () => {
        const set = applySetting(raw, setting, scenarioSchema);
        return set.ok ? resolveScenario(set.value, preset) : set;
      });
      expect(typeof answered.ok).toBe("boolean");
    }
  });
});
