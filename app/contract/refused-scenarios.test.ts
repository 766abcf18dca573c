// The engine's test goes through the same file (native/test/experiment/refused_scenarios_test.cpp).
import { expect, it } from "vitest";
import { resolveScenario } from "./resolve-scenario.ts";
import document from "./testing/refused-scenarios.json" with { type: "json" };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** RFC 7396, as the engine's test has it: null leaves a key out. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const keys = { ...(isObject(target) ? target : {}) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete keys[key];
    else keys[key] = merged(keys[key], value);
  }
  return keys;
}

it("takes what the refused scenarios are changes of", () => {
  expect(resolveScenario(document.base, "base")).toMatchObject({ ok: true });
});

it.each(document.refused)("refuses $what", ({ change, contract }) => {
  const resolved = resolveScenario(merged(document.base, change), "it");
  expect(resolved.ok ? "accepted" : resolved.error.message).toContain(`it: ${contract}`);
});
