/** How a field of a draft stands to what it was opened with. */
import { type Path, valueAt } from "../../contract/schema-path.ts";
import { sameValue } from "./differences.ts";
import type { Draft } from "./draft.ts";

/**
 * Whether the value differs from the base's. Elements of a list are compared while the list has as many
 * as the base's: after one was added or removed, which belongs to which cannot be told, and the list as
 * a whole counts as changed.
 */
export function isChanged({ base, present }: Draft, path: Path): boolean {
  for (let depth = 1; depth < path.length; ++depth) {
    const list = path.slice(0, depth);
    if (typeof path[depth] !== "number") continue;
    const [before, now] = [valueAt(base, list), valueAt(present.scenario, list)];
    if (!Array.isArray(before) || !Array.isArray(now) || before.length !== now.length) return false;
  }
  return !sameValue(valueAt(base, path), valueAt(present.scenario, path));
}

/** Whether the base has a value to go back to. */
export const canReset = (draft: Draft, path: Path): boolean =>
  isChanged(draft, path) && valueAt(draft.base, path) !== undefined;
