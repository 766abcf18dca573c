/** A text in other encodings and with other line ends. */

export const variantEncodings = [
  { encoding: "utf-8", mark: false },
  { encoding: "utf-8", mark: true },
  { encoding: "utf-16le", mark: false },
  { encoding: "utf-16le", mark: true },
  { encoding: "utf-16be", mark: false },
  { encoding: "utf-16be", mark: true },
  { encoding: "latin1", mark: false },
] as const;

export type VariantEncoding = (typeof variantEncodings)[number];

export const lineEnds = ["\n", "\r\n", "\r\r\n", "\r"] as const;

export const withLineEnds = (text: string, end: string): string =>
  text.replaceAll(/\r*\n|\r/g, end);

/** Null: the encoding lacks a character of the text. */
export function encodedAs(text: string, { encoding, mark }: VariantEncoding): Buffer | null {
  const whole = mark ? `\ufeff${text}` : text;
  switch (encoding) {
    case "utf-8":
      return Buffer.from(whole);
    case "utf-16le":
      return Buffer.from(whole, "utf16le");
    case "utf-16be":
      return Buffer.from(whole, "utf16le").swap16();
    case "latin1":
      // What Windows-1252 has in other places than Latin-1 is left out.
      return /[^\0-\x7f\xa0-\xff]/.test(text) ? null : Buffer.from(text, "latin1");
  }
}
