/** A scale of round steps, about four of them, that holds all values with some room. */
export interface ValueScale {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly ticks: readonly number[];
}

/** `steps`: those that are round in another way than by tens, in order; tens go on where they end. */
export function valueScale(values: readonly number[], steps: readonly number[] = []): ValueScale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const spread = most - least || Math.abs(most) / 10 || 1;
  const power = 10 ** Math.floor(Math.log10(spread / 3));
  const decimal = power * ([1, 2, 5, 10].find((round) => round * power >= spread / 4) ?? 10);
  const [first = Number.POSITIVE_INFINITY] = steps;
  const step = (decimal < first ? null : steps.find((round) => round >= spread / 4)) ?? decimal;
  const below = Math.floor((least - spread / 20) / step) * step;
  // What is never below zero has no scale there.
  const from = least >= 0 ? Math.max(below, 0) : below;
  const count = Math.max(Math.ceil((most + spread / 20 - from) / step), 1);
  const ticks = Array.from({ length: count + 1 }, (_, tick) => from + tick * step);
  return { from, to: from + count * step, step, ticks };
}
