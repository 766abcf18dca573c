import { expect, it } from "vitest";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { plainScenario } from "../../contract/testing/scenarios.ts";
import { draftOf, setValue, undo } from "./draft.ts";
import { describeWindows, serverChoiceOf, serverSourceOf, setServer } from "./servers.ts";

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

it("brings its file system's limit of sparse files, in place of the former server's alone", () => {
  const limitOf = ({ present: { scenario } }: ReturnType<typeof plainDraft>) => [
    scenario.storage.sparseFileLimitMiB,
    scenario.storage.sparseFileLimitError,
  ];
  const on2003 = setServer(plainDraft(), "sqlcat");
  expect(limitOf(on2003)).toEqual([65_536, "1450"]);
  const on2012 = setServer(on2003, "laptop");
  expect(limitOf(on2012)).toEqual([93_696, "665"]);
  expect(limitOf(setServer(on2012, "dell"))).toEqual([65_536, "665"]);
  const own = setValue(on2003, ["storage", "sparseFileLimitMiB"], 100);
  expect(limitOf(setServer(own, "laptop"))).toEqual([100, "1450"]);
  expect(undo(on2003).present).toEqual(plainDraft().present);
  const real = setValue(plainDraft(), ["mode"], "real");
  expect(limitOf(setServer(real, "sqlcat"))).toEqual([0, "665"]);
  expect(describeWindows("sqlcat")).toBe(
    "Windows Server 2003: sparse files of up to 64 GiB each, then OS error 1450",
  );
  expect(describeWindows("laptop")).toBe(
    "Windows Server 2012 or later, NTFS as it formats it: sparse files of up to 91.5 GiB each, then OS error 665",
  );
});

it("brings it to a server of format 1 too, whose limit was none", () => {
  const old = resolveScenario({ ...plainScenario, server: { preset: "laptop" } }, "it");
  if (!old.ok) throw new Error(old.error.message);
  const { storage } = setServer(draftOf(old.value), "sqlcat").present.scenario;
  expect(storage).toMatchObject({ sparseFileLimitMiB: 65_536, sparseFileLimitError: "1450" });
});

it("knows where a figure is from until it is changed", () => {
  const { server } = setServer(plainDraft(), "dell").present.scenario;
  expect(serverSourceOf(server, "schedulers")).toContain("two virtual CPUs");
  expect(serverSourceOf({ ...server, schedulers: 4 }, "schedulers")).toBeNull();
  expect(serverSourceOf(plainDraft().present.scenario.server, "schedulers")).toBeNull();
});
