import { describe, expect, it } from "vitest";
import { usedVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { scenarioField } from "../../contract/scenario-form.ts";
import { type Path, printPath } from "../../contract/schema-path.ts";
import { alsoSet, withoutEffect } from "./also-set.ts";
import { sameValue } from "./differences.ts";
import { type Draft, draftOf, setValue } from "./draft.ts";
import { addEntry } from "./edits.ts";
import { putOnDevice, storageChoiceOf } from "./one-device.ts";
import { plannedSnapshots, setSnapshotCount, typeSnapshotTime } from "./planned-snapshots.ts";
import { askedPlaces } from "./question.ts";
import { replaceAt } from "./replace-at.ts";
import { presetNames, presetScenario } from "./testing/presets.ts";

const presets = presetNames.map(presetScenario);
const pathOf = (place: string): Path => place.split(".");
const fieldPaths = askedPlaces({ ...presetScenario("creation-idle"), timeline: [] }).map(pathOf);

/** Everything that the question shows, set by its fields to the same in every draft. */
function asked(scenario: Scenario): Draft {
  const from = presetScenario("creation-under-load");
  let draft = putOnDevice(draftOf(scenario), "nvme-data-centre");
  for (const path of fieldPaths) {
    const [part, key] = path as ["server" | "database" | "workload", string];
    draft = setValue(draft, path, (from[part] as Record<string, unknown>)[key]);
  }
  draft = setSnapshotCount(draft, 1);
  for (const snapshot of plannedSnapshots(draft.present.scenario)) {
    draft = typeSnapshotTime(draft, snapshot, 30);
  }
  // The question tells both, which follow from when snapshots are created.
  return setValue(setValue(draft, ["durationSeconds"], 120), ["warmupSeconds"], 10);
}

/** Without what has no effect, and without names. */
function decisive(scenario: Scenario): unknown {
  const { name, description, startTime, pace, formatVersion, ...rest } = scenario;
  const timeline = rest.timeline.map((entry) =>
    entry.command.kind === "createSnapshot"
      ? { ...entry, command: { ...entry.command, name: "one" } }
      : entry,
  );
  return { ...rest, timeline, database: { ...rest.database, name: "one" } };
}

/** Values at the ends of a document, with where they are. */
function* endsOf(value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  if (typeof value !== "object" || value === null) yield [path, value];
  else if (Array.isArray(value))
    for (const [at, part] of value.entries()) yield* endsOf(part, [...path, at]);
  else for (const [key, part] of Object.entries(value)) yield* endsOf(part, [...path, key]);
}

/** Another value of its kind. */
function otherThan(value: unknown, path: Path, scenario: Scenario): unknown {
  const { choices = [], kind } = scenarioField(path, scenario) ?? {};
  if (choices.length > 0) return choices.find((choice) => choice !== value) ?? value;
  if (value === null)
    return kind === "integer" || kind === "decimal" ? 7 : kind === "text" ? "X" : ["X"];
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  return `${String(value)}x`;
}

const isUsed = ({ storage }: Scenario, path: Path): boolean =>
  usedVolumes(storage.placement).includes(storage.volumes[Number(path[2])]?.name ?? "");

describe("what is set beside the question", () => {
  it("is another where drafts with the same question are to give another answer", () => {
    const drafts = presets.map((preset) => asked(preset).present.scenario);
    for (const one of drafts) {
      for (const other of drafts) {
        if (!sameValue(alsoSet(one), alsoSet(other))) continue;
        expect(decisive(one), `${one.name} and ${other.name}`).toEqual(decisive(other));
      }
    }
    // Some differ in nothing but what the question asks for.
    const told = new Set(drafts.map((scenario) => JSON.stringify(alsoSet(scenario))));
    expect(told.size).toBeLessThan(drafts.length);
  });

  it("hides no value that decides: each is asked for, told, or without effect", () => {
    const silent = [...withoutEffect, "formatVersion", "durationSeconds", "warmupSeconds"];
    const hidden: string[] = [];
    const full = ["backup", "restore", "createIndex", "revertSnapshot", "restartServer"] as const;
    const crowded = full.reduce<Draft>(
      addEntry,
      draftOf(presetScenario("restore-after-a-wrong-update")),
    ).present.scenario;
    for (const scenario of [...presets, crowded]) {
      const known = new Set([...silent, ...askedPlaces(scenario), "mode"]);
      const alone = storageChoiceOf(scenario) !== "several";
      for (const [path, value] of endsOf(scenario)) {
        const place = printPath(path);
        const isCreation =
          path[0] === "timeline" &&
          scenario.timeline[Number(path[1])]?.command.kind === "createSnapshot";
        if ([...known].some((one) => place === one || place.startsWith(`${one}.`))) continue;
        if (isCreation || (alone && path[1] === "volumes")) continue;
        if (path[1] === "volumes" && (path[3] === "name" || !isUsed(scenario, path))) continue;
        // These are of a database that is made beside the one that users work on, which this one is not.
        if (/command\.(volume|recovery)$/.test(place)) continue;
        const changed = replaceAt(scenario, path, otherThan(value, path, scenario));
        if (sameValue(changed, scenario)) continue;
        if (sameValue(alsoSet(changed), alsoSet(scenario)))
          hidden.push(`${scenario.name}: ${place}`);
      }
    }
    expect(hidden).toEqual([]);
  });

  it("is in the form's words", () => {
    expect(alsoSet(presetScenario("creation-on-a-busy-array"))).toEqual([
      "SQLCAT’s five transactions",
      "think time 500 ms",
      "data on Q, log on J, snapshot on P",
      "Q: SQLCAT K",
      "J: SQLCAT J",
      "P: SQLCAT L",
      "log file 1,024 MiB",
      "sparse file limit 65,536 MiB",
      "past the limit OS error 1450, tried again",
    ]);
    const restore = alsoSet(presetScenario("restore-after-a-wrong-update"));
    expect(restore).toContain("recovery model full");
    expect(restore).toContain("Q: 80 × 6 ms, write service time 5,000 µs, bandwidth 400 MiB/s");
    expect(restore).toContain("at 80 s: restore to 1 min 4 s");
  });
});
