/** Tables of data: units in the head, figures to the right, every figure also in full. */
import type { ReactNode } from "react";

export interface TableColumn<Row> {
  readonly title: string;
  /** Stands below the title. */
  readonly unit?: string | undefined;
  /** Figures are right-aligned; the first column heads its row. */
  readonly align: "words" | "figures";
  cell(row: Row): ReactNode;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
}

export const Table = <Row,>({ caption, columns, rows }: TableProps<Row>): ReactNode => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ title, unit, align }, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
          <th key={column} scope="col" className={align}>
            {title}
            {unit !== undefined && <span className="unit">{unit}</span>}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
        <tr key={index}>
          {columns.map(({ align, cell }, column) => {
            const [Cell, scope] = column === 0 ? (["th", "row"] as const) : (["td"] as const);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
              <Cell key={column} scope={scope} className={align}>
                {cell(row)}
              </Cell>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);

interface DataTableProps<Row> extends TableProps<Row> {
  /** Said in place of an empty table. */
  readonly empty: string;
}

/** A table that scrolls where it is too wide. */
export function DataTable<Row>({ empty, ...table }: DataTableProps<Row>): ReactNode {
  if (table.rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    // A region that scrolls needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="wide" aria-label={table.caption} tabIndex={0}>
      <Table {...table} />
    </section>
  );
}

interface FigureProps {
  readonly value: number | null;
  /** What a person reads; a program finds every digit beside it. */
  readonly text: string;
}

export const Figure = ({ value, text }: FigureProps): ReactNode =>
  value === null || !Number.isFinite(value) ? (
    <span className="missing">–</span>
  ) : (
    <data value={value}>{text}</data>
  );
