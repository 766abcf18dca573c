/** In what one scenario differs from another, as places and as what `--set` needs to get there. */
import { type Path, printPath } from "../../contract/schema-path.ts";

type Keyed = Readonly<Record<string, unknown>>;

const isKeyed = (value: unknown): value is Keyed =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Equal as JSON: the order of keys does not matter, and an undefined key is an absent one. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => sameValue(element, b[index]));
  }
  if (!isKeyed(a) || !isKeyed(b)) return false;
  return keysOf(a, b).every((key) => sameValue(a[key], b[key]));
}

const keysOf = (a: Keyed, b: Keyed): string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
];

export interface Difference {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * The values that make `to` out of `from`, each at the deepest place that says it. A key or an element
 * that is gone cannot be said at its own place: there, what holds it is given as a whole. The format of
 * scenarios is none of them: both say all, and it is about what is left out.
 */
export function differences(from: unknown, to: unknown, path: Path = []): Difference[] {
  if (sameValue(from, to) || isFormat(path)) return [];
  if (Array.isArray(from) && Array.isArray(to) && to.length >= from.length) {
    const single = to.flatMap((element, index) =>
      differences(from[index], element, [...path, index]),
    );
    return shorter(single, { path, value: to });
  }
  if (isKeyed(from) && isKeyed(to)) {
    const keys = keysOf(from, to);
    if (keys.every((key) => to[key] !== undefined) && !isOtherDevice(from, to, path)) {
      return keys.flatMap((key) => differences(from[key], to[key], [...path, key]));
    }
  }
  return [{ path, value: to }];
}

const isFormat = (path: Path): boolean => path.length === 1 && path[0] === "formatVersion";

/** What a device is based on cannot be set beside its parts: another preset is another device. */
const isOtherDevice = (from: Keyed, to: Keyed, path: Path): boolean =>
  path.at(-1) === "device" && !sameValue(from.basedOn, to.basedOn);

const printedLength = ({ path, value }: Difference) =>
  "--set ".length + printPath(path).length + (JSON.stringify(value)?.length ?? 0);

/** A list that changed in many places is easier to read as one value. */
function shorter(single: readonly Difference[], whole: Difference): Difference[] {
  const length = single.reduce((sum, difference) => sum + printedLength(difference), 0);
  return length <= printedLength(whole) ? [...single] : [whole];
}

/** "path=value" as `applySetting` reads it. */
export const settingOf = ({ path, value }: Difference): string =>
  settingText(printPath(path), value);

/** Text that reads as JSON is quoted to stay text, and text of several lines to be one. */
export function settingText(path: string, value: unknown): string {
  const plain = typeof value === "string" && !isJson(value) && !/\p{Cc}/u.test(value);
  return `${path}=${plain ? value : JSON.stringify(value)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Values that were changed. What became something else counts as one: a list that changed its length,
 * and a description with other keys or from another preset.
 */
export function countChanges(from: unknown, to: unknown): number {
  if (sameValue(from, to)) return 0;
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return from.reduce<number>((sum, element, index) => sum + countChanges(element, to[index]), 0);
  }
  if (isKeyed(from) && isKeyed(to) && sameKind(from, to)) {
    return keysOf(from, to).reduce((sum, key) => sum + countChanges(from[key], to[key]), 0);
  }
  return 1;
}

const sameKind = (from: Keyed, to: Keyed): boolean =>
  from.basedOn === to.basedOn && keysOf(from, to).every((key) => key in from && key in to);

/** Single values of a document: numbers, texts, truths and nulls. */
export function countValues(document: unknown): number {
  if (typeof document !== "object" || document === null) return document === undefined ? 0 : 1;
  return Object.values(document).reduce<number>((sum, value) => sum + countValues(value), 0);
}
