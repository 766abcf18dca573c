/** What an engine told of its run. */
import type { Report, ReportRun } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { idleWaits } from "../contract/telemetry-catalog.ts";
import { isSnapshotWait, waitsInSpan } from "../domain/waits/waits-in-span.ts";
import type { ReportedRun } from "./report-input.ts";

export function runOf({ entry, scenario, summary, origin }: ReportedRun): ReportRun {
  return {
    id: entry.id,
    name: entry.name,
    preset: entry.preset,
    status: entry.status,
    error: entry.error,
    verified: entry.verified,
    mode: entry.mode,
    seed: entry.seed,
    tags: [...entry.tags],
    note: entry.note,
    createdAt: entry.createdAt,
    endedAt: entry.endedAt,
    wallMs: entry.wallMs,
    engineMs: summary?.run.engineMs ?? entry.engineMs,
    plannedMs: entry.plannedMs,
    warmupMs: summary?.run.warmupMs ?? scenario.warmupSeconds * 1000,
    origin,
    engine: summary?.run.engine ?? null,
    telemetryHash: summary?.telemetryHash ?? null,
  };
}

/** Most time first. */
export function waitsOf(
  { summary }: ReportedRun,
  { warmupMs, engineMs }: ReportRun,
  series: Series,
): Report["waits"] {
  const measured =
    summary?.waits ??
    waitsInSpan(series, { startMs: warmupMs, endMs: engineMs }).map((wait) => ({
      wait_type: wait.waitType,
      waiting_tasks_count: wait.tasks,
      wait_time_ms: wait.waitMs,
      max_wait_time_ms: null,
      signal_wait_time_ms: wait.signalMs,
    }));
  return measured
    .filter((wait) => wait.waiting_tasks_count > 0)
    .toSorted((a, b) => b.wait_time_ms - a.wait_time_ms)
    .map((wait) => ({
      wait_type: wait.wait_type,
      waiting_tasks_count: wait.waiting_tasks_count,
      wait_time_ms: wait.wait_time_ms,
      max_wait_time_ms: wait.max_wait_time_ms,
      signal_wait_time_ms: wait.signal_wait_time_ms,
      idle: idleWaits.has(wait.wait_type),
      ofSnapshots: isSnapshotWait(wait.wait_type),
    }));
}
