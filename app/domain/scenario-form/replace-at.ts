/** Copies of plain data in which one value differs; everything else is shared. */
import type { Path } from "../../contract/schema-path.ts";

/** `undefined` takes a key off an object. Lists change as a whole: by the value of their own path. */
export function replaceAt<T>(root: T, path: Path, value: unknown): T {
  return replaced(root, path, value) as T;
}

function replaced(root: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(root)) {
    return root.map((element: unknown, index) =>
      index === key ? replaced(element, rest, value) : element,
    );
  }
  const { [key]: before, ...others } = root as Readonly<Record<string | number, unknown>>;
  const after = replaced(before, rest, value);
  if (after === undefined) return others;
  // Keys keep their order, so that a copied scenario reads like the preset it came from.
  return before === undefined ? { ...others, [key]: after } : { ...(root as object), [key]: after };
}
