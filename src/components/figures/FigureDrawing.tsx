/** The charts of a paper's figure on the page. */
import { type ReactNode, useMemo } from "react";
import { figureDrawings } from "../../../app/charts/FigureChart.tsx";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import type { Expectation } from "../../../app/domain/expectation/expectation.ts";
import type { FigureChartData } from "../../../app/domain/figures/figure-charts.ts";
import { figureName } from "../../../app/domain/figures/figure-text.ts";
import { ChartFrame } from "../charts/ChartFrame.tsx";
import type { Expecting } from "../expectation/ExpectationPlane.tsx";
import styles from "./FigureDrawing.module.css";
import { FigureExpectation } from "./FigureExpectation.tsx";

interface FigureDrawingProps {
  readonly answer: FigureAnswer;
  /** What one expects of one of its charts; null: of none. */
  readonly expected?: {
    readonly chart: FigureChartData;
    readonly expectation: Expectation;
    /** Null: it is drawn, and what was computed is shown. */
    readonly expecting: Expecting | null;
  } | null;
}

export function FigureDrawing({ answer, expected = null }: FigureDrawingProps): ReactNode {
  const charts = useMemo(() => figureDrawings(answer), [answer]);
  const name = figureName(answer.figure);
  const isDrawing = expected !== null && expected.expecting !== null;
  return (
    <div className={styles.charts}>
      {charts.map((chart) => {
        const isOf =
          expected !== null && chart.key === expected.chart.result.id.replaceAll(" ", "-");
        // While one draws, no other chart may tell what was computed.
        if (isDrawing && !isOf) return null;
        return (
          <ChartFrame
            key={chart.key}
            chart={chart}
            title={charts.length === 1 ? name : `${name}: ${chart.title}`}
            told={[answer.figure.question]}
            isHidden={isDrawing}
            over={
              isOf
                ? (width) => (
                    <FigureExpectation
                      shown={{ ...expected.chart, width }}
                      expectation={expected.expectation}
                      expecting={expected.expecting}
                    />
                  )
                : undefined
            }
          />
        );
      })}
    </div>
  );
}
