import { describe, expect, it } from "vitest";
import type { TimelineEvent } from "../contract/rpc/timeline-data.ts";
import type { Scenario } from "../contract/scenario.ts";
import { draftOf } from "./scenario-form/draft.ts";
import { putOnDevice } from "./scenario-form/one-device.ts";
import { presetScenario } from "./scenario-form/testing/presets.ts";
import { setupPhrase, setupPhraseAt, withSetup } from "./setup-phrase.ts";

const busy = presetScenario("creation-on-a-busy-array");
const withUsers = (users: number): Scenario => ({
  ...busy,
  workload: { ...busy.workload, users },
});
const setUsers = (atSeconds: number, users: number): TimelineEvent => ({
  kind: "command",
  atNs: atSeconds * 1e9,
  command: { kind: "setUsers", users },
  outcome: "applied",
});

describe("what was run, at the head of a sentence", () => {
  it("names users, size and devices", () => {
    expect(setupPhrase(busy)).toBe(
      "130 users, database of 16 GiB on SQLCAT K, log on SQLCAT J, snapshots on SQLCAT L",
    );
    const { scenario } = putOnDevice(draftOf(withUsers(1)), "nvme-data-centre").present;
    const small = { ...scenario, database: { ...scenario.database, sizeMiB: 1536 } };
    expect(setupPhrase(small)).toBe("1 user, database of 1.5 GiB on NVMe data centre");
    expect(setupPhrase({ ...small, workload: { ...small.workload, users: 0 } })).toMatch(
      /^no users, /,
    );
  });

  it("says of a comparison in what its sides differ", () => {
    expect(setupPhrase(withUsers(100), withUsers(500), withUsers(500))).toMatch(
      /^100 users against 500 users, database of 16 GiB on SQLCAT K/,
    );
  });

  it("names those who were at work at the moment, whoever asked for them", () => {
    const events = [setUsers(10, 200), setUsers(50, 400), setUsers(70, 5)];
    const refused = { ...setUsers(55, 9), outcome: "refused" } as const;
    expect(setupPhraseAt(busy, [...events, refused], 5_000)).toMatch(/^130 users, /);
    expect(setupPhraseAt(busy, [...events, refused], 60_000)).toMatch(/^400 users, /);
    const timeline = [
      ...busy.timeline,
      { atSeconds: 30, command: { kind: "setUsers", users: 9 } } as const,
    ];
    expect(setupPhrase({ ...busy, timeline })).toMatch(/^130 users at first, /);
  });

  it("stands before a sentence, whose names keep their capitals", () => {
    expect(withSetup("1 user", "Creating ‘s1’ took 40 s.")).toBe(
      "1 user: creating ‘s1’ took 40 s.",
    );
    expect(withSetup("no users", "Creating ‘s1’ took 40 s.")).toBe(
      "No users: creating ‘s1’ took 40 s.",
    );
    expect(withSetup("1 user", "p99 rose.")).toBe("1 user: p99 rose.");
    expect(withSetup("1 user", "DBCC took 3 s.")).toBe("1 user: DBCC took 3 s.");
  });
});
