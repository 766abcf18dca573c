import { expect, it } from "vitest";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { plainScenario } from "../../contract/testing/scenarios.ts";
import { draftOf, setValue, undo } from "./draft.ts";
import { serverChoiceOf, serverSourceOf, setServer } from "./servers.ts";

function plainDraft() {
  const resolved = resolveScenario(plainScenario, "it");
  if (!resolved.ok) throw new Error(resolved.error.message);
  return draftOf(resolved.value);
}

it("takes a preset's figures in one step, and leaves the rest of the server alone", () => {
  const before = setValue(plainDraft(), ["server", "tempdbSizeMiB"], 77);
  const draft = setServer(before, "dell");
  const { server } = draft.present.scenario;
  expect(server).toMatchObject({ schedulers: 2, coreSpeedPercent: 40, tempdbSizeMiB: 77 });
  expect(serverChoiceOf(server)).toBe("dell");
  expect(undo(draft).present).toEqual(before.present);
});

it("knows where a figure is from until it is changed", () => {
  const { server } = setServer(plainDraft(), "dell").present.scenario;
  expect(serverSourceOf(server, "schedulers")).toContain("two virtual CPUs");
  expect(serverSourceOf({ ...server, schedulers: 4 }, "schedulers")).toBeNull();
  expect(serverSourceOf(plainDraft().present.scenario.server, "schedulers")).toBeNull();
});
