/**
 * How a table of log records is laid out: exports of the log viewer, results of sp_readerrorlog and
 * xp_readerrorlog copied from a grid, printed as text or saved as CSV. All have the time in their
 * first column, the source in the second and the message in the last that is not empty.
 */
import { writtenTimePattern } from "./clock-time.ts";
import { TextLines } from "./text-lines.ts";

export interface TableShape {
  readonly form: "ssmsCsv" | "grid";
  /** A blank: columns are padded, as in printed text. */
  readonly delimiter: "," | ";" | "\t" | "|" | " ";
  /** Position of the message's column, from 0. */
  readonly textColumn: number;
  /** Number of columns where a header tells. */
  readonly columns: number | null;
  /** The header as it stands in the text. */
  readonly header: string | null;
  /** Where source and message start in a row of padded columns. */
  readonly starts: { readonly source: number; readonly text: number } | null;
  /** Width of the screen that the table was printed for, which cut its lines; null: the rule is not cut. */
  readonly screenWidth: number | null;
  /** Characters that the message's column has room for, by the rule; null: nothing tells. */
  readonly textWidth: number | null;
}

/** The shape of a table without a rule. */
const unruled = { starts: null, screenWidth: null, textWidth: null };

type Delimiter = TableShape["delimiter"];

/** The start of a row up to its first delimiter: groups of the time, then the delimiter. */
export const rowStart = new RegExp(
  String.raw`\ufeff?"?${writtenTimePattern}"?(?: *([,;\t|])| +)`,
  "y",
);
/** Position among the groups of `rowStart`. */
export const delimiterGroup = 10;

/** A record as the product writes it: not a table. */
const productStart = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{2,3} +\S/;
const productSource = /^(?:spid\d{1,6}s?|Server|Logon|Backup)$/;
const rule = /^-{3,}(?:[ \t|,;]+-{2,})+[ \t]*$/;
/** A header is one line that a person can read. */
const maxHeader = 400;
const maxHeadLines = 300;

/** The layout that the beginning of a text shows; null: it is no table of log records. */
export function findTableShape(head: string): TableShape | null {
  const lines = new TextLines(head);
  let fromHeader: TableShape | null = null;
  let ruleWidth = 0;
  while (lines.number < maxHeadLines && lines.next()) {
    const { content } = lines;
    rowStart.lastIndex = 0;
    const row = rowStart.exec(content);
    if (row === null) {
      fromHeader =
        headerShape(content) ??
        ruledShape(fromHeader, content) ??
        longerRule(fromHeader, content, ruleWidth) ??
        fromHeader;
      ruleWidth = isRule(content) || isRestOfRule(content) ? content.length : 0;
      continue;
    }
    const delimiter = (row[delimiterGroup] ?? " ") as Delimiter;
    if (fromHeader !== null && fromHeader.delimiter === delimiter) return fromHeader;
    const own = headlessShape(content.slice(rowStart.lastIndex), delimiter);
    if (own !== null) return own;
    if (productStart.test(content)) return null;
  }
  return null;
}

const timeColumns = ["date", "logdate"];
const sourceColumns = ["source", "processinfo"];
const textColumns = ["message", "text", "errorlog"];

function headerShape(content: string): TableShape | null {
  if (content.length > maxHeader) return null;
  const delimiter = ([",", ";", "\t", "|"] as const).find((mark) => content.includes(mark)) ?? " ";
  const names = (delimiter === " " ? content.split(/ +/) : content.split(delimiter)).map(plainName);
  if (names.at(-1) === "" && delimiter === " ") names.pop();
  const textColumn = names.findIndex((name) => textColumns.includes(name));
  const known = timeColumns.includes(names[0] ?? "") && sourceColumns.includes(names[1] ?? "");
  if (!known || textColumn < 2 || textColumn > 3) return null;
  const form = textColumn === 3 ? "ssmsCsv" : "grid";
  return { form, delimiter, textColumn, columns: names.length, header: content, ...unruled };
}

const plainName = (cell: string): string =>
  cell
    .trim()
    .replace(/^\ufeff/, "")
    .replace(/^"(.*)"$/, "$1")
    .toLowerCase();

/** The rule below the header of a printed table shows where its columns start. */
function ruledShape(header: TableShape | null, content: string): TableShape | null {
  if (header === null || header.delimiter !== " " || !isRule(content)) return null;
  const starts = [...content.matchAll(/-+/g)].map((match) => match.index);
  const [, source, text] = starts;
  if (source === undefined || text === undefined) return null;
  const textWidth = content.trimEnd().length - text;
  return { ...header, starts: { source, text }, screenWidth: null, textWidth };
}

const isRestOfRule = (content: string): boolean => /^-+ *$/.test(content.slice(0, 20_000));

/** A rule that goes on in the next line was cut at the width of a screen, as is every row. */
function longerRule(
  shape: TableShape | null,
  content: string,
  ruleWidth: number,
): TableShape | null {
  if (shape === null || ruleWidth === 0 || !isRestOfRule(content)) return null;
  const { screenWidth, textWidth } = shape;
  const width = (textWidth ?? 0) + content.trimEnd().length;
  return { ...shape, screenWidth: screenWidth ?? ruleWidth, textWidth: width };
}

export const isRule = (content: string): boolean =>
  content.startsWith("---") && rule.test(content.slice(0, 20_000));

/** Rows without a header: what stands where the source should must be one of the product's. */
function headlessShape(afterTime: string, delimiter: Delimiter): TableShape | null {
  if (delimiter === " ") return null;
  const [source, third, fourth] = afterTime
    .slice(0, maxHeader)
    .split(delimiter, 3)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  if (source === undefined || third === undefined || !productSource.test(source)) return null;
  // The log viewer says "Unknown", or its translation, for the severity.
  const severity = fourth !== undefined && delimiter !== "\t" && /^\p{L}{3,16}$/u.test(third);
  return {
    form: severity ? "ssmsCsv" : "grid",
    delimiter,
    textColumn: severity ? 3 : 2,
    columns: null,
    header: null,
    ...unruled,
  };
}
