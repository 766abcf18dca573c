/**
 * The one order in which waits are listed, whoever measured them: those that cost somebody time, most
 * first, and apart from them those of background tasks with nothing to do, which cost nothing however
 * much time they have. Types that did not occur are in neither.
 */
import { isIdleWait } from "./idle-waits.ts";

/** What of a wait its place depends on. */
export interface RankedBy {
  readonly waitType: string;
  readonly waitMs: number;
  /** Waits that ended. */
  readonly tasks: number;
}

export interface RankedWaits<Wait> {
  readonly costs: readonly Wait[];
  /** Time of `costs`, ms: what a share is of. */
  readonly totalMs: number;
  readonly idle: readonly Wait[];
}

/** `read` tells of a wait what its place depends on; the engine and a server name their columns alike, we do not. */
export function rankWaits<Wait>(
  waits: Iterable<Wait>,
  read: (wait: NoInfer<Wait>) => RankedBy,
): RankedWaits<Wait> {
  const ranked = [...waits]
    .map((wait) => ({ wait, by: read(wait) }))
    .filter(({ by }) => by.waitMs !== 0 || by.tasks !== 0)
    .sort((a, b) => b.by.waitMs - a.by.waitMs || (a.by.waitType < b.by.waitType ? -1 : 1));
  const costs = ranked.filter(({ by }) => !isIdleWait(by.waitType));
  return {
    costs: costs.map(({ wait }) => wait),
    totalMs: costs.reduce((sum, { by }) => sum + by.waitMs, 0),
    idle: ranked.filter(({ by }) => isIdleWait(by.waitType)).map(({ wait }) => wait),
  };
}

/** A row of sys.dm_os_wait_stats, as the engine's summary has it. */
export const ofWaitStats = (row: {
  readonly wait_type: string;
  readonly wait_time_ms: number;
  readonly waiting_tasks_count: number;
}): RankedBy => ({
  waitType: row.wait_type,
  waitMs: row.wait_time_ms,
  tasks: row.waiting_tasks_count,
});
