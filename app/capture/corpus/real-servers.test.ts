/** What logs of real servers taught: the sentences that are right of them. */
import { describe, expect, it } from "vitest";
import type { CaptureOverview } from "../../contract/capture.ts";
import { corpusInputs, withCapture } from "./corpus-files.ts";

const overviewOf = (...names: readonly string[]): CaptureOverview =>
  withCapture(corpusInputs(names), (capture) => capture.overview());
const titles = ({ findings }: CaptureOverview) => findings.map(({ title }) => title);
const textOf = ({ findings }: CaptureOverview, rule: string) =>
  findings.find(({ id }) => id.startsWith(`${rule}/`))?.text;
const named = ({ phases }: CaptureOverview, name: string, database: string) =>
  phases
    .filter((phase) => phase.name === name && (phase.snapshot ?? phase.database) === database)
    .map(({ startMs, endMs, figures }) => [startMs, endMs, figures.endIsAtLeast ?? false]);

describe("starts", () => {
  it("of a container are starts, though the process has the same id each time", () => {
    const container = overviewOf(
      "container/ERRORLOG",
      "container/ERRORLOG.1",
      "container/ERRORLOG.2",
    );
    expect(container.phases.filter(({ name }) => name === "serverStart")).toHaveLength(3);
    expect(titles(container)).toEqual([
      "The server was restarted in order twice; the shortest time from a start to a stop was 40 s",
    ]);
  });

  it("that the next one follows before they are ready have failed, and no dump was written", () => {
    expect(titles(overviewOf("never-up/ERRORLOG", "never-up/ERRORLOG.1"))).toEqual([
      "The server dumped its stack twice, and could not write a file of it",
      "The server failed to start once: it ended before it was ready, after it began to start master",
    ]);
  });
});

describe("recoveries", () => {
  it("blame a part only that has at least half of the time, and know a secondary database", () => {
    const group = overviewOf("recovery-of-group.log");
    expect(titles(group)[0]).toBe(
      "Recovery of Sales took 1 min 15 s, most of it in none of its parts (analysis 90 ms, redo 180 ms, undo 0 ms) (once)",
    );
    expect(textOf(group, "longRecovery")).toMatch(/waits for the connection with its primary/);
    expect(textOf(group, "longRecovery")).not.toMatch(/snapshot|checkpoints were behind/);
  });

  it("of a group are one, from the start-up that is not skipped to 3421, whatever 3408 says", () => {
    expect(named(overviewOf("recovery-of-group.log"), "recovery", "Sales")).toEqual([
      [1900, 76_900, false],
    ]);
  });

  it("end with the connection to the primary; a change of role is a moment of its own", () => {
    const group = overviewOf("recovery-until-primary.log");
    expect(named(group, "recovery", "Sales")).toEqual([[0, 200, true]]);
    expect(named(group, "undo", "Sales")).toEqual([[1_201_000, 1_201_200, true]]);
  });

  it("end with the shut-down of parallel redo, and at the latest with the server", () => {
    const stopped = overviewOf("recovery-redo-shut-down.log");
    expect(named(stopped, "recovery", "Sales")).toEqual([[0, 250, true]]);
    expect(named(stopped, "recovery", "Stock")).toEqual([[240_000, 601_000, false]]);
  });

  it("have parts that lie in them and are as long as is printed, or say that this cannot be", () => {
    const { phases } = overviewOf("recovery-contradicts-itself.log");
    const [whole] = phases.filter(({ database }) => database === "msdb");
    expect(whole?.figures.contradiction).toMatch(/13,613 ms of undo, .* 2,000 ms that the log/);
    const redo = phases.find(({ name, database }) => name === "redo" && database === "Sales");
    expect(redo).toMatchObject({ startMs: 300_200, endMs: 300_380, endSource: "derived" });
  });
});

describe("creations without trace flags", () => {
  const night = overviewOf("snapshot-without-flags.log");

  it("are creations of which the phases are not logged, and the flags are named", () => {
    expect(night.snapshots.map(({ name }) => name)).toEqual(["Sales_0200", "Stock_0300"]);
    expect(titles(night)).toContain(
      "The log shows 2 creations of snapshots only from their start-up on",
    );
    expect(textOf(night, "hiddenSteps")).toMatch(/1810 \(files\), 3504 .* 3400 .* 3605/);
    expect(titles(night).join()).not.toContain("Recovery of");
  });
});

describe("freezes", () => {
  it("of VSS are told with their limits, and from what a restore without the array would be", () => {
    const vss = overviewOf("freeze-vss.log");
    expect(titles(vss)).toEqual([
      "VSS held the writes of 2 databases for up to 1 min 5 s (once)",
      "2 databases were backed up by snapshots of the storage (twice)",
    ]);
    expect(textOf(vss, "longFreeze")).toMatch(/60 s.*at most 10 s of it\. Here it took longer/);
    expect(textOf(vss, "storageSnapshot")).toContain(
      "The last full backup that can be restored without an array: Sales: 2021-03-04 09:00:00.00 and Stock: none in this log.",
    );
  });

  it("of SUSPEND_FOR_SNAPSHOT_BACKUP are told with their session", () => {
    expect(titles(overviewOf("freeze-suspend.log"))).toEqual([
      "SUSPEND_FOR_SNAPSHOT_BACKUP held the writes of 1 database for up to 12.5 s by session 149 (once)",
      "1 database was backed up by snapshots of the storage (once)",
    ]);
  });

  it("of unknown origin are not said to be of VSS", () => {
    expect(titles(overviewOf("vss-long-freeze.log"))).toEqual([
      "A freeze (3197) held the writes of 1 database for up to 14.5 s (once)",
    ]);
  });
});
