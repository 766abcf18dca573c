import { describe, expect, it } from "vitest";
import { resolveScenario } from "./resolve-scenario.ts";
import { plainScenario } from "./testing/scenarios.ts";

const [volumeQ] = plainScenario.storage.volumes;
const onArray = {
  ...plainScenario.storage,
  volumes: [{ ...volumeQ, arraySnapshots: { sizeGiB: 2 } }],
};
const messageOf = (timeline: unknown, more: object = { storage: onArray }) => {
  const resolved = resolveScenario({ ...plainScenario, ...more, timeline }, "it");
  return resolved.ok ? "accepted" : resolved.error.message;
};
const at = (atSeconds: number, kind: string, parts: object) => ({
  atSeconds,
  command: { kind, ...parts },
});
const taken = (freeze = "vss") => at(1, "createArraySnapshot", { name: "a", freeze });

describe("a timeline is accepted with", () => {
  it.each([
    ["an array snapshot by VSS", [taken()]],
    ["one of a suspended database", [taken("suspend")]],
    ["a set of its volumes", [at(1, "createArraySnapshot", { name: "a", volumes: ["Q"] })]],
    ["a snapshot of its name", [taken(), at(2, "createSnapshot", { name: "a" })]],
    ["its deletion, in other letters", [taken(), at(2, "deleteArraySnapshot", { name: "A" })]],
    [
      "a restore of it, and logs",
      [taken(), at(9, "restore", { arraySnapshot: "a", stopAtSeconds: 5 })],
    ],
    [
      "named backups after it",
      [taken(), at(9, "restore", { arraySnapshot: "a", as: "b", backups: ["l"], recovery: false })],
    ],
    [
      "a restore of one without a freeze",
      [taken("none"), at(9, "restore", { arraySnapshot: "a" })],
    ],
    ["a backup of it", [taken(), at(2, "backup", { name: "b", type: "full", arraySnapshot: "a" })]],
    [
      "what a restore in place has taken first",
      [
        taken(),
        at(5, "restore", { arraySnapshot: "a" }),
        at(9, "restore", { arraySnapshot: "before_restore_1" }),
      ],
    ],
    [
      "a copy that is checked and read",
      [
        at(2, "restore", { as: "b" }),
        at(3, "checkDatabase", { database: "B" }),
        at(4, "setReportUsers", { name: "b", users: 2 }),
        at(5, "checkDatabase", { database: null }),
        at(6, "dropSnapshot", { name: "b" }),
      ],
    ],
  ])("%s", (_, timeline) => {
    expect(messageOf(timeline)).toBe("accepted");
  });
});

describe("on disks of this machine", () => {
  const real = (volume: object) => ({
    mode: "real",
    storage: {
      volumes: [{ name: "local", folder: null, ...volume }],
      placement: { data: "local", log: "local", snapshot: "local" },
    },
  });

  it("nothing takes array snapshots, which is said of the command", () => {
    expect(messageOf([taken()], real({}))).toContain(
      'timeline.0.command.kind: "createArraySnapshot" needs an array, which only simulated storage has',
    );
  });

  it("nothing takes array snapshots, which is said of the volume", () => {
    expect(messageOf([], real({ arraySnapshots: {} }))).toContain(
      'storage.volumes.0.arraySnapshots: has no meaning in mode "real"',
    );
  });
});
