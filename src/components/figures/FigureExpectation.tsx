/** What one expects of a figure's line, over its chart. */
import { type ReactNode, useMemo } from "react";
import { layStudy, type StudyShown } from "../../../app/charts/study-layout.ts";
import type { Expectation } from "../../../app/domain/expectation/expectation.ts";
import { valueText } from "../../../app/domain/statistics/metric.ts";
import { ExpectationPlane, type Expecting } from "../expectation/ExpectationPlane.tsx";
import styles from "./FigureDrawing.module.css";

interface FigureExpectationProps {
  readonly shown: StudyShown;
  readonly expectation: Expectation;
  /** Null: it is only shown. */
  readonly expecting: Expecting | null;
}

export function FigureExpectation(props: FigureExpectationProps): ReactNode {
  const { shown, expectation, expecting } = props;
  const layout = useMemo(() => layStudy(shown), [shown]);
  if (layout === null) return null;
  const { result, figure } = shown;
  const { plot, scale } = layout;
  const [width, height] = [plot.right - plot.left, plot.bottom - plot.top];
  const [first, last] = [figure.ticks[0]?.x ?? 0, figure.ticks.at(-1)?.x ?? 1];
  // Places lie evenly between the first and the last one.
  const perPx = (last - first) / (layout.x(last) - layout.x(first));
  const valueAt = (y: number): number =>
    Math.max(scale.from, scale.to - (y / height) * (scale.to - scale.from));
  return (
    <div className={styles.expected} style={{ left: plot.left, top: plot.top, width, height }}>
      <ExpectationPlane
        name={result.metric.name}
        {...{ expectation, expecting }}
        plot={{
          ...{ width, height, most: scale.to, valueAt },
          x: (place) => layout.x(place) - plot.left,
          y: (value) => layout.y(Math.max(value, scale.from)) - plot.top,
          placeAt: (x) => first + (x + plot.left - layout.x(first)) * perPx,
        }}
        words={(place, value) =>
          `${placeText(shown, place)}: ${value === null ? "nothing drawn" : valueText(result.metric.unit, value)}`
        }
      />
    </div>
  );
}

const placeText = ({ figure: { title, ticks } }: StudyShown, place: number): string =>
  `${title} ${ticks.find(({ x }) => x === place)?.text ?? place}`;
