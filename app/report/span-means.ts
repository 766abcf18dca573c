/** Means of samples over a span of engine time, each point weighted by its share of the span. */
import { partsInSpan } from "../domain/series/parts-in-span.ts";

/** Null where the span holds nothing that was measured. */
export function meanOver(
  timeMs: Float64Array,
  values: Float64Array,
  fromMs: number,
  toMs: number,
): number | null {
  let [sum, weight] = [0, 0];
  for (const { point, lengthMs } of partsInSpan(timeMs, { startMs: fromMs, endMs: toMs })) {
    const value = values[point] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value * lengthMs;
    weight += lengthMs;
  }
  return weight > 0 ? sum / weight : null;
}

export const highestOver = (
  timeMs: Float64Array,
  values: Float64Array,
  fromMs: number,
  toMs: number,
): number | null => extremeOver(timeMs, values, { fromMs, toMs }, Math.max);

export const lowestOver = (
  timeMs: Float64Array,
  values: Float64Array,
  fromMs: number,
  toMs: number,
): number | null => extremeOver(timeMs, values, { fromMs, toMs }, Math.min);

function extremeOver(
  timeMs: Float64Array,
  values: Float64Array,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  choose: (a: number, b: number) => number,
): number | null {
  let extreme: number | null = null;
  for (const { point } of partsInSpan(timeMs, { startMs: fromMs, endMs: toMs })) {
    const value = values[point] ?? Number.NaN;
    if (!Number.isNaN(value)) extreme = extreme === null ? value : choose(extreme, value);
  }
  return extreme;
}
