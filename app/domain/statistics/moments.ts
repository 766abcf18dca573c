/** Mean and variance, in two passes: no digits are lost where values are large and close together. */
import type { Values } from "./quantiles.ts";

/** NaN where there is no value. */
export function mean(values: Values): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Sum of the squared distances from the mean. */
export function squaredDistances(values: Values, center = mean(values)): number {
  let sum = 0;
  for (const value of values) sum += (value - center) ** 2;
  return sum;
}

/** With n − 1 in the denominator; NaN of fewer than two values. */
export const variance = (values: Values): number =>
  values.length < 2 ? Number.NaN : squaredDistances(values) / (values.length - 1);
