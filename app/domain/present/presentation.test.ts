import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../contract/capture.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import { phaseNames } from "../../contract/phase.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { analyseLines } from "../errorlog/analysis/testing/written-log.ts";
import { phaseTerm } from "../glossary/glossary.ts";
import { PushLogBuilder } from "../page-map/push-log-builder.ts";
import { recordingTimeline } from "../timeline/recording-timeline.ts";
import {
  actEvent,
  creationEvents,
  phaseEvent,
  seriesOf,
  timelineOf,
} from "../timeline/testing/pieces.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { mostSteps, type Presented, presentation } from "./presentation.ts";
import { explained, inPieces, mostCharacters } from "./sentences.ts";
import type { PresentStep } from "./step.ts";

const of = (timeline: Timeline, more: Partial<Presented> = {}): readonly PresentStep[] =>
  presentation({
    ...{ timeline, seenIn: "run", underWay: false, costs: [], summary: null },
    ...{ findings: [], effects: [] },
    ...{ perSecond: null, hasCounters: true, hasRecords: true, pushes: null },
    ...more,
  });

const sentences = (steps: readonly PresentStep[]): string[] =>
  steps.map(({ sentence }) => sentence);

function expectInOrder(steps: readonly PresentStep[]): void {
  const starts = steps.map(({ startMs }) => startMs);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  for (const { sentence, startMs, endMs } of steps) {
    expect(sentence).toMatch(/^.*\.$/);
    expect(sentence.length, sentence).toBeLessThanOrEqual(mostCharacters);
    expect(endMs).toBeGreaterThanOrEqual(startMs);
  }
}

const paper = readFileSync(
  new URL("../../../assets/sample-logs/sqlcat-2006.log", import.meta.url),
  "utf8",
);

describe("a log with counters", () => {
  const change = (counter: string, from: number, to: number) => ({ counter, from, to });
  const effect = {
    what: "slow I/O on Sales.mdf",
    ...{ startMs: 600_000, endMs: 1_200_000 },
    changes: [change("rate", 820, 415), change("reads", 4.5, 24), change("writes", 2.2, 880)],
    sentence:
      "03:10:04 to 03:20:26, slow I/O on Sales.mdf: transactions 820 to 415 a second, reads on D: 4.5 to 24 ms, writes on D: 2.2 to 880 ms.",
  };
  const timeline = recordingTimeline({
    origin: "2024-03-05T03:00:00.000",
    ...{ endMs: 3_600_000, marks: [] },
    phases: [
      { name: "backup", snapshot: null, database: "Sales", startMs: 0, endMs: 60_000, figures: {} },
    ],
  });

  it("begins with what happened, with its strongest changes, and shows their counters", () => {
    const [first, ...others] = of(timeline, { seenIn: "log", effects: [effect] });
    expect(first?.sentence).toBe(
      "03:10:04 to 03:20:26, slow I/O on Sales.mdf: transactions 820 to 415 a second, writes on D: 2.2 to 880 ms.",
    );
    expect(first?.picture).toMatchObject({ kind: "lanes", counters: ["rate", "writes", "reads"] });
    expectInOrder(others);
    expect(others).toHaveLength(1);
  });

  it("tells in order of time of a creation from its start-up on, and what is known only to a bound", () => {
    const ofSnapshot = { snapshot: "s1", database: null, figures: {} };
    const night = recordingTimeline({
      origin: "2024-03-05T00:00:00.000",
      ...{ endMs: 10_000_000, marks: [] },
      phases: [
        {
          ...{ name: "recovery", snapshot: null, database: "Sales", figures: {} },
          ...{ startMs: 3000, endMs: 4100, endSource: "bound" },
        },
        { ...ofSnapshot, name: "startup", startMs: 7_200_000, endMs: 7_201_000 },
        { ...ofSnapshot, name: "complete", startMs: 7_260_000, endMs: 7_260_000 },
      ],
    });
    const before = { ...{ fromMs: 7_000_000, toMs: 7_200_000 }, transactionsPerSecond: 824.3 };
    const cost = { snapshot: "s1", startMs: 7_200_000, before, throughput: null, p99: null };
    const steps = of(night, { seenIn: "log", costs: [cost as unknown as CreationCost] });
    expectInOrder(steps);
    expect(sentences(steps).slice(0, 2)).toEqual([
      "Recovery of ‘Sales’ took at most 1.10 s.",
      "Before: 824.3 transactions/s. At 02:00:00.00 ‘s1’ starts up; nothing of its creation is logged before.",
    ]);
  });

  it("has what happened as its only step where nothing else is told", () => {
    const quiet = recordingTimeline({
      origin: "2024-03-05T03:00:00.000",
      endMs: 3_600_000,
      phases: [],
      marks: [],
    });
    expect(of(quiet, { seenIn: "log", effects: [effect] })).toHaveLength(1);
  });
});

describe("the log of the SQLCAT paper", () => {
  const { phases, findings } = analyseLines(paper.trimEnd().split("\n"));
  const origin = "2006-10-23T21:48:07.220";
  const timeline = recordingTimeline({ origin, endMs: 1_743_220, phases, marks: [] });
  const steps = of(timeline, { seenIn: "log", findings, hasCounters: false });

  it("is told phase by phase, with its silence, its as-of time and what its findings say", () => {
    expectInOrder(steps);
    expect(sentences(steps)).toEqual([
      "At 21:48:07.22 the creation of ‘snapshot_test_2’ begins.",
      expect.stringMatching(/^Files: a sparse file /),
      expect.stringMatching(/^Checkpoint: all dirty pages /),
      expect.stringMatching(/^Nothing is logged for 58\.55 s, 3 % of the creation: /),
      "The snapshot is armed: from now on, the first change to any page copies the old page first.",
      expect.stringMatching(/^Nothing is logged for 5 min 38\.57 s, 20 % of the creation: /),
      "Start-up: the snapshot starts as a database of its own.",
      "As of 21:56:05.46, 7 min 58.24 s after the command: what was committed before is in the snapshot, all else is not.",
      expect.stringMatching(/^Analysis: the log is read /),
      expect.stringMatching(/^Redo: changes that are in the log /),
      "Redo of 778.1 MiB of log, as the server estimated it, took at most 19 min 56.85 s.",
      expect.stringMatching(/^Undo: transactions that were open /),
      "Creating ‘snapshot_test_2’ took 28 min 52.58 s. The snapshot is complete and can be queried.",
    ]);
  });

  it("shows all of it in one picture, with room for words left of the as-of line", () => {
    for (const { picture } of steps) {
      if (picture.kind !== "phases") throw new Error("its phases are the picture");
      expect(picture.asOf?.atMs).toBe(478_240);
      expect(picture.rows).toEqual(
        phaseNames.filter((name) => phases.some((p) => p.name === name)),
      );
      const { startMs, endMs } = picture.view;
      expect((478_240 - startMs) / (endMs - startMs)).toBeGreaterThanOrEqual(0.249);
    }
  });
});

const redo = { records: 87, applied: 66, pagesPulled: 51 };
const run = creationEvents("s1", 10_000).map((event) =>
  event.kind === "phase" && event.name === "redo" ? { ...event, figures: redo } : event,
);
const seconds = Array.from({ length: 60 }, (_, index) => (index + 1) * 1000);

const costOf = (snapshot: string, startMs: number): CreationCost => {
  const span = (fromMs: number, rate: number, p99Ms: number) => ({
    ...{ fromMs, toMs: fromMs + 6000, transactionsPerSecond: rate },
    responses: { count: 100, meanMs: 5, p50Ms: 5, p95Ms: 9, p99Ms },
  });
  const judged = { after: null, usual: null, watchedMs: 6000 };
  return {
    ...{ snapshot, startMs, endMs: startMs + 6000, asOfMs: startMs + 3000, durationMs: 6000 },
    ...{ givenMs: 0, sentence: "" },
    before: span(4000, 598, 102),
    during: span(startMs, 512.3, 152),
    after: span(startMs + 6000, 590.1, 104),
    throughput: { ...judged, during: "fell", lastedMs: 6000 },
    p99: { ...judged, during: "rose", lastedMs: 20_000 },
  };
};

describe("what happens at one moment", () => {
  it("is told by one step each, so that none shows what the next one tells", () => {
    const steps = of(timelineOf(run));
    const tells = steps.flatMap((step) => step.tells);
    expect(new Set(tells).size).toBe(tells.length);
    const [armed, asOf] = [/^The snapshot is armed/, /^As of /].map((sentence) =>
      steps.find((step) => sentence.test(step.sentence)),
    );
    expect(armed?.tells).toEqual(["s1/open/1"]);
    expect(asOf?.tells).toEqual(["as-of/s1/analysis/1"]);
  });
});

describe("a run that is over", () => {
  it("is told from what was usual before to what the creation cost", () => {
    const steps = of(timelineOf(run, seriesOf(seconds)), { costs: [costOf("s1", 10_000)] });
    expectInOrder(steps);
    const [first, ...others] = sentences(steps);
    expect(first).toBe(
      "Before: 598.0 transactions/s, p99 response 102 ms. At 21:48:17.00 the creation of ‘s1’ begins.",
    );
    expect(others).toContain(
      "In 1.00 s redo read 87 log records and pulled 51 pages into the snapshot.",
    );
    expect(others).toContain(
      "Creating ‘s1’ took 6 s. The snapshot is complete and can be queried.",
    );
    const cost = others.slice(-3).join(" ");
    expect(cost).toContain("Throughput fell from 598.0 to 512.3 transactions/s (−14.3 %) for 6 s");
    expect(cost).toContain("p99 rose from 102 to 152 ms for 20 s.");
    expect(steps[0]?.picture.kind).toBe("lanes");
    expect(steps.at(-1)?.picture.kind).toBe("lanes");
  });

  it("calls two snapshots by their names, and says when their creations overlap", () => {
    const steps = of(timelineOf([...run, ...creationEvents("s2", 12_000)]));
    expectInOrder(steps);
    const told = sentences(steps);
    expect(told).toContain("While ‘s1’ is being created, the creation of ‘s2’ begins.");
    expect(told.filter((text) => text.includes("as of"))).toEqual([
      expect.stringMatching(/^‘s1’ is as of 21:48:20\.00, 3\.00 s after the command: /),
      expect.stringMatching(/^‘s2’ is as of 21:48:22\.00, 3\.00 s after the command: /),
    ]);
  });

  it("says of what was broken off that it was", () => {
    const told = sentences(of(timelineOf(run.slice(0, 5))));
    expect(told.at(-1)).toBe("What was recorded ends before the creation of ‘s1’ is complete.");
  });

  it("without a snapshot says what was done, and nothing of one", () => {
    const backup = phaseEvent("backup", 10_000, 14_000, { snapshot: null, figures: { kind: 0 } });
    const restart = phaseEvent("serverStart", 20_000, 22_000, { snapshot: null });
    const crash: TimelineEvent = {
      ...{ kind: "command", atNs: 20e9, outcome: "applied", message: null },
      command: { kind: "restartServer", mode: "crash" },
    };
    const recovery = phaseEvent("recovery", 21_000, 22_000, { snapshot: null });
    const steps = of(timelineOf([backup, actEvent(15_000), crash, restart, recovery]));
    const rows = steps.map(({ picture }) => (picture.kind === "phases" ? picture.rows : []));
    // Each act shows what went on with it, and nothing of what came after it.
    expect(rows).toEqual([
      ["backup"],
      [],
      ["serverStart", "recovery"],
      ["serverStart", "recovery"],
    ]);
    expect(sentences(steps)).toEqual([
      expect.stringMatching(/^The full backup took 4 s\. /),
      "From now on 1 user works.",
      expect.stringMatching(/^The crash and restart of the server took 2 s\./),
      expect.stringMatching(/^Recovery took 1 s\./),
    ]);
    expect(sentences(of(timelineOf([], seriesOf(seconds)), { perSecond: 182.63 }))).toEqual([
      "No snapshot was created in this run: 182.6 committed user transactions/s after the warm-up.",
    ]);
    expect(sentences(of(timelineOf([])))).toEqual(["Nothing was recorded of this run."]);
  });
});

describe("a run under way", () => {
  const live = (events: readonly TimelineEvent[]) =>
    of(timelineOf(events, seriesOf(seconds.slice(0, 12)), 60_000), { underWay: true });

  it("ends with what goes on now, whatever that is", () => {
    expect(live([]).at(-1)).toMatchObject({
      ...{ open: true, startMs: 5000, endMs: 12_000 },
      sentence: "The run goes on; no snapshot has been created yet.",
    });
    const begun = live([...run.slice(0, 3), phaseEvent("startup", 12_000, null)]);
    expect(begun.at(-1)).toMatchObject({ open: true, startMs: 12_000, endMs: 12_000 });
    expect(begun.at(-1)?.sentence).toMatch(/^Start-up: /);
    const picture = begun.at(-1)?.picture;
    expect(picture?.kind === "phases" && picture.rows).toContain("flush");
  });

  it("shows the pages that are copied after a creation for as long as nothing else happens", () => {
    const builder = new PushLogBuilder();
    const s1 = { name: "s1", createdMs: 10_001, droppedMs: null, hidden: false };
    builder.describe([{ id: 1, name: "sales.mdf", pages: 8000 }], [s1]);
    const copied = { cause: "workload", snapshot: 0, file: 0 } as const;
    builder.push({ atMs: 11_000, page: 7, ...copied });
    const underWay = (events: readonly TimelineEvent[]) =>
      of(timelineOf(events, seriesOf(seconds), 120_000), { underWay: true, pushes: builder.log });
    const steps = underWay(run);
    expectInOrder(steps);
    expect(steps.at(-1)).toMatchObject({
      ...{ id: "pages/0", open: true, endMs: 60_000 },
      picture: { kind: "pages", target: 0 },
    });
    const begun = underWay([...run, ...creationEvents("s2", 50_000).slice(0, 2)]);
    expect(begun.find(({ id }) => id === "pages/0")).toMatchObject({ open: false, endMs: 50_000 });
    expectInOrder(begun);
    const next = begun.findIndex(({ id }) => id === "pages/0") + 1;
    expect(begun[next]).toMatchObject({ startMs: 50_000, endMs: 50_000 });
    expect(begun[next]?.sentence).toMatch(/the creation of ‘s2’ begins\.$/);
  });

  it("has room for the phases of its newest creation, however many there were before", () => {
    const before = [1, 2, 3, 4].flatMap((at) => creationEvents(`night_${at}`, 10_000 * at));
    const events = [...before, ...creationEvents("now", 50_000).slice(0, 2)];
    const steps = of(timelineOf(events, seriesOf(seconds), 120_000), { underWay: true });
    expect(steps.at(-1)?.id).not.toContain("condensed");
    const condensed = steps.filter(({ id }) => id.endsWith("condensed"));
    expect(condensed.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^‘night_1’ was created /),
    ]);
  });

  it("stands at the moment at which the snapshot is armed, where the run pauses there", () => {
    expect(live(run.slice(0, 3)).at(-1)?.sentence).toMatch(/^The snapshot is armed: /);
  });
});

describe("what has no creation to tell of", () => {
  const log = { seenIn: "log", hasCounters: false } as const;

  it("says what it is, and how it could be presented", () => {
    const only = (more: Partial<Presented>) => sentences(of(timelineOf([]), { ...log, ...more }));
    expect(only({})).toEqual([expect.stringMatching(/^This log tells of no snapshot, /)]);
    expect(only({ hasCounters: true, hasRecords: false })).toEqual([
      expect.stringMatching(/^These are counters alone\. Opened together with the ERRORLOG /),
    ]);
    expect(only({ hasRecords: false })).toEqual([expect.stringMatching(/^Nothing is in these /)]);
  });

  it("has no more steps than can be counted, and says what is left out", () => {
    const backups = Array.from({ length: 5000 }, (_, index) =>
      phaseEvent("backup", index * 1000, index * 1000 + 100 + (index % 7), { snapshot: null }),
    );
    const finding = (index: number): Finding => ({
      ...{ id: `slow/${index}`, weight: index === 99 ? "critical" : "information", text: "" },
      ...{ title: `Finding ${index}`, startMs: index, endMs: index, evidence: [], occurrences: 1 },
    });
    const findings = Array.from({ length: 100 }, (_, index) => finding(index));
    const creations = Array.from({ length: 12 }, (_, index) =>
      creationEvents(`night_${index}`, 10_000 * index),
    ).flat();
    const steps = of(timelineOf([...backups, ...creations]), { ...log, findings });
    expectInOrder(steps);
    expect(steps.length).toBeLessThanOrEqual(mostSteps);
    expect(steps.at(-1)?.sentence).toMatch(
      /^Left out here: [\d,]+ other acts, \d+ findings\. Replay shows all of them\.$/,
    );
    expect(sentences(steps)).toContain("Finding 99.");
    expect(sentences(steps)).toContain("‘night_11’ was created in 6.00 s, as of 21:50:00.00.");
  });
});

describe("sentences", () => {
  it("explain every phase of a creation within two lines", () => {
    for (const name of phaseNames) {
      const { title, what } = phaseTerm(name);
      const told = explained([`${title} of ‘sales_snapshot_1’`, title], what);
      expect(told.length, told).toBeLessThanOrEqual(mostCharacters);
      expect(told.length, told).toBeGreaterThan(title.length + 10);
    }
  });

  it("stay whole where a text is parted", () => {
    const long = `Throughput fell ${"a".repeat(80)}; p99 rose ${"b".repeat(80)}, while ${"c".repeat(80)}.`;
    expect(inPieces([long])).toEqual([
      `Throughput fell ${"a".repeat(80)}.`,
      `p99 rose ${"b".repeat(80)}.`,
    ]);
    expect(inPieces(["One.", "Two."])).toEqual(["One. Two."]);
    expect(inPieces(["x".repeat(200)])).toEqual([]);
  });
});
