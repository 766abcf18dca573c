/** One line of a CSV file: every cell in quotes, ended as RFC 4180 has it. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(",")}\r\n`;

/**
 * Text of others for a cell. A spreadsheet would take what begins with one of these signs for a
 * formula and run it; an apostrophe before it makes it text.
 */
export const csvText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

export type Cell = string | number | null;

/** A table whose first row names the columns. Numbers stay numbers, be they negative. */
export const csvOf = (table: readonly (readonly Cell[])[]): string =>
  table
    .map((row) =>
      csvLine(row.map((cell) => (typeof cell === "string" ? csvText(cell) : String(cell ?? "")))),
    )
    .join("");
