/**
 * Counters on one axis, each times its multiplier, as the SQLCAT paper's figure 4 has them: what stands in the
 * place of the lanes when one looks at how they move together. Recharts draws it; the pointer and the keyboard
 * move what lies over it and draw no line again.
 */
import { memo, type ReactNode, useMemo } from "react";
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from "recharts";
import { formatTick } from "../../../app/charts/tick-text.ts";
import { valueScale } from "../../../app/charts/value-scale.ts";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { formatReadable } from "../../../app/domain/format/numbers.ts";
import { formatMomentOf, type TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import { columnOf, type Lane, valueAt } from "../../../app/domain/timeline/lanes.ts";
import { type AxisCounter, multiplierText } from "../../../app/domain/timeline/one-axis.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { thin } from "../../../app/domain/timeline/thin.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { ChartTip } from "../charts/ChartTip.tsx";
import { useAtMost } from "../charts/use-at-most.ts";
import { switchHelp, useSeriesSwitch } from "../charts/use-series-switch.ts";
import { plotTop, rightMargin } from "./lane-geometry.ts";
import styles from "./OneAxisChart.module.css";
import { useSize } from "./use-size.ts";

export interface OneAxisChartProps {
  /** Its clock is that of the whole timeline. */
  readonly clock: TimelineClock;
  readonly series: Series;
  /** In the order of the legend. Those of which the series has no column are not shown. */
  readonly counters: readonly AxisCounter[];
  readonly view: Span;
  /** Left of the plot, px: the values of the axis stand there. */
  readonly gutter: number;
  /** Of the plot, px. */
  readonly width: number;
  /** With the legend, px. */
  readonly height: number;
  readonly cursorMs: number | null;
}

const betweenDrawingsMs = 250;

export function OneAxisChart(props: OneAxisChartProps): ReactNode {
  const { series, counters, gutter, width, height } = props;
  const [legend, { height: legendHeight }] = useSize<HTMLDivElement>();
  // The same list as long as the same counters are measured, though samples come.
  const measured = counters.map(({ lane }) => columnOf(lane, series).length > 0).join();
  const shown = useMemo(
    () => counters.filter((_, at) => measured.split(",")[at] === "true"),
    [counters, measured],
  );
  const { off, turn } = useSeriesSwitch();
  const on = useMemo(() => shown.filter((_, at) => !off.has(at)), [shown, off]);
  const plotHeight = Math.max(height - legendHeight, 0);
  // What comes of a run many times a second is drawn less often, with the view that moves along.
  const now = useMemo(() => ({ series, view: props.view }), [series, props.view]);
  const drawn = useAtMost(now, betweenDrawingsMs);
  return (
    <div className={styles.chart} style={{ height }} data-one-axis="">
      <div ref={legend} className={styles.legend} style={{ marginLeft: gutter }}>
        {shown.map((counter, at) => (
          <button
            key={counter.lane.id}
            type="button"
            className={styles.entry}
            aria-pressed={!off.has(at)}
            title={switchHelp}
            onClick={({ shiftKey }) => turn(at, shown.length, shiftKey)}
          >
            <LaneSign lane={counter.lane} />
            {counter.lane.title} <span className={styles.unit}>{multiplierText(counter)}</span>
          </button>
        ))}
      </div>
      <div className={styles.plot}>
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

/** As it is drawn: by colour and dash. */
const lineOf = ({ colour, dash }: Lane) => ({
  stroke: cssVar(colour),
  strokeWidth: 1.75,
  strokeDasharray: dash.join(" "),
});

const LaneSign = ({ lane }: { readonly lane: Lane }): ReactNode => (
  <svg className={styles.sign} viewBox="0 0 20 10" aria-hidden="true">
    <line {...lineOf(lane)} x1={0} x2={20} y1={5} y2={5} />
  </svg>
);

interface TipProps extends Pick<OneAxisChartProps, "clock" | "series" | "counters" | "view"> {
  readonly atMs: number;
}

/** What was measured, in its unit, and what that is on the axis. */
function Tip({ clock, series, counters, view, atMs }: TipProps): ReactNode {
  const rows = counters.map(({ lane, multiplier }) => {
    const value = valueAt(lane, series, atMs);
    return {
      key: lane.id,
      sign: <LaneSign lane={lane} />,
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
      heading={formatMomentOf(clock, atMs)}
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

interface LinesProps extends Omit<OneAxisChartProps, "clock" | "cursorMs"> {}

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
      margin={{ top: plotTop, right: rightMargin, bottom: 1, left: 0 }}
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
