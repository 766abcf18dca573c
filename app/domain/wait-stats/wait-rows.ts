/**
 * Takes a result apart into cells, whatever it was saved as: CSV, a copied grid, or the padded columns
 * of sqlcmd, whose lines may be wrapped.
 */
import { CsvError, parse } from "csv-parse/sync";
import { plainLineEnds } from "../line-ends.ts";
import { columnsOf, isViewRow, isWaitType, type WaitColumns } from "./wait-columns.ts";

export type WaitForm =
  | { readonly kind: "delimited"; readonly delimiter: string }
  /** Under a rule of dashes, which tells where the columns are. */
  | { readonly kind: "ruled" }
  /** Words between blanks. */
  | { readonly kind: "blank" };

/** `line` is that of the row's end, from 1. Null: a row whose words do not stand under its columns. */
export type VisitRow = (cells: readonly string[] | null, line: number) => void;

const delimiters = ["\t", ";", ",", "|"] as const;
/** A header comes soon: after a prompt, the query and some messages. */
const preambleLines = 200;
/** How long a header or a rule may be; what is longer is none. */
const longestHeader = 20_000;

/** Line ends of every kind are one. */
export const withPlainLineEnds = (text: string): string =>
  plainLineEnds(text.replace(/^\uFEFF/, ""));

const words = (line: string): string[] => line.trim().split(/[ \t]+/);
/** Without quotes, and without the signs by which Markdown makes a name bold, italic or code, or keeps it from that. */
const bareCell = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replace(/^(\*{1,3}|_{1,3}|`)([^*`]*)\1$/, "$2")
    .replaceAll("\\_", "_")
    .trim();
const cellsBetween = (line: string, delimiter: string): string[] =>
  line.split(delimiter).map(bareCell);

/** The form of a text with plain line ends. Null: nothing in its beginning is such a result. */
export function waitFormOf(text: string): WaitForm | null {
  const lines = text.split("\n", preambleLines).filter((line) => line.length <= longestHeader);
  const delimited = (isRow: (cells: readonly string[]) => boolean) =>
    delimiters.find((delimiter) => lines.some((line) => isRow(cellsBetween(line, delimiter))));
  const delimiter = delimited((cells) => columnsOf(cells) !== null);
  if (delimiter !== undefined) return { kind: "delimited", delimiter };
  if (lines.some((_, at) => ruledBlockAt(lines, at) !== null)) return { kind: "ruled" };
  if (lines.some((line, at) => isWordedHeader(line, lines[at + 1]))) return { kind: "blank" };
  const copied = delimited(isViewRow);
  if (copied !== undefined) return { kind: "delimited", delimiter: copied };
  return lines.some((line) => isViewRow(words(line))) ? { kind: "blank" } : null;
}

/** A query has the same words as a header; only a row of waits under it tells. */
function isWordedHeader(line: string, next: string | undefined): boolean {
  const header = words(line);
  const columns = columnsOf(header);
  if (columns === null || next === undefined) return false;
  const row = words(next);
  return row.length === header.length && isWaitType(row[columns.type] ?? "");
}

/** Calls `begin` for the visitor of the rows; once more, when a first attempt has to be given up. */
export function visitRows(text: string, form: WaitForm, begin: () => VisitRow): void {
  switch (form.kind) {
    case "delimited":
      visitDelimited(text, form.delimiter, begin);
      return;
    case "ruled":
      visitRuled(text.split("\n"), begin());
      return;
    case "blank": {
      const visit = begin();
      text.split("\n").forEach((line, at) => void visit(words(line), at + 1));
      return;
    }
  }
}

function visitDelimited(text: string, delimiter: string, begin: () => VisitRow): void {
  try {
    parseCells(text, delimiter, '"', begin());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A quote that nothing closes. Then quotes are no more than characters.
    parseCells(text, delimiter, null, begin());
  }
}

function parseCells(text: string, delimiter: string, quote: string | null, visit: VisitRow): void {
  parse(text, {
    delimiter,
    quote,
    record_delimiter: "\n",
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // Rows are taken as they come; none is kept.
    on_record: (record: string[], { lines }) => {
      visit(edgesOff(record, delimiter), lines);
      return null;
    },
  });
}

/** Tables drawn with bars have them at both ends too. */
function edgesOff(record: readonly string[], delimiter: string): string[] {
  const cells = record.map(bareCell);
  const drawn = delimiter === "|" && cells.at(0) === "" && cells.at(-1) === "";
  return drawn ? cells.slice(1, -1) : cells;
}

/** Where the columns of a line begin and end, by the dashes under their names. */
type Spans = readonly (readonly [number, number])[];

/**
 * Where the cells of a row stand, which may be wrapped to several lines. A line that is wrapped at the
 * width of the screen is cut anywhere, within a number too: then all lines are one.
 */
interface RowLayout {
  readonly height: number;
  /** Characters of each line but the last, when all lines are one; null: each is by itself. */
  readonly width: number | null;
  /** One for all lines, or one for each. */
  readonly spans: readonly Spans[];
}

interface RuledBlock {
  readonly header: readonly string[];
  readonly layout: RowLayout;
  /** Line after the rule, from 0. */
  readonly next: number;
}

const isRule = (line: string | undefined): boolean =>
  line !== undefined && line.length <= longestHeader && /^ ?-[- ]*$/.test(line.trimEnd());

/** A rule that begins at a line, with the header above it; of a wrapped one as many lines each. */
function ruledBlockAt(lines: readonly string[], at: number): RuledBlock | null {
  if (!isRule(lines[at]) || isRule(lines[at - 1])) return null;
  let next = at + 1;
  while (isRule(lines[next])) ++next;
  const height = next - at;
  const rules = lines.slice(at, next);
  const names = lines.slice(Math.max(at - height, 0), at);
  const longest = Math.max(...rules.slice(0, -1).map(({ length }) => length), 0);
  const layouts: readonly RowLayout[] = [
    // An editor takes away the blank between two columns at which all lines are cut.
    ...[longest, longest + 1].map((width) => ({
      height,
      width,
      spans: [spansOf(joinedLine(rules, width))],
    })),
    { height, width: null, spans: rules.map(spansOf) },
  ];
  let best: { readonly block: RuledBlock; readonly known: number } | null = null;
  for (const layout of layouts) {
    const header = cellsUnder(names, layout);
    const known = knownColumns(columnsOf(header));
    if (known > (best?.known ?? 0)) best = { block: { header, layout, next }, known };
  }
  return best?.block ?? null;
}

/** Columns that ran into each other have no name that is known. */
const knownColumns = (columns: WaitColumns | null): number =>
  columns === null
    ? 0
    : Object.values(columns).filter((at) => typeof at === "number" && at >= 0).length;

const spansOf = (rule: string): Spans =>
  [...rule.matchAll(/-+/g)].map(({ index, 0: dashes }) => [index, index + dashes.length]);

const joinedLine = (lines: readonly string[], width: number): string =>
  lines.map((line, row) => (row < lines.length - 1 ? line.padEnd(width) : line)).join("");

/** The lines of a row as its columns count them. */
const rowLines = (lines: readonly string[], { width }: RowLayout): readonly string[] =>
  width === null ? lines : [joinedLine(lines, width)];

const cellsUnder = (lines: readonly string[], layout: RowLayout): string[] => {
  const rows = rowLines(lines, layout);
  return layout.spans.flatMap((ofLine, row) =>
    ofLine.map(([from, to], column) => {
      const line = rows[row] ?? "";
      return line.slice(from, column === ofLine.length - 1 ? undefined : to).trim();
    }),
  );
};

/** Whether nothing stands between the columns: a word that does would lose its end. */
const fits = (lines: readonly string[], layout: RowLayout): boolean =>
  rowLines(lines, layout).every((line, row) => {
    const spans = layout.spans[row] ?? [];
    return spans.every(([from], column) => {
      const end = spans[column - 1]?.[1] ?? 0;
      return line.slice(end, from).trim() === "";
    });
  });

/**
 * The cells of a row; of one without its padding (`sqlcmd -W`) the words, if they are as many as the
 * columns. Null: what belongs where cannot be told.
 */
function cellsOf(
  lines: readonly string[],
  { header, layout }: RuledBlock,
): readonly string[] | null {
  const cells = fits(lines, layout) ? cellsUnder(lines, layout) : null;
  if (cells !== null && !cells.includes("")) return cells;
  const parts = words(lines.join(" "));
  return parts.length === header.length ? parts : cells;
}

function visitRuled(lines: readonly string[], visit: VisitRow): void {
  let block: RuledBlock | null = null;
  for (let at = 0; at < lines.length; ) {
    const found = ruledBlockAt(lines, at);
    if (found !== null) {
      visit(found.header, at);
      block = found;
      at = found.next;
      continue;
    }
    const height: number = block?.layout.height ?? 1;
    const line = lines[at] ?? "";
    // A blank line, or what follows it, is outside the table.
    if (block === null || line.trim() === "" || line.startsWith("(")) {
      if (line.trim() === "") block = null;
      visit([line.trim()], at + 1);
      at += 1;
      continue;
    }
    // The header of the next table stands above its rule.
    if (!isHeaderLine(lines, at, height)) {
      visit(cellsOf(lines.slice(at, at + height), block), at + height);
    }
    at += height;
  }
}

const isHeaderLine = (lines: readonly string[], at: number, height: number): boolean =>
  ruledBlockAt(lines, at + height) !== null;
