/** Columns of tables, and the small texts around tables. */
import type { ReactNode } from "react";
import { Figure, type TableColumn } from "../../charts/DataTable.tsx";
import { formatNumber } from "../../domain/format/numbers.ts";

export const words = <Row,>(title: string, cell: (row: Row) => ReactNode): TableColumn<Row> => ({
  title,
  align: "words",
  cell,
});

/** What is no number: a moment, a number with a sign before it. */
export const rightAligned = <Row,>(
  title: string,
  unit: string | undefined,
  cell: (row: Row) => ReactNode,
): TableColumn<Row> => ({ title, unit, align: "figures", cell });

/** Every digit is beside what a person reads. */
export const figures = <Row,>(
  title: string,
  unit: string | undefined,
  value: (row: Row) => number | null,
  text: (value: number | null) => string = (told) => formatNumber(told),
): TableColumn<Row> =>
  rightAligned(title, unit, (row) => <Figure value={value(row)} text={text(value(row))} />);

/** What a verification came to; a dash where there was none. */
export function Verdict({ verified }: { readonly verified: boolean | null }): ReactNode {
  if (verified === null) return "–";
  return verified ? (
    <span className="better">✓ verified</span>
  ) : (
    <span className="worse">✗ differs</span>
  );
}

export const Note = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <p className="note">{children}</p>
);

export const Empty = ({ children }: { readonly children: string }): ReactNode => (
  <p className="empty">{children}</p>
);

export type Fact = readonly [name: string, value: ReactNode];

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }): ReactNode =>
  facts.length > 0 && (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
