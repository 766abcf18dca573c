/** Drafts come back from where they were kept: by an earlier version of the program, perhaps. */
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";

/** What a draft may have wrong and still be shown, each with its error at its field. */
const shown = new Set(["too_small", "too_big", "not_multiple_of", "invalid_format", "custom"]);

/**
 * The kept scenario, if a form can show it: every field that `base` has is there, of its type. Values
 * may be out of range. Null for anything else. It is of the base's format, since it leaves nothing out.
 */
export function restoredScenario(kept: unknown, base: Scenario): Scenario | null {
  const restored = complete(kept, base);
  return restored === null ? null : { ...restored, formatVersion: base.formatVersion };
}

function complete(kept: unknown, base: Scenario): Scenario | null {
  const parsed = scenarioSchema.safeParse(kept);
  if (parsed.success) return parsed.data;
  const showable = parsed.error.issues.every(
    (issue) => (shown.has(issue.code) || isFraction(issue)) && issue.path[0] !== "formatVersion",
  );
  return showable && hasKeysOf(base, kept) ? (kept as Scenario) : null;
}

/** 1.5 where a whole number is asked for: a number still. */
const isFraction = (issue: { readonly code: string; readonly expected?: unknown }): boolean =>
  issue.code === "invalid_type" && issue.expected === "int";

/** Lists may differ: their elements have no defaults that could be missing. */
function hasKeysOf(base: unknown, kept: unknown): boolean {
  if (typeof base !== "object" || base === null || Array.isArray(base)) return true;
  if (typeof kept !== "object" || kept === null) return false;
  return Object.entries(base).every(
    ([key, value]) =>
      Object.hasOwn(kept, key) && hasKeysOf(value, (kept as Record<string, unknown>)[key]),
  );
}
