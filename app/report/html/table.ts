/** Tables of the report: units in the head, figures to the right, every figure also in full. */
import { type Fragment, html, type Markup } from "./markup.ts";

export interface TableColumn<Row> {
  readonly title: string;
  /** Stands below the title. */
  readonly unit?: string;
  /** Figures are right-aligned; the first column of words heads its row. */
  readonly align: "words" | "figures";
  cell(row: Row): Fragment;
}

export interface TableOptions<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** Said in place of an empty table. */
  readonly empty: string;
}

export function table<Row>({ caption, columns, rows, empty }: TableOptions<Row>): Markup {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(
    ({ title, unit, align }) =>
      html`<th scope="col" class="${align}">${title}${unit === undefined ? null : html`<span class="unit">${unit}</span>`}</th>`,
  )}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${columns.map((column, index) => cellOf(column, row, index === 0))}</tr>\n`)}</tbody>
</table></div>`;
}

const cellOf = <Row>({ align, cell }: TableColumn<Row>, row: Row, heads: boolean): Markup =>
  heads
    ? html`<th scope="row" class="${align}">${cell(row)}</th>`
    : html`<td class="${align}">${cell(row)}</td>`;

/** What a person reads, and every digit for a program. */
export const figure = (value: number | null, text: string): Markup =>
  value === null || !Number.isFinite(value)
    ? html`<span class="missing">–</span>`
    : html`<data value="${value}">${text}</data>`;
