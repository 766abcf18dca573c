import { describe, expect, it } from "vitest";
import { adviceOn } from "./advice.ts";
import { type Draft, draftOf, setValue } from "./draft.ts";
import { addVolume, removeEntry } from "./edits.ts";
import { formSections, labelOf, placeOf, sectionOf, shortLabel } from "./labels.ts";
import { presetScenario } from "./testing/presets.ts";

const base = draftOf(presetScenario("creation-under-load"));
const idsOf = (draft: Draft) => adviceOn(draft.present.scenario).map(({ id }) => id);
const placed = (draft: Draft, file: string, volume: string) =>
  setValue(draft, ["storage", "placement", file], volume);

describe("adviceOn", () => {
  it("has none on the preset under load", () => {
    expect(idsOf(base)).toEqual([]);
  });

  it("warns of files that share a volume, naming it", () => {
    const draft = placed(base, "snapshot", "Q");
    expect(adviceOn(draft.present.scenario)).toMatchObject([
      { id: "snapshot-with-data", kind: "warning", path: ["storage", "placement", "snapshot"] },
      { id: "unused-volume-2", kind: "note" },
    ]);
    expect(adviceOn(draft.present.scenario)[0]?.text).toContain("share Q with the data file");
    expect(idsOf(placed(base, "log", "Q"))).toContain("log-with-data");
    expect(idsOf(placed(base, "log", "P"))).toContain("log-with-snapshot");
  });

  it("says once that everything is on one volume", () => {
    const draft = placed(placed(base, "snapshot", "Q"), "log", "Q");
    expect(idsOf(draft)).toEqual(["all-on-one-volume", "unused-volume-1", "unused-volume-2"]);
    expect(idsOf(draftOf(presetScenario("creation-on-this-machine")))).toEqual([
      "all-on-one-volume",
    ]);
  });

  it("notes a volume without a file", () => {
    expect(idsOf(addVolume(base))).toEqual(["unused-volume-3"]);
  });

  it("warns of a creation that is not measured", () => {
    const at = (seconds: number) => setValue(base, ["timeline", 0, "atSeconds"], seconds);
    expect(idsOf(at(9))).toEqual(["created-in-warm-up-0"]);
    expect(idsOf(at(10))).toEqual([]);
    expect(idsOf(at(120))).toEqual(["created-at-end-0"]);
  });

  it("notes a run without a snapshot", () => {
    expect(idsOf(removeEntry(base, 0))).toEqual(["no-snapshot"]);
    expect(
      idsOf(setValue(base, ["timeline", 0, "command"], { kind: "setUsers", users: 1 })),
    ).toEqual(["no-snapshot"]);
  });

  it("warns of a restore before which no full backup begins", () => {
    const preset = draftOf(presetScenario("restore-after-a-wrong-update"));
    const warned = (draft: Draft) =>
      adviceOn(draft.present.scenario)
        .filter(({ kind }) => kind === "warning")
        .map(({ path, text }) => [path.slice(0, 2).join("."), text]);
    const set = (path: readonly (string | number)[], value: unknown, draft = preset) =>
      warned(setValue(draft, ["timeline", ...path], value));
    const refused = (when: string) => [
      ["timeline.4", `No full backup begins${when}: the restore will be refused (4335).`],
    ];
    expect(warned(preset)).toEqual([]);
    expect(set([4, "command", "stopAtSeconds"], 20.5)).toEqual([]);
    expect(set([4, "command", "stopAtSeconds"], 20)).toEqual(refused(" before 20 s"));
    expect(set([0, "atSeconds"], 64)).toEqual(refused(" before 64 s"));
    expect(set([0, "command", "type"], "log")).toEqual(refused(" before 64 s"));
    const toTheEnd = setValue(preset, ["timeline", 4, "command", "stopAtSeconds"], null);
    expect(set([0, "atSeconds"], 79, toTheEnd)).toEqual([]);
    expect(set([0, "atSeconds"], 80, toTheEnd)).toEqual(refused(" before 80 s"));
    const full = { kind: "backup", name: "by_hand", type: "full", copyOnly: false, files: 1 };
    const byHand = (atNs: number) => setValue(preset, ["commands"], [{ atNs, command: full }]);
    expect(set([0, "command", "type"], "log", byHand(30e9))).toEqual([]);
    expect(set([0, "command", "type"], "log", byHand(64e9))).toEqual(refused(" before 64 s"));
    // Whenever it comes, what it waits for may be early.
    const late = { command: preset.present.scenario.timeline[0]?.command };
    expect(set([0], { ...late, after: { step: "log_1", event: "completed" } })).toEqual([]);
  });

  it("does not call the load alone what a restore is planned in", () => {
    const textOf = (draft: Draft) => adviceOn(draft.present.scenario)[0]?.text;
    expect(textOf(removeEntry(base, 0))).toContain("measures the load alone.");
    const restore = setValue(base, ["timeline", 0, "command"], { kind: "restore" });
    expect(textOf(restore)).toContain("measures the load and what else is planned.");
  });

  it("warns of trace flags that are not seen", () => {
    expect(idsOf(setValue(base, ["traceFlags"], [3504]))).toEqual(["traces-unseen"]);
    expect(idsOf(setValue(base, ["traceFlags"], []))).toEqual([]);
  });

  it("notes commands of a recorded run", () => {
    const command = { atNs: 1, command: { kind: "cancel" } };
    expect(idsOf(setValue(base, ["commands"], [command]))).toEqual(["recorded-commands"]);
  });
});

describe("names in the form", () => {
  it.each([
    [["workload", "thinkTimeMs"], "Think time", "Workload, Think time"],
    [["server", "memoryMiB"], "Buffer pool", "Database, Buffer pool"],
    [["warmupSeconds"], "Warm-up", "Measurement, Warm-up"],
    [["database", "fillFactorPercent"], "Fill factor", "Database, Fill factor"],
    [["storage", "placement", "log"], "Log file", "Storage, Log file"],
    [["mode"], "Mode", "Storage, Mode"],
    [
      ["storage", "volumes", 1, "device", "readServiceUs"],
      "Read service time",
      "Storage, volume 2, Read service time",
    ],
    [["timeline", 0, "atSeconds"], "Time", "Snapshots and timeline, entry 1, Time"],
  ])("%j is %s", (path, label, place) => {
    expect(labelOf(path)).toBe(label);
    expect(placeOf(path)).toBe(place);
  });

  it("fits beside the control in a volume's card, for each time of a device", () => {
    const path = ["storage", "volumes", 0, "device"];
    const device = base.base.storage.volumes[0]?.device;
    const keys = Object.keys(device ?? {}).filter((key) => !/^(read|write)ServiceUs$/.test(key));
    expect(keys).toContain("sequentialReadServiceUs");
    // Those two have labels of the card's own; 11 letters are what takes one line there.
    for (const key of keys) {
      expect(shortLabel(labelOf([...path, key])).length, key).toBeLessThanOrEqual(11);
    }
    expect(shortLabel("Flush")).toBe("Flush");
  });

  it("names an element as a whole", () => {
    expect(placeOf(["timeline", 2])).toBe("Snapshots and timeline, entry 3");
    expect(placeOf(["traceFlags", 0])).toBe("Measurement");
  });

  it("has a section for every value", () => {
    const sections: readonly string[] = formSections.map(({ id }) => id);
    for (const key of Object.keys(base.base)) expect(sections).toContain(sectionOf([key]));
  });
});
