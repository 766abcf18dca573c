/** The clock of a timeline: local to a server or an engine, without a zone. */

/** "2006-10-23T21:48:07.220" as milliseconds of that clock since 1970; 0 for what is no time. */
export function clockOrigin(origin: string): number {
  const utc = Date.parse(/[zZ]$/.test(origin) ? origin : `${origin}Z`);
  return Number.isNaN(utc) ? 0 : utc;
}
