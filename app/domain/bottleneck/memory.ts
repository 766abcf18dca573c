/** Whether pages are read because the pool is too small, and not because the data is too large. */
import { leafPages, poolPages, rowsPerPage } from "../page-classes.ts";
import type { Measured } from "./measured.ts";

/**
 * A pool with a third of the pages that are used finds a third of them; one of twice the size two thirds,
 * which halves the misses. From there on twice the memory does as much as twice the disks, and more.
 */
const leastPart = 1 / 3;

/** The pool is full, holds a part of the pages that users touch, and twice the pool would halve what is read. */
export function holdsHalfOfMisses({ scenario, counter }: Measured): boolean {
  const { database, workload } = scenario;
  const pool = poolPages(scenario);
  const filled = leafPages(scenario);
  const used =
    workload.hotRows > 0
      ? Math.min(filled, workload.hotRows / rowsPerPage(database.rowBytes))
      : filled;
  const isFull = counter("freePages") < pool / 20;
  return isFull && pool < used && pool >= leastPart * used;
}
