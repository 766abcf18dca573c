/** What a plan may say, and what a person reads who says something else. */
import { describe, expect, it } from "vitest";
import { parsePlan } from "./protection-plan.ts";

const device = {
  parallelism: 8,
  readServiceUs: 4000,
  writeServiceUs: 4000,
  bandwidthMiBPerSecond: 200,
};
const scenario = {
  formatVersion: 2,
  name: "orders",
  database: { recoveryModel: "full" },
  storage: { volumes: [{ name: "V", device }], placement: { data: "V", log: "V", snapshot: "V" } },
};
const full = { kind: "full", everySeconds: 86_400, keepCount: 2 };

function message(jobs: readonly object[], more: object = {}): string {
  const plan = parsePlan({ formatVersion: 1, name: "p", jobs, scenario, ...more }, "plan.json");
  return plan.ok ? "allowed" : plan.error.message;
}

describe("a protection plan", () => {
  it("has defaults for all that may be left out", () => {
    const plan = parsePlan({ formatVersion: 1, name: "p", jobs: [full], scenario }, "plan.json");
    expect(plan.ok && plan.value).toMatchObject({
      daySeconds: 86_400,
      targets: { rpoSeconds: null, rtoSeconds: null },
      jobs: [{ offsetSeconds: 0, keepSeconds: null, copyOnly: false, freeze: "vss", files: 1 }],
    });
  });

  it.each([
    ["no job", [], {}, /jobs/],
    [
      "neither kind of keeping",
      [{ ...full, keepCount: null }],
      {},
      /jobs.0.keepCount: is null, and so is keepSeconds; allowed: one of the two/,
    ],
    ["both kinds of keeping", [{ ...full, keepSeconds: 10 }], {}, /one of the two/],
    [
      "too many kept",
      [{ kind: "full", everySeconds: 10, keepSeconds: 2 * 86_400 }],
      {},
      /more than 10000/,
    ],
    ["too often", [{ ...full, everySeconds: 1 }], {}, /jobs.0.everySeconds: 1 is not allowed/],
    ["a mistyped key", [{ ...full, evrySeconds: 1 }], {}, /did you mean "everySeconds"/],
    ["a log without a base", [{ ...full, kind: "log" }], {}, /goes on from a full backup/],
    [
      "a differential without a base",
      [
        { ...full, copyOnly: true },
        { ...full, kind: "differential" },
      ],
      {},
      /based on a full backup that is not copyOnly/,
    ],
    [
      "a copy of a log",
      [full, { ...full, kind: "log", copyOnly: true }],
      {},
      /has no meaning for the kind "log"/,
    ],
    [
      "an array that takes none",
      [{ ...full, kind: "arraySnapshot" }],
      {},
      /V has no array that takes any/,
    ],
    [
      "a log that nobody keeps",
      [full, { ...full, kind: "log" }],
      { scenario: { ...scenario, database: {} } },
      /recoveryModel "full"/,
    ],
    [
      "a timeline of its own",
      [full],
      {
        scenario: {
          ...scenario,
          timeline: [{ atSeconds: 1, command: { kind: "setUsers", users: 1 } }],
        },
      },
      /scenario.timeline: is what a plan makes of its own jobs/,
    ],
    [
      "this machine's disks",
      [full],
      {
        scenario: {
          ...scenario,
          mode: "real",
          storage: { ...scenario.storage, volumes: [{ name: "V", folder: null }] },
        },
      },
      /scenario.mode: "real" says nothing/,
    ],
    ["another format", [full], { formatVersion: 2 }, /formatVersion/],
  ])("with %s is refused", (_, jobs, more, expected) => {
    expect(message(jobs, more)).toMatch(expected);
  });
});
