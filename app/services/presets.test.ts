import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { nameOfRun, presetEntries, readPreset, readRawScenario } from "./presets.ts";
import { messageOf, unwrap } from "./testing/scratch-services.ts";

const scratch = mkdtempSync(join(tmpdir(), "snapscope-presets-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const fileOf = (name: string, text: string) => {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
};

describe("what can be run", () => {
  it("is a preset, a scenario's file or the summary of a run", async () => {
    const preset = unwrap(await readPreset("creation-idle"));
    expect(await readRawScenario("creation-idle")).toMatchObject({ value: { name: preset.name } });
    const scenario = fileOf("scenario.json", JSON.stringify(preset));
    expect(unwrap(await readRawScenario(scenario))).toEqual(preset);
    const summary = fileOf("summary.json", JSON.stringify({ run: {}, scenario: preset }));
    expect(unwrap(await readRawScenario(summary))).toEqual(preset);
  });

  it("is nothing else", async () => {
    expect(messageOf(await readPreset("nope"))).toContain('"nope" is not a preset; allowed:');
    expect(messageOf(await readRawScenario("nope"))).toContain("neither a preset nor a file");
    expect(messageOf(await readRawScenario(scratch))).toContain("cannot be read (EISDIR)");
    const broken = fileOf("broken.json", "{");
    expect(messageOf(await readRawScenario(broken))).toContain("is not valid JSON");
  });
});

describe("presets", () => {
  it("begin with one that shows in a minute what the program is for, on a server of today", async () => {
    const [first] = await presetEntries(() => []);
    expect(first).toMatchObject({
      name: "creation-in-the-cloud",
      title: "Creation in the cloud",
      scenario: { server: { engineVersion: "2016", basedOn: "cloud-2-vcpu" } },
    });
    const { durationSeconds = 0, pace = 0 } = first?.scenario ?? {};
    expect(durationSeconds / pace).toBeLessThanOrEqual(60);
  });

  it("give their runs their own titles, in the words of whom they are about", async () => {
    const entries = await presetEntries(() => []);
    const titles = entries.map(({ title }) => title);
    expect(titles).toContain("SQLCAT creation");
    expect(titles).toContain("SQLskills SELECT INTO");
    for (const { name, title, scenario } of entries) {
      expect(await nameOfRun(scenario, name)).toBe(title);
    }
    const file = { ...unwrap(await readPreset("creation-idle")), name: "mine" };
    expect(await nameOfRun(file, null)).toBe("mine");
  });

  it("tell the median of what their creations took, of those that were completed", async () => {
    const [entry] = await presetEntries(() => [
      { wallMs: 1, creationMs: 50 },
      { wallMs: 2, creationMs: null },
    ]);
    expect(entry).toMatchObject({ typicalOf: 2, typicalCreationMs: 50 });
    expect((await presetEntries(() => []))[0]?.typicalCreationMs).toBeNull();
  });

  it("tell the median of how long they took", async () => {
    const typical = async (times: number[]) => {
      const runs = times.map((wallMs) => ({ wallMs, creationMs: null }));
      const [entry] = await presetEntries(() => runs);
      return [entry?.typicalWallMs, entry?.typicalOf];
    };
    expect(await typical([])).toEqual([null, 0]);
    expect(await typical([30, 10, 20])).toEqual([20, 3]);
    expect(await typical([40, 10, 20, 30])).toEqual([25, 4]);
  });
});
