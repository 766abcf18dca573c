import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scenarioSchema } from "./scenario.ts";
import { applySetting } from "./set-path.ts";
import { plainScenario } from "./testing/scenarios.ts";

const set = (setting: string) => applySetting(plainScenario, setting, scenarioSchema);

describe("applySetting", () => {
  it.each([
    ["workload.users=400", { workload: { users: 400 } }],
    ["database.name=orders", { database: { name: "orders" } }],
    ["name=123", { name: "123" }],
    ['name="quoted"', { name: "quoted" }],
    ["startTime=null", { startTime: null }],
    [
      "storage.volumes.0.device.spread=fixed",
      { storage: { volumes: [{ device: { spread: "fixed" } }] } },
    ],
    ["storage.volumes[0].name=R", { storage: { volumes: [{ name: "R" }] } }],
    ["traceFlags=[3605]", { traceFlags: [3605] }],
    ["timeline.0.atSeconds=5", { timeline: [{ atSeconds: 5 }] }],
    [
      'timeline.0={"atSeconds":5,"command":{"kind":"setUsers","users":1}}',
      { timeline: [{ atSeconds: 5, command: { kind: "setUsers", users: 1 } }] },
    ],
    ["description=a=b", { description: "a=b" }],
  ])("%s", (setting, expected) => {
    expect(set(setting)).toMatchObject({ ok: true, value: expected });
  });

  it.each([
    ["workload.user=1", 'workload.user: is not known; did you mean "users"?'],
    ["wrkload.users=1", 'wrkload: is not known; did you mean "workload"?'],
    ["storage.volumes.2.name=R", "storage.volumes.2: is not an index of storage.volumes"],
    ["storage.volumes.first=R", "storage.volumes.first: is not an index"],
    [
      "workload.users.count=1",
      "workload.users.count: is not known; workload.users is a single value",
    ],
    [
      "storage.volumes.0.device.preset=sqlcat-q",
      "storage.volumes.0.device.preset: does not go with parallelism, readServiceUs, writeServiceUs, bandwidthMiBPerSecond; allowed: parallelism,",
    ],
    ["storage.volumes.0.device.array.members=7", "or storage.volumes.0.device={...} as a whole"],
    ["__proto__.x=1", "__proto__: is not known"],
    ["workload", "is not of the form path=value"],
    ["=1", "is not of the form path=value"],
  ])("refuses %s", (setting, message) => {
    expect(set(setting)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(message) },
    });
  });

  it("leaves the document it was given as it was", () => {
    const before = JSON.stringify(plainScenario);
    set("storage.volumes.0.name=other");
    expect(JSON.stringify(plainScenario)).toBe(before);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (setting, document) => {
        expect(typeof applySetting(document, `${setting}=1`, scenarioSchema).ok).toBe("boolean");
      }),
    );
  });
});
