import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import { scenarioInput } from "../../contract/testing/scenarios.ts";
import { commandLine, commandWords, shellWord } from "./command-line.ts";
import { setDevice } from "./devices.ts";
import { countChanges, countValues, differences, sameValue } from "./differences.ts";
import { draftOf, setValue } from "./draft.ts";
import { addEntry, addVolume, removeEntry, removeVolume, setMode } from "./edits.ts";
import { presetNames, presetScenario, rawPreset } from "./testing/presets.ts";

/** What the command line makes of the words after the scenario's name, as `snapscope run` does. */
function runWith(raw: unknown, words: readonly (readonly string[])[]): unknown {
  let document = raw;
  for (const [flag, setting] of words.slice(1)) {
    expect(flag).toBe("--set");
    const applied = applySetting(document, setting ?? "", scenarioSchema);
    if (!applied.ok) throw new Error(applied.error.message);
    document = applied.value;
  }
  const resolved = resolveScenario(document, "command line");
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}

/** The words that a shell makes of a command. */
function shellWords(command: string): string[] {
  const script = `set -- ${command}\nprintf '%s\\0' "$@"`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

const base = presetScenario("creation-under-load");
const edited = (change: (draft: ReturnType<typeof draftOf>) => ReturnType<typeof draftOf>) =>
  change(draftOf(base)).present.scenario;

describe("commandWords", () => {
  it("names only the preset when nothing was changed", () => {
    expect(commandLine("creation-under-load", base, base)).toBe(
      "snapscope run creation-under-load",
    );
  });

  it("sets each changed value at its place", () => {
    const to = edited((draft) =>
      setValue(setValue(draft, ["workload", "users"], 400), ["seed"], 7),
    );
    expect(commandLine("creation-under-load", base, to)).toBe(
      "snapscope run creation-under-load \\\n  --set seed=7 \\\n  --set workload.users=400",
    );
  });

  it("says a device by the name of its preset, as long as it is as that has it", () => {
    const to = edited((draft) => setDevice(draft, 0, "sqlcat-q"));
    expect(commandLine("creation-under-load", base, to)).toBe(
      `snapscope run creation-under-load \\\n  --set 'storage.volumes.0.device={"preset":"sqlcat-q"}'`,
    );
  });

  it.each<[string, (draft: ReturnType<typeof draftOf>) => ReturnType<typeof draftOf>]>([
    ["an entry more", (draft) => addEntry(draft, "setUsers")],
    ["an entry less", (draft) => removeEntry(draft, 0)],
    ["a volume more", addVolume],
    ["a volume less", (draft) => removeVolume(draft, 0)],
    ["the other mode", (draft) => setMode(setValue(draft, ["database", "sizeMiB"], 64), "real")],
    ["a device of a preset", (draft) => setDevice(draft, 0, "sqlcat-q")],
    [
      "a device that a preset was changed to",
      (draft) =>
        setValue(
          setDevice(draft, 0, "sqlcat-q"),
          ["storage", "volumes", 0, "device", "array", "members"],
          40,
        ),
    ],
    ["a name that looks like a number", (draft) => setValue(draft, ["name"], "12")],
    ["a name that looks like null", (draft) => setValue(draft, ["name"], "null")],
    ["a name with quotes", (draft) => setValue(draft, ["name"], `it's "mine" $HOME \\`)],
    ["a description with lines", (draft) => setValue(draft, ["description"], "one\ntwo = 2")],
    ["an empty description", (draft) => setValue(draft, ["description"], "")],
  ])("runs a scenario with %s", (_, change) => {
    const to = edited(change);
    expect(runWith(rawPreset("creation-under-load"), commandWords("x", base, to))).toEqual(to);
  });

  it("leads from every preset to every other", () => {
    for (const from of presetNames) {
      for (const to of presetNames) {
        const words = commandWords(from, presetScenario(from), presetScenario(to));
        const ran = runWith(rawPreset(from), words);
        // What is complete means the same in each format.
        expect({ ...(ran as Scenario), formatVersion: 0 }).toEqual({
          ...presetScenario(to),
          formatVersion: 0,
        });
      }
    }
  });

  it("leads from a preset to any scenario", () => {
    fc.assert(
      fc.property(scenarioInput, (input) => {
        const resolved = resolveScenario(input, "input");
        if (!resolved.ok) throw new Error(resolved.error.message);
        const to: Scenario = { ...resolved.value, formatVersion: base.formatVersion };
        const ran = runWith(rawPreset("creation-under-load"), commandWords("x", base, to));
        expect(sameValue(ran, to)).toBe(true);
        expect(sameValue(ran, base)).toBe(sameValue(to, base));
      }),
    );
  });
});

describe("commandLine", () => {
  it("is read by a shell as the words that it was made of", () => {
    const names = fc.string({ unit: "grapheme", maxLength: 40 }).filter((s) => !s.includes("\0"));
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 5 }), (texts) => {
        expect(shellWords(texts.map(shellWord).join(" \\\n  "))).toEqual(texts);
      }),
      { numRuns: 25 },
    );
  });

  it("says all of a change to a shell", () => {
    const to = edited((draft) => addEntry(setValue(draft, ["name"], "it's mine"), "setUsers"));
    const words = shellWords(commandLine("creation-under-load", base, to));
    expect(words).toEqual(commandWords("creation-under-load", base, to).flat());
  });
});

describe("differences", () => {
  it("names a list as a whole when that says it shorter", () => {
    expect(differences({ a: [1, 2, 3] }, { a: [4, 5, 6] })).toEqual([
      { path: ["a"], value: [4, 5, 6] },
    ]);
    expect(differences({ a: ["x".repeat(80), 2] }, { a: ["x".repeat(80), 3] })).toEqual([
      { path: ["a", 1], value: 3 },
    ]);
  });

  it("are none where only the format of the scenarios is another", () => {
    expect(differences({ ...base, formatVersion: 1 }, { ...base, formatVersion: 2 })).toEqual([]);
  });

  it("names the holder of a key that is gone", () => {
    expect(differences({ a: { b: 1, c: 2 } }, { a: { b: 1 } })).toEqual([
      { path: ["a"], value: { b: 1 } },
    ]);
  });

  it("counts changed and single values", () => {
    expect(countChanges({ a: 1, b: [1, 2], c: [1] }, { a: 2, b: [3, 4], c: [] })).toBe(4);
    expect(countChanges(base, base)).toBe(0);
    // What is there instead of something else is one value, whatever it consists of.
    expect(countChanges({ a: { x: 1, y: 2 } }, { a: { z: 1 } })).toBe(1);
    expect(countChanges({ basedOn: "p", x: 1, y: 1 }, { basedOn: "q", x: 2, y: 2 })).toBe(1);
    expect(countChanges({ basedOn: "p", x: 1, y: 1 }, { basedOn: "p", x: 2, y: 2 })).toBe(2);
    expect(countValues({ a: 1, b: [null, "x"], c: {}, d: undefined })).toBe(3);
  });
});
