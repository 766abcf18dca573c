/**
 * What somebody expects of a line before it is computed: a value at each of some places along it. It is drawn by a
 * pointer or by keys, and never leaves its plane; each place has one value.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Expectation {
  /** In ascending order. */
  readonly places: readonly number[];
  /** One for each place; null: nothing was drawn there. */
  readonly values: readonly (number | null)[];
}

export const nothingExpected = (places: readonly number[]): Expectation => ({
  places,
  values: places.map(() => null),
});

/** As many places as somebody can tell apart with a pointer. */
const placesOfTime = 160;

export function placesIn(startMs: number, endMs: number): readonly number[] {
  const step = (endMs - startMs) / (placesOfTime - 1);
  return Array.from({ length: placesOfTime }, (_, at) => startMs + at * step);
}

export const isDrawn = ({ values }: Expectation): boolean => values.some((value) => value !== null);

/** Position of the place that is nearest. */
export function nearestPlace({ places }: Expectation, x: number): number {
  let nearest = 0;
  places.forEach((place, at) => {
    if (Math.abs(place - x) < Math.abs((places[nearest] ?? 0) - x)) nearest = at;
  });
  return nearest;
}

/** A stroke from one point to another takes all places between them, straight; `most`: the top of the plane. */
export function drawn(expected: Expectation, from: Point, to: Point, most: number): Expectation {
  const [a, b] = [nearestPlace(expected, from.x), nearestPlace(expected, to.x)];
  const values = [...expected.values];
  for (let at = Math.min(a, b); at <= Math.max(a, b); ++at) {
    const share = a === b ? 1 : (at - a) / (b - a);
    values[at] = clamped(from.y + share * (to.y - from.y), most);
  }
  return { ...expected, values };
}

/** The place has this value, as far as the plane goes. */
export function pointed(
  expected: Expectation,
  place: number,
  value: number,
  most: number,
): Expectation {
  const values = expected.values.with(place, clamped(value, most));
  return { ...expected, values };
}

const clamped = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** Between places that were drawn the line is straight; before the first and after the last there is none. */
export function expectedAt({ places, values }: Expectation, x: number): number | null {
  let before: Point | null = null;
  for (let at = 0; at < places.length; ++at) {
    const [place, value] = [places[at] ?? 0, values[at] ?? null];
    if (value === null) continue;
    if (place === x) return value;
    if (place > x) {
      if (before === null) return null;
      return before.y + ((x - before.x) / (place - before.x)) * (value - before.y);
    }
    before = { x: place, y: value };
  }
  return null;
}

/** The line through what was drawn. */
export const drawnPoints = ({ places, values }: Expectation): readonly Point[] =>
  places.flatMap((x, at) => {
    const y = values[at] ?? null;
    return y === null ? [] : { x, y };
  });

export const highestExpected = ({ values }: Expectation): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
