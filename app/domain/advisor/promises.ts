/** What changes promise: each is one metric of comparisons, which is named before anything runs. */
import type { Recommendation } from "../../contract/recommendation.ts";
import type { Scenario } from "../../contract/scenario.ts";

type Promised = Recommendation["promise"];

/** Those who wait longest feel a queue, and a push, first. */
export const responsesFall: Promised = { metric: "p99", name: "p99", direction: "falls" };

export const throughputRises: Promised = {
  metric: "throughput",
  name: "throughput",
  direction: "rises",
};

export const indexBuildFalls: Promised = {
  metric: "indexBuild",
  name: "first index build",
  direction: "falls",
};

const ofOperations: Readonly<Record<string, Promised>> = {
  createSnapshot: {
    metric: "creation",
    name: "creation of the first snapshot",
    direction: "falls",
  },
  rebuildIndex: indexBuildFalls,
  createIndex: indexBuildFalls,
  backup: { metric: "backup", name: "first backup", direction: "falls" },
  restore: { metric: "restore", name: "first restore", direction: "falls" },
};

/** Of a run without users; null: it does nothing that has a time to compare. */
export function firstOperationFalls({ timeline }: Pick<Scenario, "timeline">): Promised | null {
  const promised = timeline.flatMap(({ command }) => ofOperations[command.kind] ?? []);
  return promised[0] ?? null;
}
