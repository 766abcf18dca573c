import { describe, expect, it } from "vitest";
import type { Phase } from "../../contract/phase.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { creationCost } from "../creation-cost/creation-cost.ts";
import { creationSpans, watchedCreations } from "../creation-cost/creation-spans.ts";
import { fakeSamples, type SampleAt } from "../creation-cost/testing/fake-samples.ts";
import { noticedActs, noticedIn } from "./noticed-acts.ts";

const phase = (
  name: Phase["name"],
  startS: number,
  endS: number | null,
  snapshot: string | null = null,
): Extract<TimelineEvent, { kind: "phase" }> => ({
  kind: "phase",
  snapshot,
  name,
  startMs: startS * 1000,
  endMs: endS === null ? null : endS * 1000,
  figures: {},
});

const command = (
  atS: number,
  given: { readonly kind: string } & Readonly<Record<string, unknown>>,
  outcome: "applied" | "refused" = "applied",
): TimelineEvent => ({ kind: "command", atNs: atS * 1e9, command: given, outcome });

const creation = [
  phase("files", 60, 60, "s1"),
  phase("analysis", 80, 85, "s1"),
  phase("complete", 100, 100, "s1"),
];

const restless: SampleAt = (second) =>
  second % 3 === 0 ? { rate: 594, ms: 103 } : { rate: 600, ms: 100 };

function costAmong(events: readonly TimelineEvent[], at: SampleAt = restless) {
  const acts = noticedIn(events);
  const phases = events.flatMap((event) => (event.kind === "phase" ? event : []));
  const samples = fakeSamples({ seconds: 300, perSecond: 1, at });
  const [watched] = watchedCreations(
    creationSpans(phases),
    { warmupMs: 10_000, endMs: 300_000 },
    acts,
  );
  if (watched === undefined) throw new Error("there is no creation");
  return { watched, cost: creationCost(watched, samples, "run", null, acts) };
}

describe("acts that users notice", () => {
  it("are called what was asked of them, and by what they are where nobody asked", () => {
    const acts = noticedIn([
      command(20, { kind: "backup", name: "nightly", type: "full" }),
      phase("backup", 20, null),
      phase("backup", 20, 28),
      command(65, { kind: "updateTable", batchRows: 0 }),
      phase("tableUpdate", 65, 80),
      command(70, { kind: "setUsers", users: 400 }),
      command(75, { kind: "setUsers", users: 500 }, "refused"),
      command(80, { kind: "revertSnapshot", name: "s1" }),
      phase("revert", 80, 90),
      phase("logGrowth", 90, 92),
      phase("recovery", 92, 93),
      { ...phase("backup", 95, 97), figures: { kind: 2 } },
      ...creation,
    ]);
    expect(acts.map(({ what, startMs, endMs, parts }) => [what, startMs, endMs, parts])).toEqual([
      ["the full backup ‘nightly’", 20_000, 28_000, false],
      ["the creation of ‘s1’", 60_000, 100_000, false],
      ["the update of the table", 65_000, 80_000, false],
      ["the change to 400 users", 70_000, 70_000, true],
      ["the revert to ‘s1’", 80_000, 93_000, true],
      ["the log backup", 95_000, 97_000, false],
    ]);
  });

  it("of a log part nothing: its database may be another", () => {
    const restore = { ...phase("restore", 5, 9), database: "Payroll" };
    expect(noticedActs([restore])).toEqual([
      {
        what: "the restore of ‘Payroll’",
        startMs: 5000,
        endMs: 9000,
        creates: null,
        parts: false,
      },
    ]);
  });
});

describe("the sentence of a creation among other acts", () => {
  const slow: SampleAt = (second) =>
    second >= 65 && second < 85 ? { rate: 300, ms: 180 } : restless(second);
  const update = [
    command(65, { kind: "updateTable", batchRows: 0 }),
    phase("tableUpdate", 65, 80),
    command(90, { kind: "backup", name: "b", type: "full" }),
    phase("backup", 90, 130),
  ];

  it("names them, and charges nothing to the creation", () => {
    const { cost } = costAmong([...creation, ...update], slow);
    expect(cost.others).toHaveLength(2);
    expect(cost.sentence).toContain(
      ", while the update of the table ran for 15 s and the full backup ‘b’ ran for 40 s. ",
    );
    expect(cost.sentence).toContain(
      "Something else ran at the same time, so the creation's own share is not known.",
    );
    expect(cost.sentence).not.toContain("From one run only");
  });

  it("names none that came when all was as before again", () => {
    const later = [
      command(200, { kind: "backup", name: "b", type: "full" }),
      phase("backup", 200, 240),
    ];
    const { cost } = costAmong([...creation, ...later], slow);
    expect(cost.others).toBeUndefined();
    expect(cost.sentence).toContain("From one run only; compare several to be sure.");
  });

  it("says of a figure that did not recover what ended the watching", () => {
    const revert = [
      command(110, { kind: "revertSnapshot", name: "s1" }),
      phase("revert", 110, 120),
    ];
    const { watched, cost } = costAmong([...creation, ...revert], (second) =>
      second >= 65 ? { rate: 300, ms: 180 } : restless(second),
    );
    expect(watched.after).toEqual({ startMs: 100_000, endMs: 110_000 });
    expect(cost.sentence).toContain(
      "Throughput and p99 had not recovered when the revert to ‘s1’ began, 10 s after it.",
    );
    expect(cost.others).toBeUndefined();
  });

  it("names what went on after the creation, too, where a figure was not as before again", () => {
    const backup = [
      command(130, { kind: "backup", name: "b", type: "full" }),
      phase("backup", 130, 140),
    ];
    const { cost } = costAmong([...creation, ...backup], (second) =>
      second >= 65 ? { rate: 300, ms: 180 } : restless(second),
    );
    expect(cost.others).toBeUndefined();
    expect(cost.othersAfter).toHaveLength(1);
    expect(cost.sentence).toMatch(
      /Throughput and p99 did not recover in the .* after it, while the full backup ‘b’ ran for 10 s\./,
    );
  });

  it("watches nothing beyond the loss of the snapshot, which ends what it costs", () => {
    const line =
      "2006-10-23 21:50:07.00 spid90      Database snapshot 's1' has failed an IO operation and is marked suspect.";
    const lost: TimelineEvent = { kind: "errorlog", atMs: 120_000, line };
    const { watched, cost } = costAmong([...creation, lost], (second) =>
      second >= 65 && second < 120 ? { rate: 300, ms: 180 } : restless(second),
    );
    expect(watched.after).toEqual({ startMs: 100_000, endMs: 120_000 });
    expect(cost.sentence).toContain(
      "Throughput and p99 had not recovered when the loss of ‘s1’ began, 20 s after it.",
    );
  });

  it("compares with nothing from before another number of users", () => {
    const { watched } = costAmong([...creation, command(30, { kind: "setUsers", users: 9 })]);
    expect(watched.before).toEqual({ startMs: 30_000, endMs: 60_000 });
  });
});
