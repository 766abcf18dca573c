import { describe, expect, it } from "vitest";
import { resolveScenario } from "../../../app/contract/resolve-scenario.ts";
import { plainScenario } from "../../../app/contract/testing/scenarios.ts";
import { readScenario, scenarioFile, scenarioFileName } from "./scenario-files.ts";

const resolved = resolveScenario(plainScenario, "plain");
if (!resolved.ok) throw new Error(resolved.error.message);
const scenario = resolved.value;

describe("scenario files", () => {
  it("read back as what was written", () => {
    const { bytes, fileName } = scenarioFile(scenario);
    expect(fileName).toBe("plain.json");
    expect(readScenario(fileName, new TextDecoder().decode(bytes))).toEqual(resolved);
  });

  it("fill in what a short file leaves to its defaults", () => {
    expect(readScenario("short.json", JSON.stringify(plainScenario))).toEqual(resolved);
  });

  it("may be the summary of a run", () => {
    expect(readScenario("summary.json", JSON.stringify({ run: {}, scenario }))).toEqual(resolved);
  });

  it.each([
    ["{", "odd.json: is not valid JSON"],
    ["3", "odd.json: (root)"],
    ['{"formatVersion":1,"name":"x","users":1}', "odd.json: users: is not known"],
  ])("refuse %s with the file's name", (text, message) => {
    expect(readScenario("odd.json", text)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(message) },
    });
  });

  it("are named after the scenario, in letters that every file system has", () => {
    expect(scenarioFileName({ ...scenario, name: "Orders, month end" })).toBe(
      "orders-month-end.json",
    );
    expect(scenarioFileName({ ...scenario, name: "…" })).toBe("scenario.json");
  });
});
