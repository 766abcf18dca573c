/** The charts of a paper's figure, on the page and in a report. */
import { Fragment, type ReactNode } from "react";
import type { FigureAnswer, FigureCounters } from "../contract/figure.ts";
import { type FigureChartData, figureCharts } from "../domain/figures/figure-charts.ts";
import { metricHeading } from "../domain/statistics/metric.ts";
import { BandTable } from "../domain/timeline/bands.ts";
import { type Lane, lanes as runLanes } from "../domain/timeline/lanes.ts";
import { noSeries } from "../domain/timeline/recording-timeline.ts";
import { CategoryBars } from "./CategoryBars.tsx";
import { readCategories } from "./category-layout.tsx";
import type { ChartPicture } from "./chart-reading.ts";
import { LanesChart, type LanesShown, readLanes } from "./LanesChart.tsx";
import { StudyChart } from "./StudyChart.tsx";
import { readStudy } from "./study-layout.ts";

interface FigureChartProps {
  /** Unique in the document. */
  readonly id: string;
  readonly answer: FigureAnswer;
}

export const FigureChart = ({ id, answer }: FigureChartProps): ReactNode =>
  figureDrawings(answer).map(({ key, draw }) => (
    <Fragment key={key}>{draw({ id: `${id}-${key}` })}</Fragment>
  ));

/** One of a figure's charts. */
export interface FigureDrawing extends ChartPicture {
  /** Among those of the figure. */
  readonly key: string;
  readonly title: string;
}

export function figureDrawings(answer: FigureAnswer): readonly FigureDrawing[] {
  const { counters, figure } = answer;
  const ofCounters =
    counters === null ? [] : [countersDrawing(figure.title, countersShown(counters))];
  return [...ofCounters, ...figureCharts(answer).map(chartDrawing)];
}

const chartDrawing = (chart: FigureChartData): FigureDrawing => {
  const [Chart, read] = chart.figure.isScaled
    ? [StudyChart, readStudy]
    : [CategoryBars, readCategories];
  return {
    key: chart.result.id.replaceAll(" ", "-"),
    title: metricHeading(chart.result.metric.name),
    draw: (as) => <Chart {...chart} {...as} />,
    read: (as) => read({ ...chart, ...as }),
  };
};

const countersDrawing = (title: string, shown: LanesShown): FigureDrawing => ({
  key: "counters",
  title,
  draw: ({ id, width }) => (
    <LanesChart
      id={id}
      title={title}
      description={`${shown.lanes.map((lane) => lane.title).join(", ")} over the time of the first repeat. The table has means of them.`}
      {...shown}
      width={width}
    />
  ),
  read: ({ width }) => readLanes({ ...shown, width }),
});

/** Figures have the mean beside the p99, since it is what the papers tell. */
const meanLane: Lane = {
  id: "meanMs",
  title: "Mean response",
  unit: "ms",
  scale: 1,
  colour: "data-response",
  dash: [],
  filled: false,
  standard: false,
};
const figureLanes: readonly Lane[] = [...runLanes.slice(0, 1), meanLane, ...runLanes.slice(1)];

function countersShown({ timeMs, values, acts }: FigureCounters): LanesShown {
  const lanes = figureLanes.filter((lane) => values[lane.id] !== undefined);
  const table = new BandTable({ toldOnce: true });
  for (const { snapshot, phases } of acts) {
    for (const phase of phases) table.take({ ...phase, snapshot, figures: {} });
  }
  const bands = table.list.filter(({ phase }) => phase !== null);
  return {
    originMs: 0,
    view: { startMs: 0, endMs: timeMs.at(-1) ?? 1 },
    series: {
      ...noSeries,
      timeMs: Float64Array.from(timeMs),
      counters: Object.fromEntries(
        Object.entries(values).map(([counter, column]) => [counter, Float64Array.from(column)]),
      ),
      p99Ms: Float64Array.from(values.p99Ms ?? []),
    },
    lanes,
    bands,
    asOf: acts.flatMap(({ phases }) =>
      phases.flatMap(({ name, startMs }) => (name === "analysis" ? [startMs] : [])),
    ),
    names: acts.flatMap(({ name, phases: [first] }) =>
      first === undefined ? [] : [{ text: name, atMs: first.startMs }],
    ),
    warmupEndMs: 0,
    steadyFromMs: null,
  };
}
