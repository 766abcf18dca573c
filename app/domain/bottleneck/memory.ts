/** Whether pages are read because the pool is too small, and not because the data is too large. */
import type { Measured } from "./measured.ts";

const pageBytes = 8192;
const pagesPerMiB = 2 ** 20 / pageBytes;

/**
 * A pool with a third of the pages that are used finds a third of them; one of twice the size two thirds,
 * which halves the misses. From there on twice the memory does as much as twice the disks, and more.
 */
const leastPart = 1 / 3;

/** The pool is full, holds a part of the pages that users touch, and twice the pool would halve what is read. */
export function holdsHalfOfMisses({ scenario, counter }: Measured): boolean {
  const { server, database, workload } = scenario;
  const poolPages = server.memoryMiB * pagesPerMiB;
  const rowsPerPage = Math.max(1, Math.floor(pageBytes / database.rowBytes));
  const filledPages = (database.sizeMiB * pagesPerMiB * database.filledPercent) / 100;
  const usedPages =
    workload.hotRows > 0 ? Math.min(filledPages, workload.hotRows / rowsPerPage) : filledPages;
  const isFull = counter("freePages") < poolPages / 20;
  return isFull && poolPages < usedPages && poolPages >= leastPart * usedPages;
}
