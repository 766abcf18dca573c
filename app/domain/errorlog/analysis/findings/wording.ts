/** Figures and names as findings print them. */
import { countOf, formatExact } from "../../../format/numbers.ts";

export const numberText = (value: number): string => formatExact(value, 2);

/** "once", "twice", "1,204 times". */
export const timesText = (count: number): string =>
  count === 1 ? "once" : count === 2 ? "twice" : `${numberText(count)} times`;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "340 ms", "20.9 s", "1 min 21 s", "3 h 20 min", "16 days": two units are enough to judge by. */
export function spanText(ms: number): string {
  const length = Math.abs(ms);
  if (length < 1000) return `${Math.round(length)} ms`;
  if (length < minute) return `${numberText(Math.round(length / 100) / 10)} s`;
  if (length < hour) return pair(Math.round(length / 1000), 60, "min", "s");
  if (length < 2 * day) return pair(Math.round(length / minute), 60, "h", "min");
  return countOf(Math.floor(length / day), "day");
}

function pair(value: number, base: number, large: string, small: string): string {
  const rest = value % base;
  const whole = `${Math.floor(value / base)} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}

/**
 * What a group is about. Without a key: those beyond the ones that are told singly; an empty key: the
 * message names none, as localised texts cannot be read.
 */
export const orOthers = (key: string | null, others: string, unnamed = "a database"): string =>
  key === "" ? unnamed : (key ?? others);

/** "a, b and c"; beyond `limit` the rest is counted. */
export function listText(items: readonly string[], limit = 5): string {
  const shown = items.slice(0, limit);
  const rest = items.length - shown.length;
  if (rest > 0) shown.push(`${numberText(rest)} more`);
  const last = shown.pop();
  if (last === undefined) return "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

/** The part of a path after its last separator, of either kind. */
export const fileName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf("\\"), path.lastIndexOf("/")) + 1);
