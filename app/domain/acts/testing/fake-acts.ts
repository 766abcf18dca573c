/** Acts of a run that fit the contract, with times in seconds. */
import type { Phase } from "../../../contract/phase.ts";
import type { SnapshotSummary, TimelineOutcome } from "../../../contract/summary.ts";
import { fakeSummary } from "../../../contract/testing/fake-summary.ts";
import { presetScenario } from "../../scenario-form/testing/presets.ts";
import type { ActsOfRun } from "../outages.ts";

/** 180 s from 21:48:07 on, in which nothing was done but what is given. */
export const actsOf = (part: Partial<ActsOfRun>): ActsOfRun => ({
  ...fakeSummary(presetScenario("restore-after-a-wrong-update"), "completed"),
  ...{ timeline: [], phases: [], snapshots: [], backups: [], restores: [] },
  ...part,
});

export const phase = (
  name: Phase["name"],
  startS: number,
  endS: number | null,
  figures: Phase["figures"] = {},
): Phase => ({
  ...{ snapshot: null, name, startMs: startS * 1000 },
  ...{ endMs: endS === null ? null : endS * 1000, figures },
});

export const snapshotAsOf = (name: string, atS: number): SnapshotSummary => ({
  ...{ name, state: "online", splitLsn: null, asOfMs: atS * 1000, createdMs: 1000 },
  ...{ pagesPushed: 1, sizeBytes: 1, sizeOnDiskBytes: 1, regionBytes: 1 },
  ...{ verified: true, verification: null },
});

export const done = (
  firedS: number,
  endedS: number,
  command: TimelineOutcome["command"],
): TimelineOutcome => ({
  ...{ name: null, command, outcome: "completed", message: null },
  ...{ firedMs: firedS * 1000, endedMs: endedS * 1000 },
});
