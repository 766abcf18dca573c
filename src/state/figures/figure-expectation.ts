/** What one expects of a figure before its points are shown. */
import { useMemo } from "react";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import type { Expectation } from "../../../app/domain/expectation/expectation.ts";
import { figureDifference } from "../../../app/domain/expectation/figure-difference.ts";
import { type FigureChartData, figureCharts } from "../../../app/domain/figures/figure-charts.ts";
import {
  beginExpecting,
  expectationsOf,
  expectingIn,
  remove,
  useExpectations,
} from "../player/expectations.ts";

/** Two points are a line. */
const leastPoints = 2;

export interface FigureExpected {
  readonly chart: FigureChartData;
  /** Null: nothing was drawn. */
  readonly expectation: Expectation | null;
  /** While one draws, what was computed is hidden. */
  readonly isDrawing: boolean;
  readonly canUndo: boolean;
  readonly sentence: string | null;
  readonly expecting: ReturnType<typeof expectingIn>;
  draw(): void;
  clear(): void;
}

/** Of the first chart of the figure that has a line; null: it has none. */
export function useFigureExpectation(answer: FigureAnswer): FigureExpected | null {
  const store = expectationsOf(`figure:${answer.figure.id}`);
  const { of, drawing } = useExpectations(store);
  const chart = useMemo(() => chartOf(answer), [answer]);
  return useMemo(() => {
    if (chart === null) return null;
    const { id } = chart.result;
    const expected = of.get(id) ?? null;
    const places = chart.figure.ticks.map(({ x }) => x);
    return {
      chart,
      expectation: expected?.expectation ?? null,
      isDrawing: drawing === id,
      canUndo: (expected?.past.length ?? 0) > 0,
      sentence: expected === null ? null : figureDifference(chart, expected.expectation),
      expecting: expectingIn(store),
      draw: () => beginExpecting(store, id, places, 0),
      clear: () => remove(store, id),
    };
  }, [chart, store, of, drawing]);
}

function chartOf(answer: FigureAnswer): FigureChartData | null {
  const chart = figureCharts(answer).find(({ figure }) => figure.isScaled) ?? null;
  return chart === null || chart.figure.ticks.length < leastPoints ? null : chart;
}
