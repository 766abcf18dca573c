/** Durations as people type them, for the editable fields of a selection. */
import { parseNumber } from "../../../app/domain/scenario-form/number-text.ts";

/** A number as the interface writes it, with what it counts. */
const amountPattern = /^([\d.,]+)\s*(h|min|ms|s)?/;
const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, min: 60_000, s: 1000, ms: 1 };

/** "31.35", "31.35 s", "1 min 20.91 s", "2 h 5 min", "250 ms"; a bare number is seconds. */
export function parseDuration(text: string): number | null {
  let rest = text.trim();
  if (rest === "") return null;
  let total = 0;
  while (rest !== "") {
    const match = amountPattern.exec(rest);
    if (match === null) return null;
    const [whole, amount = "", unit = "s"] = match;
    total += (parseNumber(amount) ?? Number.NaN) * (unitMs[unit] ?? Number.NaN);
    rest = rest.slice(whole.length).trimStart();
  }
  return Number.isFinite(total) ? total : null;
}
