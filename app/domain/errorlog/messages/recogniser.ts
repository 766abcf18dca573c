/**
 * How one kind of message is told from all others. Recognisers are tried by the first characters of
 * the text, so each lists the beginnings that its messages may have; where a message begins with
 * something variable or is in another language, the number of its error leads to it instead.
 */
import type { Message, MessageKind } from "./message.ts";

/** Characters that decide which recognisers are tried. */
export const leadLength = 3;

export interface Recogniser {
  /**
   * Beginnings of its messages. Every continuation in ASCII counts of one shorter than `leadLength`.
   * Empty for a message that only its error number tells.
   */
  readonly starts: readonly string[];
  /** Errors whose text it can be, whatever the text begins with. */
  readonly errors?: readonly number[];
  /**
   * Null when the text is another message. It is asked about texts of which the lead and a few more
   * characters are those of one of `starts`, so it must look further; and about those of `errors`.
   * It takes time linear in the length of the text at most.
   */
  readonly read: (text: string, errorNumber: number | null) => Message | null;
}

/** A recogniser whose pattern is anchored at the start; groups are positional, which is faster. */
export const byPattern = (
  starts: readonly string[],
  pattern: RegExp,
  read: (match: RegExpExecArray) => Message | null,
  errors: readonly number[] = [],
): Recogniser => ({
  starts,
  errors,
  read(text) {
    const match = pattern.exec(text);
    return match === null ? null : read(match);
  },
});

/** A message that is always the same, as far as it is looked at. */
export function byStart(start: string | readonly string[], message: Message): Recogniser {
  const starts = typeof start === "string" ? [start] : start;
  return {
    starts,
    read: (text) => (starts.some((one) => text.startsWith(one)) ? message : null),
  };
}

/**
 * Further lines of a message, which the product indents; whether a reader hands the blanks on
 * depends on where it sees the source end.
 */
export const indented = ({ starts, read }: Recogniser): Recogniser => ({
  starts: [...starts, ...starts.map((start) => ` ${start}`), "   ", "\t"],
  read: (text, errorNumber) => read(text.trimStart(), errorNumber),
});

/** What the number of an error says alone, where its text is in a language that is not read. */
export const byNumber = (errors: readonly number[], read: Recogniser["read"]): Recogniser => ({
  starts: [],
  errors,
  read,
});

/** A group that the pattern always sets. */
export const group = (match: RegExpExecArray, index: number): string => match[index] ?? "";

const [zero, nine, dot, comma] = [0x30, 0x39, 0x2e, 0x2c];
/** Figures of so many characters are exact as they are added up. */
const longestExact = 15;
const powersOfTen = Array.from({ length: longestExact + 1 }, (_, exponent) => 10 ** exponent);

/**
 * "12", "12.500", or "12,500" of a server that writes so. Logs have millions of these, and Number()
 * takes several times as long.
 */
function parse(figure: string): number {
  const { length } = figure;
  if (length === 0 || length > longestExact) return Number(figure.replace(",", "."));
  let value = 0;
  let markAt = length;
  for (let index = 0; index < length; index++) {
    const code = figure.charCodeAt(index);
    if (code >= zero && code <= nine) value = value * 10 + code - zero;
    else if ((code === dot || code === comma) && markAt === length) markAt = index;
    else return Number(figure);
  }
  // The quotient of two exact figures is the nearest number, as Number() gives it.
  return markAt === length ? value : value / (powersOfTen[length - 1 - markAt] ?? 1);
}

/**
 * Parts of patterns. Names are at most 128 characters in the product, and paths are bounded too, so
 * that two of them in one pattern cannot make it quadratic.
 */
export const name = "(.{1,128}?)";
export const path = "(.{1,520}?)";
export const hex = "(0x[0-9a-fA-F]{1,16})";
/** A message of one line may have lines after it: containers mix in what the engine prints besides. */
export const lineEnd = String.raw`[ \t]*(?:[\r\n]|$)`;

/** What stands in braces in the pattern of a message. Since 2022 the id of a database is followed by that of its part: "(5:0)". */
const placeholders: ReadonlyMap<string, string> = new Map([
  ["{name}", name],
  ["{path}", path],
  ["{hex}", hex],
  ["{end}", lineEnd],
  ["{int}", String.raw`(\d+)`],
  ["{id}", String.raw`(\d{1,10})(?::\d{1,10})?`],
]);

/** A field of a message: what is made of the next group of its pattern, or a value that all such messages have. */
type Field<T> = ((group: string | undefined) => T) | { readonly always: T };
type MessageOf<K extends MessageKind> = Extract<Message, { readonly kind: K }>;
type Fields<M> = { readonly [F in Exclude<keyof M, "kind">]: Field<M[F]> };

export const always = <T>(value: T): { readonly always: T } => ({ always: value });
export const text = (group: string | undefined): string => group ?? "";
export const textOrNull = (group: string | undefined): string | null => group ?? null;
export const number = (group: string | undefined): number => parse(group ?? "NaN");
export const numberOrNull = (group: string | undefined): number | null =>
  group === undefined || group === "" ? null : parse(group);

/**
 * A message whose fields are the groups of its pattern, in their order. The pattern is anchored; the words before its
 * first group are how the message begins, unless it begins with something variable.
 */
export function says<K extends MessageKind>(
  kind: K,
  pattern: string,
  fields: Fields<MessageOf<K>>,
  {
    errors = [],
    starts = [literalStart(pattern)],
  }: Partial<Pick<Recogniser, "errors" | "starts">> = {},
): Recogniser {
  const whole = new RegExp(
    `^${pattern.replaceAll(/\{[a-z]+\}/g, (part) => placeholders.get(part) ?? part)}`,
  );
  const readers = Object.entries<Field<unknown>>(fields);
  return byPattern(
    starts,
    whole,
    (match) => {
      const message: Record<string, unknown> = { kind };
      let group = 0;
      for (const [field, read] of readers) {
        message[field] = typeof read === "function" ? read(match[++group]) : read.always;
      }
      return message as Message;
    },
    errors,
  );
}

function literalStart(pattern: string): string {
  const [start = ""] = /^[^\\()[\]{}|.*+?^$]*/.exec(pattern) ?? [];
  return /[?*{]/.test(pattern.charAt(start.length)) ? start.slice(0, -1) : start;
}

/** What stands between `before` and `after`, where both are there in this order. */
export function between(text: string, before: string, after: string): string | null {
  const at = text.indexOf(before);
  if (at < 0) return null;
  const from = at + before.length;
  const to = text.indexOf(after, from);
  return to < 0 ? null : text.slice(from, to);
}

/**
 * Messages in every language quote what they name: 'Sales', "Sales", «Sales», “Sales”. A mark after
 * a letter is an apostrophe, as in the French text.
 */
const quoted = /(?<![A-Za-zÀ-ÿ\d])['"«“„「]\s?([^'"«»“”„「」\r\n]{1,520}?)\s?['"»”“」]/;

/** The first quoted name or path of a text in whatever language. */
export const firstQuoted = (text: string): string | null => quoted.exec(text)?.[1] ?? null;
