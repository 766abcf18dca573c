/** Numbers as people type them, by the rules of their locale. */

interface Separators {
  readonly group: string;
  readonly decimal: string;
  /** Digits of a group before the last: 3, and 2 in India. The last group has 3 everywhere. */
  readonly groupDigits: number;
}

const known = new Map<string, Separators>();

function separatorsOf(locale: string | undefined): Separators {
  const key = locale ?? "";
  const found = known.get(key);
  if (found !== undefined) return found;
  const parts = new Intl.NumberFormat(locale).formatToParts(-12_345_678.9);
  const partOf = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const groupDigits = parts.filter(({ type }) => type === "integer").at(-2)?.value.length ?? 3;
  const separators = {
    group: partOf("group", ","),
    decimal: partOf("decimal", "."),
    groupDigits,
  };
  known.set(key, separators);
  return separators;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Spaces that locales group with look alike, and only one of them is on a keyboard. */
const anySpace = "[ \u00a0\u202f\u2009]";

/**
 * The number that a text says, or null. Groups must have the locale's digits: where 1.024 is a
 * thousand, "1.5" is more likely a slip than fifteen. Where a point cannot be a group, it is
 * taken for a decimal point, as programs print it.
 */
export function parseNumber(text: string, locale?: string): number | null {
  const { group, decimal, groupDigits } = separatorsOf(locale);
  const trimmed = text.trim().replace(/^[−‒–]/, "-");
  const groupPattern = /\s/.test(group) ? anySpace : escaped(group);
  const fraction = `(${escaped(decimal)}\\d+)?`;
  const grouped = new RegExp(
    `^[-+]?\\d{1,${groupDigits}}(${groupPattern}\\d{${groupDigits}})*${groupPattern}\\d{3}${fraction}$`,
  );
  if (grouped.test(trimmed)) {
    const digits = trimmed.replaceAll(new RegExp(groupPattern, "g"), "");
    return finite(digits.replace(decimal, "."));
  }
  const plain = new RegExp(`^[-+]?(\\d+(${escaped(decimal)}\\d*)?|${escaped(decimal)}\\d+)$`);
  if (plain.test(trimmed)) return finite(trimmed.replace(decimal, "."));
  return /^[-+]?\d+(\.\d+)?$/.test(trimmed) ? finite(trimmed) : null;
}

const finite = (text: string): number | null => {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
};

/** All digits of a value, grouped as the locale does: what `parseNumber` reads back as the same. */
export const printNumber = (value: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(value);
