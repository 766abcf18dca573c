/** What an assumed figure may be, the smaller first. */
import { type AssumedRange, endOf, rangeEnds } from "../../contract/assumed-range.ts";
import { splitUnit } from "../../contract/scenario-form.ts";
import type { Path } from "../../contract/schema-path.ts";
import { formatExact } from "../format/numbers.ts";

/** "10,000 or 15,000", "150 to 800", "none to 1,024": the unit stands elsewhere. */
export function rangeText(range: AssumedRange): string {
  const values: readonly (number | null)[] =
    "choices" in range ? range.choices : rangeEnds.map((end) => endOf(range, end));
  const texts = values.toSorted((a, b) => (a ?? 0) - (b ?? 0)).map(numberOf);
  if (!("choices" in range)) return texts.join(" to ");
  return [texts.slice(0, -1).join(", "), texts.at(-1)].join(" or ");
}

/** Where a figure is from, and of an assumed one what it may be and why. */
export function sourceText(path: Path, source: string, range: AssumedRange | undefined): string {
  if (range === undefined) return source;
  const { unit } = splitUnit(String(path.at(-1) ?? ""));
  const values = [rangeText(range), unit].filter((part) => part !== "").join(" ");
  return `${source}; may be ${values}: ${range.reason}`;
}

const numberOf = (value: number | null): string => (value === null ? "none" : formatExact(value));
