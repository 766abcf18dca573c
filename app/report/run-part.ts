/** What an engine told of its run. */
import type { Report, ReportRun } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { steadyStateOf, throughputSamples } from "../domain/comparison/steady-throughput.ts";
import { isSnapshotWait } from "../domain/waits/wait-purpose.ts";
import { ofWaitStats, rankWaits } from "../domain/waits/wait-ranking.ts";
import { waitsInSpan } from "../domain/waits/waits-in-span.ts";
import type { ReportedRun } from "./report-input.ts";

/** `series`: of the whole run. */
export function runOf(
  { entry, scenario, summary, origin }: ReportedRun,
  series: Series,
): ReportRun {
  const warmupMs = summary?.run.warmupMs ?? scenario.warmupSeconds * 1000;
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
    warmupMs,
    steady: steadyStateOf(throughputSamples(series, warmupMs), entry.steadyFromMs ?? null),
    origin,
    engine: summary?.run.engine ?? null,
    telemetryHash: summary?.telemetryHash ?? null,
  };
}

type MeasuredWait = Omit<Report["waits"][number], "idle" | "ofSnapshots">;

/** Most time first; idle ones after all others. */
export function waitsOf(
  { summary }: ReportedRun,
  { warmupMs, engineMs }: ReportRun,
  series: Series,
): Report["waits"] {
  const measured: readonly MeasuredWait[] =
    summary?.waits ??
    waitsInSpan(series, { startMs: warmupMs, endMs: engineMs }).map((wait) => ({
      wait_type: wait.waitType,
      waiting_tasks_count: wait.tasks,
      wait_time_ms: wait.waitMs,
      max_wait_time_ms: null,
      signal_wait_time_ms: wait.signalMs,
    }));
  const { costs, idle } = rankWaits(measured, ofWaitStats);
  const told = (wait: MeasuredWait, isIdle: boolean) => ({
    wait_type: wait.wait_type,
    waiting_tasks_count: wait.waiting_tasks_count,
    wait_time_ms: wait.wait_time_ms,
    max_wait_time_ms: wait.max_wait_time_ms,
    signal_wait_time_ms: wait.signal_wait_time_ms,
    idle: isIdle,
    ofSnapshots: isSnapshotWait(wait.wait_type),
  });
  return [...costs.map((wait) => told(wait, false)), ...idle.map((wait) => told(wait, true))];
}
