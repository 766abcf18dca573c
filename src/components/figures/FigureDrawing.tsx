/** The charts of a paper's figure on the page. */
import { type ReactNode, useMemo } from "react";
import { figureDrawings } from "../../../app/charts/FigureChart.tsx";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import { figureName } from "../../../app/domain/figures/figure-text.ts";
import { ChartFrame } from "../charts/ChartFrame.tsx";
import styles from "./FigureDrawing.module.css";

export function FigureDrawing({ answer }: { readonly answer: FigureAnswer }): ReactNode {
  const charts = useMemo(() => figureDrawings(answer), [answer]);
  const name = figureName(answer.figure);
  return (
    <div className={styles.charts}>
      {charts.map((chart) => (
        <ChartFrame
          key={chart.key}
          chart={chart}
          title={charts.length === 1 ? name : `${name}: ${chart.title}`}
          told={[answer.figure.question]}
        />
      ))}
    </div>
  );
}
