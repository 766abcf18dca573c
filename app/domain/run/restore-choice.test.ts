import { describe, expect, it } from "vitest";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { scenarioSchema } from "../../contract/scenario.ts";
import { plainScenario } from "../../contract/testing/scenarios.ts";
import { phaseEvent, timelineOf } from "../timeline/testing/pieces.ts";
import {
  consequencesOf,
  firstChoice,
  problemOfStop,
  refusalOf,
  restoreCommand,
} from "./restore-choice.ts";

const scenario = scenarioSchema.parse({ ...plainScenario, database: { recoveryModel: "full" } });
const simple = scenarioSchema.parse(plainScenario);
const nothing = timelineOf([]);
const fullBackup = phaseEvent("backup", 20_000, 28_500, { snapshot: null, figures: { kind: 0 } });

describe("a restore that was chosen", () => {
  const end = firstChoice(80_500);

  it.each(["", "ten", "-1", "0.0005", "90"])("cannot stop at ‘%s’", (stopAt) => {
    expect(problemOfStop({ ...end, to: "time", stopAt }, 80_500)).toContain("0 to 80.5 s");
    expect(problemOfStop({ ...end, stopAt }, 80_500)).toBeNull();
    expect(problemOfStop({ ...end, to: "time", stopAt: "1,5" }, 80_500)).toMatch(
      /^‘1,5’ is no time of this run so far; a point is before decimals here, .*; allowed: 0 to /,
    );
  });

  it("can stop now, and at the start, where a run has only begun", () => {
    for (const stopAt of ["0", "80.5"]) {
      expect(problemOfStop({ ...end, to: "time", stopAt }, 80_500)).toBeNull();
    }
    expect(firstChoice(400).stopAt).toBe("0");
  });

  it("replaces nothing that the tail’s backup makes safe", () => {
    expect(restoreCommand({ ...end, replace: true })).toMatchObject({ replace: false });
    expect(restoreCommand({ ...end, continueAfterError: true })).toMatchObject({
      continueAfterError: true,
    });
  });

  it("is refused while there is a snapshot, unless it makes another database", () => {
    const withSnapshot = (dropped: boolean) => ({
      ...timelineOf([fullBackup]),
      snapshots: [{ name: "noon", points: [], dropped }],
    });
    expect(refusalOf(end, withSnapshot(false), scenario)).toBe(
      "It will be refused (3709) while there is a snapshot of the database: ‘noon’.",
    );
    expect(refusalOf({ ...end, as: "standby" }, withSnapshot(false), scenario)).toBeNull();
    expect(refusalOf(end, withSnapshot(true), scenario)).toBeNull();
  });

  it("says what it loses without the tail, and when it is refused", () => {
    const without = consequencesOf({ ...end, backUpTail: false }, nothing, scenario);
    expect(without).toContain("What was committed since the last log backup is lost. If the tail");
    expect(without).toContain("refused (3159)");
    const replaced = { ...end, backUpTail: false, replace: true };
    expect(consequencesOf(replaced, nothing, scenario)).not.toContain("3159");
    expect(consequencesOf({ ...end, backUpTail: false }, nothing, simple)).not.toContain("3159");
  });

  it("loses what came after an array snapshot that no log follows, and stops at no time", () => {
    const taking = (freeze: "vss" | "none"): TimelineEvent => ({
      ...{ kind: "command", atNs: 30e9, outcome: "applied", message: null },
      command: { kind: "createArraySnapshot", name: "noon", freeze, copyOnly: false },
    });
    const from = (arraySnapshot: string) => ({ ...end, arraySnapshot });
    const unfrozen = timelineOf([taking("none")]);
    const frozen = timelineOf([taking("vss")]);
    const lost = "What was committed after ‘noon’ was taken is lost: ";
    expect(consequencesOf(from("noon"), frozen, scenario)).toContain("Nothing that was committed");
    expect(consequencesOf(from("noon"), unfrozen, scenario)).toContain(
      `${lost}no log follows ‘noon’, which was taken without a freeze.`,
    );
    expect(consequencesOf(from("before_restore_1"), frozen, scenario)).toContain("is lost: no log");
    expect(consequencesOf(from("noon"), frozen, simple)).toContain(
      `${lost}in the simple recovery model no log is backed up.`,
    );
    const atTime = { ...from("noon"), to: "time", stopAt: "60" } as const;
    expect(refusalOf(atTime, frozen, scenario)).toBeNull();
    expect(refusalOf(atTime, unfrozen, scenario)).toMatch(/^It cannot stop at a time: no log/);
    const standby = { ...from("noon"), as: "standby", recovery: false };
    expect(refusalOf(standby, frozen, scenario)).toBeNull();
    expect(refusalOf(standby, unfrozen, scenario)).toMatch(/^It cannot be left restoring: no log/);
  });

  it("says how many commits it loses, where that is known", () => {
    const back = { ...end, to: "time", stopAt: "60" } as const;
    const words = consequencesOf(back, nothing, scenario, (atMs) => (80_500 - atMs) / 10);
    expect(words).toContain("What was committed after 60 s is lost: about 2,100 commits.");
    expect(consequencesOf(back, nothing, scenario)).toContain(
      "What was committed after 60 s is lost.",
    );
  });
});
