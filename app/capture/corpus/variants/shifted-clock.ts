/** A text told by another clock: every time with a date that it holds is so much later. */

const dayMs = 86_400_000;
/** "2021-03-04 10:00:00.00", with any separators, as records, backups and findings have them. */
const dated = /(?<!\d)(\d{4})([-/])(\d{2})\2(\d{2})(?:([ T(])(\d{2}):(\d{2})(?::(\d{2}))?)?(?!\d)/g;

const two = (value: number): string => String(value).padStart(2, "0");

/** What no calendar or clock has stays; a day without a time moves by whole days. */
export function withShiftedClock(text: string, byMs: number): string {
  return text.replaceAll(
    dated,
    (whole, year, mark, month, day, gap: string | undefined, hour, minute, second) => {
      const start = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
      if (start.getUTCMonth() !== Number(month) - 1 || start.getUTCDate() !== Number(day)) {
        return whole;
      }
      if (gap !== undefined && (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)) {
        return whole;
      }
      const ofDayMs =
        ((Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Number(second ?? 0)) * 1000;
      const by = gap === undefined ? Math.floor(byMs / dayMs) * dayMs : byMs;
      const moved = new Date(start.getTime() + ofDayMs + by);
      const date = [
        moved.getUTCFullYear(),
        two(moved.getUTCMonth() + 1),
        two(moved.getUTCDate()),
      ].join(mark);
      if (gap === undefined) return date;
      const clock = [moved.getUTCHours(), moved.getUTCMinutes(), moved.getUTCSeconds()].map(two);
      return `${date}${gap}${clock.slice(0, second === undefined ? 2 : 3).join(":")}`;
    },
  );
}
