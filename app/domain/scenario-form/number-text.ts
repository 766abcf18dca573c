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

/** Digits with what any language puts between them. */
const written = /^[-+−]?[\d.,'’\s]*\d[\d.,'’\s]*$/;

/** Of a text that `parseNumber` does not read, why not. */
export const noNumber = (text: string): string =>
  written.test(text)
    ? `"${text}" is not a number as it is written here, with a point before decimals and commas between thousands: 1,234.5`
    : `${JSON.stringify(text)} is not a number`;
