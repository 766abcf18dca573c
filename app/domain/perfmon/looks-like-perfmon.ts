/** Tells a Perfmon log in text form by its head. */
import { splitCells } from "./cells.ts";
import { parseLooseDate } from "./local-dates.ts";
import { maxPreambleLines, parseHeader } from "./perfmon-header.ts";

/**
 * Whether a file that begins so is a Perfmon log in text form. Without the signature a line of a log
 * that lists network paths could pass for a header, so a sample has to follow it.
 */
export function looksLikePerfmon(head: string): boolean {
  const lines = head.split(/\r*\n|\r/, maxPreambleLines).filter((line) => line.trim() !== "");
  return lines.some((line, index) => {
    const header = parseHeader(line);
    if (header === null) return false;
    if (header.signed) return true;
    const [time = ""] = splitCells(lines[index + 1] ?? "", header.separator);
    return header.counters.every((counter) => counter !== null) && parseLooseDate(time) !== null;
  });
}
