import { describe, expect, it } from "vitest";
import { resolveScenario } from "../../../app/contract/resolve-scenario.ts";
import { success } from "../../../app/contract/result.ts";
import { plainScenario } from "../../../app/contract/testing/scenarios.ts";
import { planOf, readScenario, scenarioFile, scenarioFileName } from "./scenario-files.ts";

const resolved = resolveScenario(plainScenario, "plain");
if (!resolved.ok) throw new Error(resolved.error.message);
const scenario = resolved.value;
const alone = success({ scenario, sweep: null });

describe("scenario files", () => {
  it("read back as what was written", () => {
    const { bytes, fileName } = scenarioFile(scenario, null);
    expect(fileName).toBe("plain.json");
    expect(readScenario(fileName, new TextDecoder().decode(bytes))).toEqual(alone);
  });

  it("fill in what a short file leaves to its defaults", () => {
    expect(readScenario("short.json", JSON.stringify(plainScenario))).toEqual(alone);
  });

  it("may be the summary of a run", () => {
    expect(readScenario("summary.json", JSON.stringify({ run: {}, scenario }))).toEqual(alone);
  });

  it("keep their sweep, which is planned for the scenario and written back", () => {
    const sweep = { parameters: [{ path: "workload.users", values: [10, 20] }], repeats: 3 };
    const read = readScenario("swept.json", JSON.stringify({ ...plainScenario, sweep }));
    expect(read).toEqual(success({ scenario, sweep }));
    const plan = planOf(scenario, sweep);
    expect(plan.ok && plan.value.points).toEqual([
      { settings: ["workload.users=10"] },
      { settings: ["workload.users=20"] },
    ]);
    const { bytes } = scenarioFile(scenario, sweep);
    expect(readScenario("again.json", new TextDecoder().decode(bytes))).toEqual(read);
  });

  it("are refused with a sweep that could not be run", () => {
    const refusal = (sweep: unknown) => {
      const read = readScenario("swept.json", JSON.stringify({ ...plainScenario, sweep }));
      return read.ok ? "no refusal" : read.error.message;
    };
    const over = (path: string, values: unknown[]) => ({ parameters: [{ path, values }] });
    expect(refusal({})).toMatch(/^swept\.json: sweep: parameters: /);
    expect(refusal(over("workload.user", [1]))).toMatch(/^swept\.json: .*workload\.user/);
    expect(refusal(over("workload.users", [0.5]))).toMatch(/^swept\.json: .*allowed: /);
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
