/** The samples' CSV, read back: Perfmon's form, every cell in quotes. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function parseCsv(text: string): CsvTable {
  const lines = text.trimEnd().split("\r\n");
  const [columns = [], ...rows] = lines.map((line) => cellsOf(line));
  return { columns, rows };
}

function cellsOf(line: string): string[] {
  if (!line.startsWith('"') || !line.endsWith('"')) throw new Error(`not in quotes: ${line}`);
  return line
    .slice(1, -1)
    .split('","')
    .map((cell) => cell.replaceAll('""', '"'));
}

/** The values of the one column whose name ends so; null where a cell is blank. */
export function columnOf(
  { columns, rows }: CsvTable,
  end: string,
  read: (cell: string) => number = Number,
): (number | null)[] {
  const matching = columns.flatMap((name, index) => (name.endsWith(end) ? index : []));
  const [index] = matching;
  if (index === undefined || matching.length > 1) {
    throw new Error(`${matching.length} columns end with ${end}`);
  }
  return rows.map((row) => {
    const cell = (row[index] ?? "").trim();
    return cell === "" ? null : read(cell);
  });
}
