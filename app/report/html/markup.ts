/**
 * HTML that cannot be broken into: whatever is put into the template is escaped, unless it is markup
 * itself. Names of runs, notes and log lines come from users and servers.
 */

/** Text that is HTML already. Only `html` makes it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Fragment = string | number | null | Markup | readonly Fragment[];

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Control characters that HTML does not allow even as references; a log may hold them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const escapeText = (text: string): string =>
  text.replaceAll(forbidden, "\uFFFD").replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

function textOf(fragment: Fragment): string {
  if (fragment === null) return "";
  if (fragment instanceof Markup) return fragment.text;
  if (typeof fragment === "string") return escapeText(fragment);
  if (typeof fragment === "number") return String(fragment);
  return fragment.map(textOf).join("");
}

/** Attribute values must be in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Markup {
  return new Markup(
    strings
      .map((text, index) => (index === 0 ? text : textOf(values[index - 1] ?? null) + text))
      .join(""),
  );
}

/** A string for CSS `content`: every sign that could end it, or the sheet, as an escape. */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/[^A-Za-z0-9 .,:()+-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ""} `)}"`;
