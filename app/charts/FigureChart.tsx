/** The charts of a paper's figure, on the page and in a report. */
import type { ReactNode } from "react";
import type { FigureAnswer, FigureCounters } from "../contract/figure.ts";
import { figureCharts } from "../domain/figures/figure-charts.ts";
import { BandTable } from "../domain/timeline/bands.ts";
import { type Lane, lanes as runLanes } from "../domain/timeline/lanes.ts";
import { noSeries } from "../domain/timeline/recording-timeline.ts";
import { CategoryBars } from "./CategoryBars.tsx";
import { LanesChart } from "./LanesChart.tsx";
import { StudyChart } from "./StudyChart.tsx";

interface FigureChartProps {
  /** Unique in the document. */
  readonly id: string;
  readonly answer: FigureAnswer;
}

export function FigureChart({ id, answer }: FigureChartProps): ReactNode {
  const charts = figureCharts(answer);
  return (
    <>
      {answer.counters !== null && (
        <Counters id={`${id}-counters`} title={answer.figure.title} counters={answer.counters} />
      )}
      {charts.map((chart, at) => {
        const Chart = chart.figure.isScaled ? StudyChart : CategoryBars;
        return <Chart key={chart.result.id} id={`${id}-${at}`} {...chart} />;
      })}
    </>
  );
}

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

interface CountersProps {
  readonly id: string;
  readonly title: string;
  readonly counters: FigureCounters;
}

function Counters({ id, title, counters: { timeMs, values, acts } }: CountersProps): ReactNode {
  const lanes = figureLanes.filter((lane) => values[lane.id] !== undefined);
  const table = new BandTable({ toldOnce: true });
  for (const { snapshot, phases } of acts) {
    for (const phase of phases) table.take({ ...phase, snapshot, figures: {} });
  }
  const bands = table.list.filter(({ phase }) => phase !== null);
  return (
    <LanesChart
      id={id}
      title={title}
      description={`${lanes.map((lane) => lane.title).join(", ")} over the time of the first repeat. The table has means of them.`}
      originMs={0}
      view={{ startMs: 0, endMs: timeMs.at(-1) ?? 1 }}
      series={{
        ...noSeries,
        timeMs: Float64Array.from(timeMs),
        counters: Object.fromEntries(
          Object.entries(values).map(([counter, column]) => [counter, Float64Array.from(column)]),
        ),
        p99Ms: Float64Array.from(values.p99Ms ?? []),
      }}
      lanes={lanes}
      bands={bands}
      asOf={acts.flatMap(({ phases }) =>
        phases.flatMap(({ name, startMs }) => (name === "analysis" ? [startMs] : [])),
      )}
      names={acts.flatMap(({ name, phases: [first] }) =>
        first === undefined ? [] : [{ text: name, atMs: first.startMs }],
      )}
      warmupEndMs={0}
      steadyFromMs={null}
    />
  );
}
