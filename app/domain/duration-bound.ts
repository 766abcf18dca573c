/** How far the duration of a phase can be trusted: what an end that is only a bound makes of it. */
import type { TimeSource } from "../contract/phase.ts";

/** "≤": at most this long; "≥": at least; "≈": both ends are bounds; "": as its source says. */
export type DurationSign = "≤" | "≥" | "≈" | "";

/** A sign in words. */
export const signWords: Readonly<Record<DurationSign, string>> = {
  "": "",
  "≤": "at most",
  "≥": "at least",
  "≈": "about",
};

interface Ends {
  readonly startSource?: TimeSource | undefined;
  readonly endSource?: TimeSource | null | undefined;
  readonly figures: Readonly<Record<string, unknown>>;
}

/**
 * A bound says that the phase had begun, or was over, by then at the latest. Only an end with the
 * figure `endIsAtLeast` says that it went on until then, or longer.
 */
export function durationSign({ startSource, endSource, figures }: Ends): DurationSign {
  const startsEarlier = startSource === "bound";
  if (endSource !== "bound") return startsEarlier ? "≥" : "";
  if (figures.endIsAtLeast === true) return "≥";
  return startsEarlier ? "≈" : "≤";
}

/** "at most ": what a sentence has before the duration of a phase. */
export function boundWords(phase: Ends): string {
  const words = signWords[durationSign(phase)];
  return words === "" ? "" : `${words} `;
}
