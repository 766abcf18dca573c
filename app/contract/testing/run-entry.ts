/** An entry of the library, for tests. */
import type { RunEntry } from "../rpc/runs.ts";

export const runEntryOf = (change: Partial<RunEntry> = {}): RunEntry => ({
  id: "00000000-0000-4000-8000-000000000000",
  name: "run",
  preset: null,
  mode: "virtual",
  seed: 1,
  status: "running",
  error: null,
  verified: null,
  createdAt: "2026-01-01T00:00:00Z",
  endedAt: null,
  wallMs: null,
  engineMs: 0,
  plannedMs: 0,
  users: 1,
  snapshots: 0,
  transactionsPerSecond: null,
  device: "SQLCAT Q",
  creationMs: null,
  p99BeforeMs: null,
  p99AfterMs: null,
  tags: [],
  note: "",
  recordedBytes: 0,
  ...change,
});
