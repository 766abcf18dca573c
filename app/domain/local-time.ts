/** Times of a server's own clock, which has no zone: milliseconds since 1970 as if it were UTC. */

/** "2006-10-23T21:48:07.220". */
export const printLocalTime = (timeMs: number): string =>
  new Date(timeMs).toISOString().slice(0, -1);

/** The start of a day; null for a day that no calendar has, such as 2006-02-30. */
export function startOfDayMs(year: number, month: number, day: number): number | null {
  if (year < 1900 || year > 9999) return null;
  const start = new Date(Date.UTC(year, month - 1, day));
  const isDay = start.getUTCMonth() === month - 1 && start.getUTCDate() === day;
  return isDay ? start.getTime() : null;
}
