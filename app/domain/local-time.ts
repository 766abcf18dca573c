/** Times of a server's own clock, which has no zone: milliseconds since 1970 as if it were UTC. */

/** "2006-10-23T21:48:07.220". */
export const printLocalTime = (timeMs: number): string =>
  new Date(timeMs).toISOString().slice(0, -1);
