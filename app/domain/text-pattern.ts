/** Regular expressions of a person: compiled, or refused with the place where they go wrong. */
import { failure, type Result, success } from "../contract/result.ts";

/** "u" reads every character as one; patterns of older habits, as an escaped blank, do without. */
const flagsInOrder = ["iu", "i"] as const;

export function compilePattern(pattern: string): Result<RegExp> {
  for (const flags of flagsInOrder) {
    const compiled = tryCompile(pattern, flags);
    if (typeof compiled !== "string") return success(compiled);
  }
  const reason = String(tryCompile(pattern, "i"));
  const position = positionOf(pattern, reason);
  return failure(
    "badInput",
    `pattern ${JSON.stringify(pattern)}: ${reason.toLowerCase()} at character ${position} ` +
      `(${JSON.stringify(pattern.slice(position - 1, position + 9))}); ` +
      "correct it there, or search for plain text instead",
  );
}

/** The expression, or what is wrong with it. */
function tryCompile(pattern: string, flags: string): RegExp | string {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}

/**
 * The engine does not say where. It is the last character of the shortest beginning from which on
 * every longer beginning has the same fault; from 1.
 */
function positionOf(pattern: string, reason: string): number {
  for (let length = pattern.length - 1; length >= 0; length -= 1) {
    if (tryCompile(pattern.slice(0, length), "i") !== reason) return length + 1;
  }
  return 1;
}
