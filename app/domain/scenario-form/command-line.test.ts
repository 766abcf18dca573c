import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import { scenarioInput } from "../../contract/testing/scenarios.ts";
import { commandWords, shellCommand } from "./command-line.ts";
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

/** The arguments that a Windows program is given: what its runtime library makes of a command line. */
function windowsArguments(line: string): string[] {
  const words: string[] = [];
  let [word, inWord, quoted] = ["", false, false];
  for (let at = 0; at < line.length; ++at) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    const escapes = line[at + slashes] === '"' ? slashes / 2 : slashes;
    if (slashes > 0) {
      // An odd number would keep the quote from being one.
      expect(Number.isInteger(escapes)).toBe(true);
      word += "\\".repeat(escapes);
      inWord = true;
      at += slashes - 1;
    } else if (line[at] === '"') {
      inWord = true;
      if (quoted && line[at + 1] === '"') word += line[++at];
      else quoted = !quoted;
    } else if (line[at] === " " && !quoted) {
      if (inWord) words.push(word);
      [word, inWord] = ["", false];
    } else {
      word += line[at];
      inWord = true;
    }
  }
  expect(quoted).toBe(false);
  return inWord ? [...words, word] : words;
}

/** What a shell of Windows sees outside of quotes, each of which opens or closes to it. */
const outsideQuotes = (line: string): string =>
  line
    .split('"')
    .filter((_, part) => part % 2 === 0)
    .join("");

const snapscope = ["snapscope"];
const commandLine = (what: string, from: Scenario, to: Scenario): string =>
  shellCommand(commandWords(snapscope, what, from, to));

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
    expect(
      runWith(rawPreset("creation-under-load"), commandWords(snapscope, "x", base, to)),
    ).toEqual(to);
  });

  it("leads from every preset to every other", () => {
    for (const from of presetNames) {
      for (const to of presetNames) {
        const words = commandWords(snapscope, from, presetScenario(from), presetScenario(to));
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
        const ran = runWith(
          rawPreset("creation-under-load"),
          commandWords(snapscope, "x", base, to),
        );
        expect(sameValue(ran, to)).toBe(true);
        expect(sameValue(ran, base)).toBe(sameValue(to, base));
      }),
    );
  });
});

describe("a command", () => {
  it("is read by a shell as the words that it was made of", () => {
    const names = fc.string({ unit: "grapheme", maxLength: 40 }).filter((s) => !s.includes("\0"));
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 5 }), (texts) => {
        expect(shellWords(shellCommand(texts.map((text) => [text])))).toEqual(texts);
      }),
      { numRuns: 25 },
    );
  });

  it("is read by a program of Windows as these words, and a shell finds nothing to act on", () => {
    const hard = fc.string({
      unit: fc.constantFrom(..."a \\\"%&|<>^('$`".split("")),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(hard, { minLength: 1, maxLength: 5 }), (texts) => {
        const line = shellCommand([["node", ...texts]], "cmd");
        expect(windowsArguments(line)).toEqual(["node", ...texts]);
        expect(outsideQuotes(line)).toMatch(/^[\w \\%]*$/);
        for (const [, name] of line.matchAll(/%([^%]*)(?=%)/g)) expect(name).toMatch(/^".*"$/);
        const inPowerShell = shellCommand([["node", ...texts]], "powershell");
        expect(inPowerShell).toBe(line.replace("node", "node --%"));
      }),
    );
  });

  it("has one line in a shell of Windows", () => {
    const to = edited((draft) => setValue(draft, ["description"], "one\ntwo"));
    const line = shellCommand(commandWords(snapscope, "creation-under-load", base, to), "cmd");
    expect(line).toBe('snapscope run creation-under-load --set "description=""one\\ntwo"""');
  });

  it("says all of a change to a shell", () => {
    const to = edited((draft) => addEntry(setValue(draft, ["name"], "it's mine"), "setUsers"));
    const words = shellWords(commandLine("creation-under-load", base, to));
    expect(words).toEqual(commandWords(snapscope, "creation-under-load", base, to).flat());
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
