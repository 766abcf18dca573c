/** Times of a clock as people type them. */

/** "21:56:05.46", "2006-10-23 21:56:05.46" or "21:56"; null for anything else. */
const clockPattern =
  /^(?:(\d{4})-(\d{2})-(\d{2})[ T])?([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,3}))?)?$/;

const dayMs = 86_400_000;

/**
 * Milliseconds from `originMs`. Without a date the day is meant that brings the time nearest to
 * `nearMs`, since a timeline may cross midnight.
 */
export function parseClock(text: string, originMs: number, nearMs: number): number | null {
  const match = clockPattern.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = ""] = match;
  const ofDay =
    (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000 +
    Number(fraction.padEnd(3, "0"));
  if (year !== undefined) {
    const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
    return date + ofDay - originMs;
  }
  const near = originMs + nearMs;
  const sameDay = Math.floor(near / dayMs) * dayMs + ofDay;
  const candidates = [sameDay - dayMs, sameDay, sameDay + dayMs];
  const nearest = candidates.reduce((best, candidate) =>
    Math.abs(candidate - near) < Math.abs(best - near) ? candidate : best,
  );
  return nearest - originMs;
}

/** "10:41:59" as seconds from the start: of the day on which a clock shows it next, unless it has a date. */
export function parseClockSeconds(text: string, originMs: number): number | null {
  const ms = parseClock(text, originMs, 0);
  if (ms === null) return null;
  const isDated = /^\s*\d{4}-/.test(text);
  return (ms < 0 && !isDated ? ms + dayMs : ms) / 1000;
}
