/** Numbers as people type them: as English writes them, which is how they are shown. */

const grouped = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const plain = /^[-+]?(\d+\.?\d*|\.\d+)$/;

/**
 * The number that a text says, or null. A comma that does not part thousands is more likely the decimal sign of
 * another language than a slip: "1,5" is not fifteen, nor "0,125" a hundred and twenty-five.
 */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim().replace(/^[−‒–]/, "-");
  if (!grouped.test(trimmed) && !plain.test(trimmed)) return null;
  const value = Number(trimmed.replaceAll(",", ""));
  return Number.isFinite(value) ? value : null;
}

/**
 * A number of what is counted. A point is refused whatever follows it: "1.000" is a thousand in half of Europe, and one user
 * instead of a thousand would look like an answer.
 */
export const parseWhole = (text: string): number | null =>
  text.includes(".") ? null : parseNumber(text);

/** Digits with what any language puts between them. */
const written = /^[-+−]?[\d.,'’\s]*\d[\d.,'’\s]*$/;

/** Behind what is said of a text that was not read: how to write it, where that is what it lacks. */
export const howToWrite = (text: string): string =>
  written.test(text)
    ? "; a point is before decimals here, and commas are between thousands, as in 1,234.5"
    : "";
