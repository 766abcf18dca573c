/** What changes promise: each is one metric of comparisons, which is named before anything runs. */
import type { ActivityName } from "../../contract/phase.ts";
import type { Recommendation } from "../../contract/recommendation.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import type { Span } from "../timeline/span.ts";

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

export const backupFalls: Promised = {
  metric: "backup",
  name: "first backup",
  direction: "falls",
};

interface Operation {
  readonly promise: Promised;
  /** What it is called among the phases of a run; null: a creation has several. */
  readonly phase: ActivityName | null;
}

const operations: Readonly<Record<string, Operation>> = {
  createSnapshot: {
    promise: {
      metric: "creation",
      name: "creation of the first snapshot",
      direction: "falls",
    },
    phase: null,
  },
  rebuildIndex: { promise: indexBuildFalls, phase: "indexRebuild" },
  createIndex: { promise: indexBuildFalls, phase: "indexCreation" },
  backup: { promise: backupFalls, phase: "backup" },
  restore: {
    promise: { metric: "restore", name: "first restore", direction: "falls" },
    phase: "restore",
  },
  scanTable: {
    promise: { metric: "tableScan", name: "first table scan", direction: "falls" },
    phase: "tableScan",
  },
};

/** Of a run without users; null: it does nothing that has a time to compare. */
export function firstOperation({ timeline }: Pick<Scenario, "timeline">): Operation | null {
  const found = timeline.flatMap(({ command }) => operations[command.kind] ?? []);
  return found[0] ?? null;
}

/** When it was under way; null: it has no phase of its own, or did not end. */
export function spanOfFirstOperation({ scenario, phases }: Summary): Span | null {
  const name = firstOperation(scenario)?.phase ?? null;
  const phase = phases.find((one) => one.name === name && one.endMs !== null);
  return phase?.endMs == null ? null : { startMs: phase.startMs, endMs: phase.endMs };
}
