/** What the form says of its values: words of the field, never those of the file's format. */
import { describe, expect, it } from "vitest";
import { restoreInPlace, type TimelineCommand } from "../../contract/command.ts";
import { deviceOfPreset } from "../../contract/device.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { type ScenarioField, scenarioField } from "../../contract/scenario-form.ts";
import { type Path, printPath } from "../../contract/schema-path.ts";
import { newDevice } from "./edits.ts";
import { inFormWords } from "./issues.ts";
import { labelOf } from "./labels.ts";
import { firstNumber } from "./special-values.ts";
import { presetScenario } from "./testing/presets.ts";

const preset = presetScenario("creation-under-load");
const disks = deviceOfPreset("dell-ps6000xv");
const flash = deviceOfPreset("nvme-data-centre");
const commands: readonly TimelineCommand[] = [
  { kind: "createSnapshot", name: "s" },
  { kind: "setUsers", users: 1 },
  { kind: "setReportUsers", name: "s", users: 1 },
  { kind: "restartServer", mode: "clean" },
  { kind: "updateTable", batchRows: 0 },
  { kind: "rebuildIndex", index: 1, online: true },
  { kind: "createIndex", index: 2, online: true, sortInTempdb: true },
  { kind: "selectInto", name: "t", rows: 1 },
  { kind: "dropTable", name: "t" },
  { kind: "damagePage", page: null },
  { kind: "backup", name: "b", type: "full", copyOnly: true, files: 2, bufferCount: 7 },
  { ...restoreInPlace, replace: true, as: "copy", volume: "data", recovery: false },
  { kind: "createArraySnapshot", name: "a", freeze: "vss", copyOnly: true, volumes: ["Q"] },
  { kind: "deleteArraySnapshot", name: "a" },
];

/** A value at each place that the form has a field for. */
const whole: Scenario = {
  ...preset,
  storage: {
    ...preset.storage,
    volumes: [
      { name: "Q", device: newDevice },
      { name: "R", device: { ...disks, cache: { sizeMiB: 1, hitUs: 1, destageFromPercent: 1 } } },
      { name: "S", device: flash },
      {
        name: "A",
        device: flash,
        arraySnapshots: {
          ...{ scheme: "copyOnWrite", pageKiB: 64, sizeGiB: 1, whenFull: "borrow", poolGiB: 1 },
          ...{ reservePercent: 1, warningPercent: 1 },
        },
      },
      { name: "T", folder: null },
    ],
  },
  timeline: commands.map((command, index) => ({
    name: `step${index}`,
    atSeconds: 1,
    after: { step: "s", event: "started", delaySeconds: 0 },
    when: { counter: "percentLogUsed", above: 1, below: 1, fromSeconds: 0 },
    command,
  })),
};

function fieldsBelow(value: unknown, path: Path): [Path, ScenarioField][] {
  const own = scenarioField(path, whole);
  const here: [Path, ScenarioField][] =
    path.length > 0 && own !== null && own.kind !== "other" ? [[path, own]] : [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return [...here, ...entries.flatMap(([key, child]) => fieldsBelow(child, [...path, key]))];
}

const { formatVersion, description, startTime, commands: recorded, ...shown } = whole;
const fields = fieldsBelow(shown, []);

/** camelCase is a key of the format, or one of its values. */
const key = /\b[a-z]+[A-Z]\w*/;

describe("labels and help", () => {
  it("are there for every field", () => {
    expect(fields.length).toBeGreaterThan(100);
    expect(fields.map(([path]) => printPath(path))).toContain(
      "storage.volumes.0.device.capacityMiB",
    );
  });

  it("name no key of the file's format", () => {
    for (const [path, { help, specials }] of fields) {
      const texts = [labelOf(path), help, ...specials.map(({ means }) => means)];
      for (const text of texts) expect(text, printPath(path)).not.toMatch(key);
    }
  });

  it("have no number that means something else: that is offered in words", () => {
    const magic = /\b(\d+|null) = /;
    for (const [path, { help }] of fields) {
      const said = help.replace(/100 = /, "");
      expect(said, printPath(path)).not.toMatch(magic);
    }
  });

  it("offer words for 0 and null, and a number that is allowed in their place", () => {
    const special = fields.filter(
      ([, { specials, kind }]) => specials.length > 0 && kind !== "text",
    );
    const keys = new Set(special.map(([path]) => String(path.at(-1))));
    expect([...keys]).toEqual(
      expect.arrayContaining([
        "pace",
        "hotRows",
        "targetRecoveryTimeSeconds",
        "depth",
        "batchRows",
      ]),
    );
    for (const [path, { specials, minimum, maximum }] of special) {
      const number = firstNumber(path);
      expect(
        specials.map(({ value }) => value),
        printPath(path),
      ).not.toContain(number);
      expect(number).toBeGreaterThan(Number(minimum));
      expect(number).toBeLessThanOrEqual(Number(maximum));
    }
  });
});

describe("messages of the contract", () => {
  it.each([
    [
      "120 leaves nothing to measure; allowed: less than durationSeconds (120)",
      "120 leaves nothing to measure; allowed: less than ‘Duration’ (120)",
    ],
    [
      '30 has no meaning in the recovery model "simple"; allowed: 0, or database.recoveryModel "full"',
      '30 has no meaning in the recovery model "simple"; allowed: 0, or ‘Recovery model’ "full"',
    ],
    [
      "2 is not allowed; allowed: an integer from 0 to 9 (room for the files, MiB; 0 = no limit)",
      "2 is not allowed; allowed: an integer from 0 to 9 (room for the files, MiB; or no limit)",
    ],
    [
      "2 is not allowed; allowed: an integer from 0 to 9 (buffers; null = as many as usual) or null",
      "2 is not allowed; allowed: an integer from 0 to 9 (buffers; or as many as usual)",
    ],
    [
      "-5000 is not allowed; allowed: an integer from 1 to 10000000 (mean time of one read, us)",
      "-5,000 is not allowed; allowed: an integer from 1 to 10,000,000 (mean time of one read, µs)",
    ],
    [
      "1000 is less than averageSeekUs (5000), the mean; allowed: at least 5000",
      "1,000 is less than ‘Average seek’ (5,000), the mean; allowed: at least 5,000",
    ],
    ["1222 is not allowed; allowed: 1810, 3400", "1222 is not allowed; allowed: 1810, 3400"],
    ['"pointReads" is not allowed', '"pointReads" is not allowed'],
    ["64 MiB are too little for Q.", "64 MiB are too little for Q."],
  ])("%s is put in the form's words", (message, said) => {
    expect(inFormWords(message)).toBe(said);
  });
});
