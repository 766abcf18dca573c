import { describe, expect, it } from "vitest";
import { composedDeviceSchema, deviceOfPreset, isComposed } from "../../contract/device.ts";
import { describeDevice, describeFigures } from "../device-text.ts";
import { choiceOf, figuresOf, ownFigures, setDevice, sourceOf } from "./devices.ts";
import { draftOf, setValue } from "./draft.ts";
import { presetScenario } from "./testing/presets.ts";

const draft = draftOf(presetScenario("creation-under-load"));
const path = ["storage", "volumes", 0, "device"];
const deviceOf = (edited: typeof draft) => {
  const device = edited.present.scenario.storage.volumes[0]?.device;
  if (device === undefined) throw new Error("a virtual volume has a device");
  return device;
};

describe("the device of a volume in the form", () => {
  it("is its own figures until a preset is chosen, and back", () => {
    expect(choiceOf(deviceOf(draft))).toBe(ownFigures);
    const chosen = setDevice(draft, 0, "sqlskills-k");
    expect(choiceOf(deviceOf(chosen))).toBe("sqlskills-k");
    expect(deviceOf(chosen)).toEqual(deviceOfPreset("sqlskills-k"));
    expect(isComposed(deviceOf(setDevice(chosen, 0, ownFigures)))).toBe(false);
  });

  it("shows every figure of each part that it has", () => {
    const paths = (name: Parameters<typeof deviceOfPreset>[0]) =>
      figuresOf(deviceOfPreset(name)).map((figure) => figure.path.join("."));
    expect(paths("sqlcat-q")).toContain("member.rotationsPerMinute");
    expect(paths("sqlcat-q")).toContain("cache.sizeMiB");
    expect(paths("laptop")).toContain("member.channels");
    expect(paths("laptop").filter((figure) => figure.startsWith("cache"))).toEqual([]);
  });

  it("knows the source of a figure for as long as it is the preset's", () => {
    const members = ["array", "members"];
    const chosen = deviceOf(setDevice(draft, 0, "sqlcat-q"));
    if (!isComposed(chosen)) throw new Error("a preset is composed");
    expect(sourceOf(chosen, members)).toContain("table 3");
    const changed = setValue(setDevice(draft, 0, "sqlcat-q"), [...path, ...members], 40);
    const device = deviceOf(changed);
    if (!isComposed(device)) throw new Error("a preset is composed");
    expect(sourceOf(device, members)).toBeNull();
    expect(sourceOf(device, ["array", "level"])).not.toBeNull();
  });
});

describe("a device in words", () => {
  it("is what it is made of", () => {
    expect(describeDevice(deviceOf(draft))).toContain("at a time, read 6 ms");
    expect(describeDevice(deviceOfPreset("sqlcat-q"))).toBe(
      "sqlcat-q: 80 disks of 15,000 turns a minute, RAID 10, cache 1,755 MiB, link 2 × 190 MiB/s",
    );
    expect(describeDevice(deviceOfPreset("dell-ps6500e"))).toContain("RAID 5 in 2 groups");
    const alone = composedDeviceSchema.parse({ member: deviceOfPreset("laptop").member });
    expect(describeDevice(alone)).toBe("1 flash unit of 16 channels");
    expect(describeDevice(deviceOfPreset("aws-gp3"))).toContain("at most 3,000 I/Os a second");
  });

  it("is what it can do, to two digits", () => {
    const figures = {
      depth: 64,
      randomReadsPerSecond: 4873,
      randomWritesPerSecond: 2511,
      writesAfterCliffPerSecond: null,
      sequentialMiBPerSecond: 183,
      readUs: 5583,
      writeUs: 300,
      capacityMiB: 139_264,
    };
    expect(describeFigures(figures)).toBe(
      "about 4,900 random 8 KB reads/s, 2,500 writes/s, 180 MiB/s sequential, with 64 I/Os under way; " +
        "alone a read takes 5.6 ms, a write 0.3 ms; 136 GiB",
    );
    expect(describeFigures({ ...figures, capacityMiB: 1023 })).toMatch(/ 0\.3 ms; 1023 MiB$/);
    expect(
      describeFigures({ ...figures, writesAfterCliffPerSecond: 812, capacityMiB: null }),
    ).toMatch(/2,500 writes\/s \(810 once the fast part is written\).*0\.3 ms$/);
  });
});
