/** Tables of data: units in the head, figures to the right, every figure also in full. */
import { Fragment, type ReactNode } from "react";

export interface TableColumn<Row> {
  readonly title: string;
  /** Stands below the title. */
  readonly unit?: string | undefined;
  /** Figures are right-aligned; the first column heads its row. */
  readonly align: "words" | "figures";
  cell(row: Row): ReactNode;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** Said in place of an empty table. */
  readonly empty: string;
}

export function DataTable<Row>({ caption, columns, rows, empty }: DataTableProps<Row>): ReactNode {
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    // A region that scrolls needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="wide" aria-label={caption} tabIndex={0}>
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
              {columns.map(({ align, cell }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
                <Fragment key={column}>
                  {column === 0 ? (
                    <th scope="row" className={align}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td className={align}>{cell(row)}</td>
                  )}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
