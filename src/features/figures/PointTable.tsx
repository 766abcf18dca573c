/** The points of a figure with the median of each measure. */
import { mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import {
  cellText,
  measuresAreRows,
  pointText,
  printedName,
  printedText,
} from "../../../app/domain/figures/figure-text.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { atBegin } from "../../../app/domain/format/report-text.ts";
import styles from "./FiguresScreen.module.css";

interface PointTableProps {
  readonly answer: FigureAnswer;
}

export const PointTable = ({ answer }: PointTableProps): ReactNode => (
  // A region that scrolls needs focus to be scrolled by keys.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section className={styles.wide} aria-label="Medians of the points" tabIndex={0}>
    {measuresAreRows(answer) ? <ByMeasure answer={answer} /> : <ByPoint answer={answer} />}
  </section>
);

function ByMeasure({ answer }: PointTableProps): ReactNode {
  const { figure, points } = answer;
  const isPrinted = figure.published.length > 0;
  return (
    <table className={styles.table} aria-label="Points">
      <thead>
        <tr>
          <th scope="col">Measured</th>
          {figure.points.map(({ id }, at) => (
            <th
              key={id}
              scope="col"
              className={styles.number}
              title={`${formatNumber(points[at]?.runs ?? 0)} runs`}
            >
              {withUnitsKept(pointText(answer, at))}
            </th>
          ))}
          {isPrinted && (
            <th scope="col" className={styles.number}>
              {printedName(figure)}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {figure.measures.map((measure) => (
          <tr key={measure.id}>
            <th scope="row">{atBegin(measure.metric.name)}</th>
            {figure.points.map(({ id }, at) => (
              <td key={id} className={mergeClasses(styles.number, styles.value)}>
                {withUnitsKept(cellText(answer, at, measure))}
              </td>
            ))}
            {isPrinted && (
              <td className={mergeClasses(styles.number, styles.value)}>
                {withUnitsKept(printedText(figure, measure))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ByPoint({ answer }: PointTableProps): ReactNode {
  const { figure, points } = answer;
  return (
    <table className={styles.table} aria-label="Points">
      <thead>
        <tr>
          <th scope="col">Point</th>
          <th scope="col" className={styles.number} title="Runs of it">
            n
          </th>
          {figure.measures.map(({ id, metric }) => (
            <th key={id} scope="col" className={styles.number}>
              {atBegin(metric.name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figure.points.map(({ id }, at) => (
          <tr key={id}>
            <th scope="row">{withUnitsKept(pointText(answer, at))}</th>
            <td className={styles.number}>{formatNumber(points[at]?.runs ?? 0)}</td>
            {figure.measures.map((measure) => (
              <td key={measure.id} className={mergeClasses(styles.number, styles.value)}>
                {withUnitsKept(cellText(answer, at, measure))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
