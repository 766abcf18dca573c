/** What the paper prints beside what this model came to, and how far apart they are. */
import { mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import {
  type FigureColumn,
  type FigureTable,
  figureTable,
  sourcesOf,
  sourcesTitle,
} from "../../../app/domain/figures/figure-table.ts";
import { nothingPrinted } from "../../../app/domain/figures/figure-text.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import styles from "./FiguresScreen.module.css";

export function ValueTable({ answer }: { readonly answer: FigureAnswer }): ReactNode {
  const { figure } = answer;
  const table = figureTable(answer);
  const sources = sourcesOf(figure);
  return (
    <div>
      {/* A region that scrolls needs focus to be scrolled by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.wide} aria-label="Values" tabIndex={0}>
        <table className={styles.table} aria-label="Points">
          <Head table={table} />
          <tbody>
            {table.rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{withUnitsKept(name)}</th>
                {cells.map(({ text, detail }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column alone
                  <td key={at} className={classOf(table.columns[at])}>
                    {withUnitsKept(text)}
                    {detail !== "" && (
                      <span className={styles.detail}>{withUnitsKept(detail)}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {sources.length === 0 ? (
        <p className={styles.below}>{nothingPrinted}</p>
      ) : (
        <details className={styles.below}>
          <summary>{sourcesTitle}</summary>
          <ul>
            {sources.map((source) => (
              <li key={source}>{withUnitsKept(source)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Columns that belong together have their name above them. */
function Head({ table: { stub, columns } }: { readonly table: FigureTable }): ReactNode {
  const isGrouped = columns.some(({ group }) => group !== "");
  const rows = isGrouped ? 2 : 1;
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={rows}>
          {stub}
        </th>
        {columns.map((column, at) => {
          const { group, title } = column;
          if (group === "") {
            return (
              <th key={title} scope="col" rowSpan={rows} className={classOf(column)}>
                {withUnitsKept(title)}
              </th>
            );
          }
          if (columns[at - 1]?.group === group) return null;
          const span = columns.filter((one) => one.group === group).length;
          return (
            <th key={group} scope="colgroup" colSpan={span} className={styles.group}>
              {withUnitsKept(group)}
            </th>
          );
        })}
      </tr>
      {isGrouped && (
        <tr>
          {columns
            .filter(({ group }) => group !== "")
            .map((column) => (
              <th key={`${column.group} ${column.title}`} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
        </tr>
      )}
    </thead>
  );
}

const classOf = (column: FigureColumn | undefined): string =>
  mergeClasses(styles.number, column?.kind === "model" ? styles.value : styles.other);
