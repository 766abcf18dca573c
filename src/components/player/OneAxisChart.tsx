/**
 * Counters on one axis, each times its multiplier, as the SQLCAT paper's figure 4 has them: what stands in the
 * place of the lanes when one looks at how they move together. Recharts draws it; the pointer and the keyboard
 * move what lies over it and draw no line again.
 */
import { memo, type ReactNode, useMemo, useRef } from "react";
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from "recharts";
import type { ChartTable } from "../../../app/charts/chart-reading.ts";
import { formatTick } from "../../../app/charts/tick-text.ts";
import { valueScale } from "../../../app/charts/value-scale.ts";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { formatReadable } from "../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { columnOf, type Lane, valueAt } from "../../../app/domain/timeline/lanes.ts";
import { type AxisCounter, multiplierText } from "../../../app/domain/timeline/one-axis.ts";
import { holds, type Span } from "../../../app/domain/timeline/span.ts";
import { thin } from "../../../app/domain/timeline/thin.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { ChartMenu } from "../charts/ChartMenu.tsx";
import { ChartTip } from "../charts/ChartTip.tsx";
import { LineSign, type NamedLine, SeriesButtons } from "../charts/SeriesButtons.tsx";
import { useAtMost } from "../charts/use-at-most.ts";
import { useSeriesSwitch } from "../charts/use-series-switch.ts";
import { plotTop, rightMargin } from "./lane-geometry.ts";
import styles from "./OneAxisChart.module.css";
import { oneAxisPicture } from "./one-axis-picture.ts";
import { useSize } from "./use-size.ts";

export interface OneAxisChartProps {
  readonly timeline: Timeline;
  /** In the order of the legend. Those of which the series has no column are not shown. */
  readonly counters: readonly AxisCounter[];
  readonly view: Span;
  /** Left of the plot, px: the values of the axis stand there. */
  readonly gutter: number;
  /** The width of the plot, px. */
  readonly width: number;
  /** With the legend, px. */
  readonly height: number;
  readonly cursorMs: number | null;
}

const betweenDrawingsMs = 250;

export function OneAxisChart(props: OneAxisChartProps): ReactNode {
  const { timeline, counters, view, gutter, width, height } = props;
  const { series } = timeline;
  const plot = useRef<HTMLDivElement>(null);
  const [legend, { height: legendHeight }] = useSize<HTMLDivElement>();
  // One list as long as the same counters are measured, though samples come.
  const measured = counters.map(({ lane }) => columnOf(lane, series).length > 0).join();
  const shown = useMemo(
    () => counters.filter((_, at) => measured.split(",")[at] === "true"),
    [counters, measured],
  );
  const switched = useSeriesSwitch();
  const { off } = switched;
  const on = useMemo(() => shown.filter((_, at) => !off.has(at)), [shown, off]);
  const plotHeight = Math.max(height - legendHeight, 0);
  // What comes of a run many times a second is drawn less often, with the view that moves along.
  const now = useMemo(() => ({ series, view }), [series, view]);
  const drawn = useAtMost(now, betweenDrawingsMs);
  return (
    <div className={styles.chart} style={{ height }} data-one-axis="">
      <div ref={legend} className={styles.legend} style={{ marginLeft: gutter }}>
        <SeriesButtons {...switched} series={shown.map(namedLine)} />
        <ChartMenu
          title="Counters on one axis"
          told={["Each counter times its multiplier, as in figure 4 of the SQLCAT paper."]}
          legend={on.map(namedLine)}
          table={() => axisTable(timeline, on, view)}
          drawingOf={() => {
            const lines = plot.current?.querySelector("svg") ?? null;
            const place = { timeline, view, gutter, width, height: plotHeight };
            return lines === null ? null : oneAxisPicture(lines, place);
          }}
        />
      </div>
      <div ref={plot} className={styles.plot}>
        {width > 0 && plotHeight > 0 && (
          <Lines {...drawn} {...{ gutter, width }} counters={on} height={plotHeight} />
        )}
        {props.cursorMs !== null && (
          <div className={styles.over} style={{ left: gutter, width }}>
            <Tip {...props} atMs={props.cursorMs} counters={on} />
          </div>
        )}
      </div>
    </div>
  );
}

/** How a line is drawn: by colour and dash. */
const lineOf = ({ colour, dash }: Lane) => ({
  stroke: cssVar(colour),
  strokeWidth: 1.75,
  strokeDasharray: dash.join(" "),
});

const namedLine = (counter: AxisCounter): NamedLine => ({
  name: counter.lane.title,
  line: lineOf(counter.lane),
  note: multiplierText(counter),
});

/** Every sample of the view, in the units of the counters. */
function axisTable(timeline: Timeline, counters: readonly AxisCounter[], view: Span): ChartTable {
  const { series } = timeline;
  return [
    ["Time", ...counters.map(({ lane }) => `${lane.title}, ${lane.unit}`)],
    ...[...series.timeMs]
      .filter((atMs) => holds(view, atMs))
      .map((atMs) => [
        formatMomentOf(timeline, atMs),
        ...counters.map(({ lane }) => valueAt(lane, series, atMs)),
      ]),
  ];
}

interface TipProps extends Pick<OneAxisChartProps, "timeline" | "counters" | "view"> {
  readonly atMs: number;
}

/** What was measured, in its unit, and what that is on the axis. */
function Tip({ timeline, counters, view, atMs }: TipProps): ReactNode {
  const { series } = timeline;
  const rows = counters.map(({ lane, multiplier }) => {
    const value = valueAt(lane, series, atMs);
    return {
      key: lane.id,
      sign: <LineSign line={lineOf(lane)} />,
      name: lane.title,
      value: value === null ? "no value" : `${formatReadable(value)} ${lane.unit}`,
      further:
        value === null
          ? undefined
          : `${formatReadable((value / lane.scale) * multiplier)} on the axis`,
    };
  });
  return (
    <ChartTip
      heading={formatMomentOf(timeline, atMs)}
      rows={rows}
      across={toPixels(view, 1, atMs)}
      down={0}
    />
  );
}

/** More points than these take Recharts longer than a frame, and a plot has no more pixels for them. */
const mostPoints = 480;

type Row = { readonly atMs: number } & Readonly<Record<string, number | null>>;

/** Lines of steps: a value holds from the row before it to its own. All counters have the same samples. */
function rowsOf(
  series: Series,
  counters: readonly AxisCounter[],
  view: Span,
  width: number,
): readonly Row[] {
  const most = Math.min(width, mostPoints);
  const columns = counters.map(({ lane, multiplier }) => ({
    id: lane.id,
    multiplier,
    steps: thin(series.timeMs, columnOf(lane, series), view, most),
  }));
  const { fromMs, timeMs } = columns[0]?.steps ?? { fromMs: 0, timeMs: [] };
  const row = (atMs: number, at: number): Row => ({
    atMs,
    ...Object.fromEntries(
      columns.map(({ id, multiplier, steps: { values } }) => {
        const value = values[at] ?? Number.NaN;
        return [id, Number.isNaN(value) ? null : value * multiplier];
      }),
    ),
  });
  return timeMs.length === 0 ? [] : [row(fromMs, 0), ...timeMs.map(row)];
}

/** Below zero, px: half of its label stands there. */
const axisFoot = 8;

interface LinesProps extends Omit<OneAxisChartProps, "timeline" | "cursorMs"> {
  readonly series: Series;
}

const tick = { fill: cssVar("text-3"), fontSize: cssVar("size-xs") };

const Lines = memo(function Lines(props: LinesProps): ReactNode {
  const { series, counters, view, gutter, width, height } = props;
  const rows = useMemo(
    () => rowsOf(series, counters, view, width),
    [series, counters, view, width],
  );
  const most = rows.reduce(
    (largest, row) =>
      counters.reduce((more, { lane }) => Math.max(more, row[lane.id] ?? 0), largest),
    0,
  );
  const { to, step, ticks } = valueScale([0, most]);
  return (
    <LineChart
      width={gutter + width + rightMargin}
      height={height}
      data={[...rows]}
      margin={{ top: plotTop, right: rightMargin, bottom: axisFoot, left: 0 }}
      accessibilityLayer={false}
      className={styles.lines ?? ""}
    >
      <CartesianGrid stroke={cssVar("grid")} vertical={false} />
      <XAxis
        dataKey="atMs"
        type="number"
        domain={[view.startMs, view.endMs]}
        allowDataOverflow
        hide
      />
      <YAxis
        width={gutter}
        domain={[0, to]}
        ticks={[...ticks]}
        tickFormatter={(value: number) => formatTick(value, step)}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: cssVar("border") }}
        interval={0}
      />
      {counters.map(({ lane }) => (
        <Line
          key={lane.id}
          dataKey={lane.id}
          type="stepBefore"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
          data-counter={lane.id}
          {...lineOf(lane)}
        />
      ))}
    </LineChart>
  );
});
