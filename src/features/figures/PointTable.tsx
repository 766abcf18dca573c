/** The points of a figure with the median of each measure. */
import { mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import { centerText, measuresAreRows, pointText } from "../../../app/domain/figures/figure-text.ts";
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
        </tr>
      </thead>
      <tbody>
        {figure.measures.map(({ id: measure, metric }) => (
          <tr key={measure}>
            <th scope="row">{atBegin(metric.name)}</th>
            {figure.points.map(({ id }, at) => (
              <td key={id} className={mergeClasses(styles.number, styles.value)}>
                {withUnitsKept(centerText(metric, points[at]?.values[measure] ?? null))}
              </td>
            ))}
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
            {figure.measures.map(({ id: measure, metric }) => (
              <td key={measure} className={mergeClasses(styles.number, styles.value)}>
                {withUnitsKept(centerText(metric, points[at]?.values[measure] ?? null))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
