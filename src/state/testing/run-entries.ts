/** An entry of a run that is over, for tests of libraries. */
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { runEntryOf } from "../../../app/contract/testing/run-entry.ts";

export const runEntry = (change: Partial<RunEntry> = {}): RunEntry =>
  runEntryOf({
    id: "00000000-0000-4000-8000-000000000001",
    name: "Creation under load",
    preset: "creation-under-load",
    status: "completed",
    verified: true,
    createdAt: "2026-05-04T12:00:00.000Z",
    endedAt: "2026-05-04T12:00:08.000Z",
    wallMs: 8000,
    engineMs: 120_000,
    plannedMs: 120_000,
    users: 500,
    snapshots: 1,
    transactionsPerSecond: 512.25,
    recordedBytes: 2_097_152,
    ...change,
  });
