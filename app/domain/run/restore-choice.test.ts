import { describe, expect, it } from "vitest";
import { phaseEvent, timelineOf } from "../timeline/testing/pieces.ts";
import {
  consequencesOf,
  firstChoice,
  problemOfStop,
  refusalOf,
  restoreCommand,
} from "./restore-choice.ts";

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
    expect(refusalOf(end, withSnapshot(false))).toBe(
      "It will be refused (3709) while there is a snapshot of the database: ‘noon’.",
    );
    expect(refusalOf({ ...end, as: "standby" }, withSnapshot(false))).toBeNull();
    expect(refusalOf(end, withSnapshot(true))).toBeNull();
  });

  it("says what it loses without the tail, and when it is refused", () => {
    const without = consequencesOf({ ...end, backUpTail: false });
    expect(without).toContain("What was committed since the last log backup is lost. If the tail");
    expect(without).toContain("refused (3159)");
    expect(consequencesOf({ ...end, backUpTail: false, replace: true })).not.toContain("3159");
  });

  it("says how many commits it loses, where that is known", () => {
    const back = { ...end, to: "time", stopAt: "60" } as const;
    const words = consequencesOf(back, (atMs) => (80_500 - atMs) / 10);
    expect(words).toContain("What was committed after 60 s is lost: about 2,100 commits.");
    expect(consequencesOf(back)).toContain("What was committed after 60 s is lost.");
  });
});
