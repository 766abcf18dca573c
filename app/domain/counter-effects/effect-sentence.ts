/** "02:00:01 to 02:02:45, creation of Sales_snap: transactions 820 to 250 a second, writes on D: 2 to 100 ms." */
import { formatExact } from "../format/numbers.ts";
import { formatClockSeconds } from "../format/times.ts";
import { printLocalTime } from "../local-time.ts";
import type { Span } from "../timeline/span.ts";
import { milliseconds } from "./effect-counters.ts";
import type { ToldChange, ToldEffect } from "./told-effect.ts";

/** More samples carry one figure more; of the time of a disk nobody reads a third. */
const manySamples = 20;

export function effectSentence(
  { what, parts, changes, ...span }: Omit<ToldEffect, "server">,
  { originMs, endMs }: { readonly originMs: number; readonly endMs: number },
): string {
  const beside = parts.length === 0 ? "" : `, with ${listOf(parts)}`;
  return `${timesText(span, originMs, endMs >= dayMs)}, ${what}${beside}: ${changes.map(changeText).join(", ")}.`;
}

const dayMs = 86_400_000;

/** Files of less than a day have each time of the clock once. */
function timesText({ startMs, endMs }: Span, originMs: number, dated: boolean): string {
  const clock = (atMs: number) =>
    formatClockSeconds(0, 1000 * Math.round((originMs + atMs) / 1000));
  if (!dated) return `${clock(startMs)} to ${clock(endMs)}`;
  const day = (atMs: number) => printLocalTime(originMs + atMs).slice(0, 10);
  const other = day(startMs) === day(endMs) ? "" : `${day(endMs)} `;
  return `${day(startMs)} ${clock(startMs)} to ${other}${clock(endMs)}`;
}

function changeText({ counter, from, to, samples }: ToldChange): string {
  const digits = samples >= manySamples && counter.unit !== milliseconds ? 3 : 2;
  const figure = (value: number) => formatExact(Number(value.toPrecision(digits)));
  return `${counter.name} ${figure(from)} to ${figure(to)}${counter.unit}`;
}

const mostParts = 3;

function listOf(parts: readonly string[]): string {
  const shown = parts.slice(0, mostParts);
  const rest = parts.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} and ${last}`;
}
