import { describe, expect, it } from "vitest";
import { type CreationCost, figuresOfFirst } from "../../contract/creation-cost.ts";
import type { Phase } from "../../contract/phase.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { noticedIn } from "../acts/noticed-acts.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { kindsSentence } from "./cost-sentence.ts";
import { creationCost } from "./creation-cost.ts";
import { watchedCreations } from "./creation-spans.ts";
import { snapshotSpans } from "./snapshots-of-run.ts";
import { fakeSamples } from "./testing/fake-samples.ts";

const phase = (
  name: Phase["name"],
  startS: number,
  endS: number | null,
  snapshot: string | null = null,
): TimelineEvent => ({
  ...{ kind: "phase", snapshot, name, startMs: startS * 1000, figures: {} },
  endMs: endS === null ? null : endS * 1000,
});
const command = (atS: number, parts: Record<string, unknown> & { kind: string }): TimelineEvent =>
  ({ kind: "command", atNs: atS * 1e9, command: parts, outcome: "applied" }) as TimelineEvent;

const preset = presetScenario("database-or-array-snapshot");
const times = {
  prepareSeconds: 15,
  otherDatabases: 4,
  otherDatabaseMs: 1000,
  commitMsPerVolume: 200,
};
const scenario = {
  storage: {
    ...preset.storage,
    arraySnapshotTimes: { ...preset.storage.arraySnapshotTimes, ...times },
  },
};

const taken = [
  command(60, { kind: "createArraySnapshot", name: "noon" }),
  { ...phase("arraySnapshot", 60, 80), figures: { volumes: 2 } } as TimelineEvent,
  phase("ioFreeze", 79, 79.5),
];
const created = [
  phase("files", 150, 150, "s1"),
  phase("analysis", 160, 165, "s1"),
  phase("complete", 180, 180, "s1"),
];

/** Half of the throughput is gone while the database snapshot is created. */
function costsOf(events: readonly TimelineEvent[]): CreationCost[] {
  const samples = fakeSamples({
    seconds: 240,
    perSecond: 1,
    at: (second) => ({ rate: second >= 150 && second < 180 ? 300 : 600, ms: 100 }),
  });
  const acts = noticedIn(events);
  return watchedCreations(
    snapshotSpans(events, scenario),
    { warmupMs: 10_000, endMs: 240_000 },
    acts,
  ).map((creation) => creationCost(creation, samples, "run", null, acts));
}

describe("snapshots of a run", () => {
  it("are those of the array too, each with how long it froze writes", () => {
    expect(snapshotSpans([...taken, ...created], scenario)).toMatchObject([
      { snapshot: "noon", startMs: 60_000, endMs: 80_000, array: { frozenMs: 500 } },
      { snapshot: "s1", startMs: 150_000, endMs: 180_000 },
    ]);
    const unfrozen = snapshotSpans([...taken.slice(0, 2), ...created], scenario);
    expect(unfrozen[0]?.array).toEqual({ frozenMs: null });
    expect(unfrozen[1]?.array).toBeUndefined();
  });

  it("tell how much of their time the scenario has given", () => {
    const givenMs = (freeze: string) =>
      snapshotSpans(
        [command(60, { kind: "createArraySnapshot", name: "noon", freeze }), ...taken.slice(1)],
        scenario,
      )[0]?.givenMs;
    expect(["vss", "suspend", "none"].map(givenMs)).toEqual([19_400, 15_400, 0]);
  });

  it("are none that was given up", () => {
    const given = { kind: "createArraySnapshot", name: "noon" };
    const refused: TimelineEvent = {
      ...{ kind: "command", atNs: 80e9, command: given },
      ...{ outcome: "refused", message: "it was given up" },
    };
    const names = (events: readonly TimelineEvent[]) =>
      snapshotSpans(events, scenario).map(({ snapshot }) => snapshot);
    expect(names([...taken, refused])).toEqual([]);
    expect(names([...taken, { ...refused, atNs: 200e9 }])).toEqual(["noon"]);
  });

  it("cost what they cost, one beside the other, and none is an act beside itself", () => {
    const costs = costsOf([...taken, ...created]);
    expect(costs.map(({ others }) => others)).toEqual([undefined, undefined]);
    expect(costs[0]?.sentence).toMatch(
      /^Array snapshot ‘noon’ took 20 s, of which 19\.40 s were given, not predicted, with writes frozen for 500 ms\. Throughput unchanged/,
    );
    expect(kindsSentence(costs, "10 users")).toMatch(
      /^10 users: database snapshot ‘s1’ took 30 s: throughput fell from 600\.0 to 300\.0 transactions\/s \(−50\.0 %\) for .*; array snapshot ‘noon’ took 20 s, of which 19\.40 s were given, not predicted, with writes frozen for 500 ms: throughput unchanged \(.*\)\.$/,
    );
    expect(figuresOfFirst(costs).creationMs).toBe(30_000);
  });

  it("are not set side by side where one kind is missing, or was not completed", () => {
    expect(kindsSentence(costsOf(taken), null)).toBeNull();
    expect(kindsSentence(costsOf([...taken, ...created.slice(0, 2)]), null)).toBeNull();
    const cutOff = costsOf([...taken.slice(0, 1), phase("arraySnapshot", 60, null)]);
    expect(cutOff[0]?.sentence).toBe(
      "The array snapshot ‘noon’ had not completed when the recording ended.",
    );
  });
});
