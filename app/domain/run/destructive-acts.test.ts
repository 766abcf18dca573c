import { describe, expect, it } from "vitest";
import type { Command } from "../../contract/command.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { scenarioSchema } from "../../contract/scenario.ts";
import { plainScenario } from "../../contract/testing/scenarios.ts";
import { committedShare, writerShare } from "../../contract/transaction-mix.ts";
import { phaseEvent, seriesOf, timelineOf } from "../timeline/testing/pieces.ts";
import { commitsLostInRestore, type DestructiveAct, questionOf } from "./destructive-acts.ts";

const scenario = scenarioSchema.parse(plainScenario);
const split = phaseEvent("analysis", 30_000, 31_000, { snapshot: "night" });
const sampled: TimelineEvent = {
  kind: "snapshot",
  atMs: 40_000,
  name: "night",
  pagesPushed: 1,
  sizeOnDiskBytes: 65_536,
};
const given = (command: Command): TimelineEvent => ({
  kind: "command",
  atNs: 45e9,
  command,
  outcome: "applied",
});
const measured = seriesOf(
  Array.from({ length: 80 }, (_, at) => 1000 * (at + 1)),
  () => 100,
);
const at = (events: readonly TimelineEvent[], series = measured) => ({
  ...timelineOf([...events], series),
  endMs: 80_000,
});
const ask = (act: DestructiveAct, events: readonly TimelineEvent[], series = measured) =>
  questionOf(act, scenario, at(events, series));

describe("what is asked before a revert", () => {
  const revert = { kind: "revert", snapshot: "night" } as const;

  it("names the work, the commits as measured, and since when they were made", () => {
    const { profile } = scenario.workload;
    const changing = writerShare(profile) - (1 - committedShare(scenario.workload));
    const commits = Number((50 * 100 * changing).toPrecision(2)).toLocaleString("en-US");
    const { title, words, command } = ask(revert, [split, sampled]);
    expect(title).toBe(`Revert ${scenario.database.name} to night?`);
    expect(words[0]).toBe(
      `Reverts 50 s of work: about ${commits} commits made since 21:48:37.00 (30 s) are lost.`,
    );
    expect(command).toEqual({ kind: "revertSnapshot", name: "night", closeConnections: true });
  });

  it("counts from an earlier revert, which has taken what was before it", () => {
    const before = phaseEvent("revert", 55_000, 60_000, { snapshot: null });
    expect(ask(revert, [split, sampled, before]).words[0]).toMatch(
      /^Reverts 20 s of work: about [\d,]+ commits made since 21:49:07\.00 \(1 min 0 s\) are lost\.$/,
    );
  });

  it("gives no number where none was measured, and no time before the snapshot has one", () => {
    expect(ask(revert, [split, sampled], seriesOf([])).words[0]).toBe(
      "Reverts 50 s of work: all commits made since 21:48:37.00 (30 s) are lost.",
    );
    expect(ask(revert, [sampled]).words[0]).toMatch(/^Everything that was committed after/);
  });
});

describe("what is asked before other acts that take something away", () => {
  it("names the state that a dropped snapshot has, its size, and who reads it", () => {
    const drop = { kind: "dropSnapshot", snapshot: "night" } as const;
    expect(ask(drop, [split, sampled]).words).toEqual([
      "The state of 21:48:37.00 (30 s) can no longer be read or reverted to. Its sparse file is deleted, 64.0 KiB on disk.",
    ]);
    const read = given({ kind: "setReportUsers", name: "night", users: 50 });
    expect(ask(drop, [split, sampled, read]).words[1]).toBe(
      "It will be refused (3702) while 50 sessions read the snapshot.",
    );
  });

  it("names the rows of a dropped table", () => {
    const into = given({ kind: "selectInto", name: "copy", rows: 10_000 });
    const { words, command } = ask({ kind: "dropTable", table: "copy" }, [into]);
    expect(words[0]).toBe("The table and its 10,000 rows are lost.");
    expect(command).toEqual({ kind: "dropTable", name: "copy" });
  });

  it("says of damage and of a crash what becomes of those who use the database", () => {
    expect(ask({ kind: "damage" }, [])).toMatchObject({
      words: [expect.anything(), expect.stringContaining("error 824")],
      command: { kind: "damagePage", page: null },
    });
    expect(ask({ kind: "crash" }, [])).toMatchObject({
      words: [expect.stringContaining("without a checkpoint"), expect.anything()],
      command: { kind: "restartServer", mode: "crash" },
    });
  });
});

describe("commits that a restore takes away", () => {
  it("are those since the moment, and not known once the database has gone back before", () => {
    expect(commitsLostInRestore(scenario, at([]), 60_000)).toBeGreaterThan(1000);
    const back = phaseEvent("restore", 65_000, 70_000, { snapshot: null });
    expect(commitsLostInRestore(scenario, at([back]), 60_000)).toBeNull();
    expect(commitsLostInRestore(scenario, at([], seriesOf([])), 60_000)).toBeNull();
  });
});
