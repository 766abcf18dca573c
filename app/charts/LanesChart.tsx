/**
 * Lanes over one time axis: names above them, the phases behind them, and the as-of lines over all.
 * It stands still, as on paper.
 */
import type { ReactNode } from "react";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { formatReadable } from "../domain/format/numbers.ts";
import { formatClock } from "../domain/format/times.ts";
import { phaseTerm } from "../domain/glossary/glossary.ts";
import { columnOf, type Lane, responseLaneId, valueAt } from "../domain/timeline/lanes.ts";
import type { Span } from "../domain/timeline/span.ts";
import { largestIn } from "../domain/timeline/thin.ts";
import type { Band } from "../domain/timeline/timeline.ts";
import { cssVar } from "../theme/tokens.ts";
import { AsOfLines, flagsHeight } from "./AsOfLines.tsx";
import { tintsOf } from "./bar-layout.ts";
import { axisHeight, TimeAxis, ValueAxis } from "./ChartAxis.tsx";
import type { ChartReading } from "./chart-reading.ts";
import { Drawing } from "./Drawing.tsx";
import { LaneBackdrop } from "./LaneBackdrop.tsx";
import { LanePlot } from "./LanePlot.tsx";
import { axisTop, toY } from "./lane-scale.ts";
import { unmeasured } from "./Patterns.tsx";
import { bandColour, isSpan } from "./phase-colour.ts";
import { chartWidth, inRows, type Plane, planeOf, plotLeft, round, rowsOf } from "./plane.ts";
import { textWidth } from "./text-width.ts";

const nameRow = 16;
const phaseRow = 14;
const strip = { height: 4, room: 10 };
interface LaneSize {
  readonly height: number;
  readonly plotHeight: number;
}
/** What users notice is drawn high enough to be read as a curve, the rest to see when it happened. */
const noticed: ReadonlySet<string> = new Set(["transactionsPerSecond", responseLaneId]);
const sizes: { readonly high: LaneSize; readonly low: LaneSize } = {
  high: { height: 80, plotHeight: 73 },
  low: { height: 44, plotHeight: 37 },
};
const sizeOf = ({ id, engineId = id }: Lane): LaneSize =>
  noticed.has(engineId) ? sizes.high : sizes.low;
/** The title lies over the room that a plot leaves above its highest tick. */
const plotRoom = 8;

export interface LanesShown {
  readonly originMs: number;
  readonly view: Span;
  readonly series: Series;
  readonly lanes: readonly Lane[];
  readonly bands: readonly Band[];
  readonly asOf: readonly number[];
  /** What is named above the lanes, where it begins. */
  readonly names: readonly { readonly text: string; readonly atMs: number }[];
  readonly warmupEndMs: number;
  /** Null: there is no steady state to show. */
  readonly steadyFromMs: number | null;
  /** User units. */
  readonly width?: number | undefined;
}

interface LanesChartProps extends LanesShown {
  /** Unique in the document. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** Where the rows above the lanes and the lanes themselves begin. */
function layLanes(shown: LanesShown) {
  const { lanes, bands, asOf, width = chartWidth } = shown;
  const plane = planeOf(shown.originMs, shown.view, { edge: width - 10 });
  const names = inRows(
    shown.names.map(({ text, atMs }) => ({ text, x: plane.x(atMs) })),
    "start",
    plane.edge,
  );
  const flagsTop = names.length === 0 ? 0 : rowsOf(names) * nameRow + 3;
  const phases = namedPhases(bands, asOf, plane);
  const phasesTop = flagsTop + flagsHeight(plane, asOf) + 2;
  const stripTop = phasesTop + (phases.length > 0 ? phaseRow : 0);
  const lanesTop = stripTop + strip.room;
  const tops = lanes.map((_, index) =>
    lanes.slice(0, index).reduce((sum, before) => sum + sizeOf(before).height, lanesTop),
  );
  const height = lanes.reduce((sum, lane) => sum + sizeOf(lane).height, 0);
  const bottom = lanesTop + height;
  return {
    ...{ plane, names, flagsTop, phases, phasesTop, stripTop, lanesTop, tops },
    height,
    bottom,
  };
}

export function LanesChart(props: LanesChartProps): ReactNode {
  const { lanes, series, bands, asOf, warmupEndMs, steadyFromMs } = props;
  const layout = layLanes(props);
  const { plane, names, flagsTop, phases, phasesTop, stripTop, lanesTop, tops } = layout;
  const { height, bottom } = layout;
  const { view, width } = plane;
  const warmup = warmupEndMs > view.startMs;
  const steadyMs = steadyFromMs !== null && plane.shows(steadyFromMs) ? steadyFromMs : null;
  const unsteady =
    steadyMs !== null && steadyMs > warmupEndMs
      ? [{ startMs: Math.max(warmupEndMs, view.startMs), endMs: steadyMs }]
      : [];
  return (
    <Drawing
      id={props.id}
      title={props.title}
      description={props.description}
      width={props.width}
      height={bottom + axisHeight}
    >
      {names.map(({ text, left, row }) => (
        <text key={`${text} ${left}`} className="name" x={left} y={row * nameRow + 12}>
          {text}
        </text>
      ))}
      {phases.map(({ text, left }) => (
        <text key={left} className="tick" x={round(plotLeft + left)} y={phasesTop + 10}>
          {text}
        </text>
      ))}
      <PhaseStrip bands={bands} plane={plane} top={stripTop} />
      <g transform={`translate(${plotLeft} ${lanesTop})`}>
        <LaneBackdrop
          {...{ bands, view, width, height }}
          endMs={view.endMs}
          hatched={[
            ...(warmup ? [{ startMs: view.startMs, endMs: warmupEndMs }] : []),
            ...unsteady,
          ]}
          hatch={unmeasured}
          ticks={plane.ticks}
        />
      </g>
      {warmup && plane.x(warmupEndMs) - plotLeft > 50 && (
        <text className="tick" x={plane.x(warmupEndMs) - 4} y={lanesTop - 4} textAnchor="end">
          warm-up
        </text>
      )}
      {steadyMs !== null && (
        <g>
          <line
            stroke={cssVar("text-2")}
            strokeDasharray="2 3"
            x1={plane.x(steadyMs)}
            x2={plane.x(steadyMs)}
            y1={lanesTop - 4}
            y2={bottom}
          />
          <text className="tick" x={plane.x(steadyMs) + 4} y={lanesTop - 4}>
            steady
          </text>
        </g>
      )}
      {lanes.map((shown, index) => (
        <LaneOf key={shown.id} {...{ series, plane }} lane={shown} y={tops[index] ?? lanesTop} />
      ))}
      <TimeAxis plane={plane} y={bottom} />
      <AsOfLines {...{ plane, asOf, bottom }} top={flagsTop} />
      {lanes.map((shown, index) => (
        <LaneTitle key={shown.id} lane={shown} y={tops[index] ?? lanesTop} />
      ))}
    </Drawing>
  );
}

/** Too short to be seen as more than a hair. */
const leastNamed = 3;

/** The longest first, each where it begins, as far as no other has its name there. */
function namedPhases(bands: readonly Band[], asOf: readonly number[], plane: Plane) {
  const { view, width } = plane;
  const lines = asOf.filter(plane.shows).map((atMs) => plane.x(atMs) - plotLeft);
  const named: { readonly text: string; readonly left: number; readonly right: number }[] = [];
  const tints = tintsOf(bands.filter(isSpan), view, width, view.endMs, bandColour);
  for (const { band, left: start, width: long } of tints.toSorted((a, b) => b.width - a.width)) {
    const text = band.phase === null || long < leastNamed ? "" : phaseTerm(band.phase).title;
    const room = textWidth(text) + 6;
    const left = besideLine(start, room, lines);
    const right = left + room;
    const isFree =
      left >= 0 &&
      right <= width &&
      named.every((one) => right <= one.left || left >= one.right) &&
      lines.every((line) => line <= left || line >= right);
    if (text !== "" && isFree) named.push({ text, left, right });
  }
  return named;
}

/** No as-of line goes through a name: it ends before the line, or begins after it where its phase does. */
function besideLine(left: number, room: number, lines: readonly number[]): number {
  const crossing = lines.find((line) => line > left - 3 && line < left + room);
  if (crossing === undefined) return left;
  return crossing <= left + 3 ? crossing + 3 : crossing - room;
}

/** At least a hair wide: a phase of milliseconds must be seen in a run of minutes. */
function PhaseStrip(props: {
  readonly bands: readonly Band[];
  readonly plane: Plane;
  readonly top: number;
}): ReactNode {
  const { view, width } = props.plane;
  return tintsOf(props.bands.filter(isSpan), view, width, view.endMs, bandColour).map((tint) => (
    <rect
      key={tint.band.id}
      fill={bandColour(tint.band)}
      x={plotLeft + tint.left}
      y={props.top}
      width={Math.max(1, tint.width)}
      height={strip.height}
    />
  ));
}

interface LaneOfProps {
  readonly lane: Lane;
  readonly series: Series;
  readonly plane: Plane;
  readonly y: number;
}

/** Where a lane's line is at its value, and its highest tick. */
function laneScale(series: Series, lane: Lane, plane: Plane, y: number) {
  const top = axisTop(largestIn(series.timeMs, columnOf(lane, series), plane.view) * lane.scale);
  const { plotHeight } = sizeOf(lane);
  return { top, y: (value: number) => y + plotRoom + toY(top, plotHeight, value) };
}

const laneSign =
  (lanes: readonly Lane[]) =>
  (at: number, x: number, y: number): ReactNode => {
    const colour = lanes[at]?.colour ?? "text-3";
    return <rect fill={cssVar(colour)} x={x + 4} y={y - 1.5} width={12} height={3} />;
  };

/** At each sample the values of all lanes. They have no legend: each has its name above it. */
export function readLanes(shown: LanesShown): ChartReading {
  const { lanes, series, originMs, width = chartWidth } = shown;
  const layout = layLanes(shown);
  const { plane, tops, bottom } = layout;
  const placed = lanes.map((lane, at) => ({
    lane,
    ...laneScale(series, lane, plane, tops[at] ?? 0),
  }));
  const samples = [...series.timeMs].filter(plane.shows);
  return {
    ...{ width, height: bottom + axisHeight, along: "x", line: [layout.lanesTop, bottom] },
    stops: samples.map((atMs) => ({
      at: plane.x(atMs),
      heading: plane.clock(atMs),
      values: placed.flatMap(({ lane, y }, at) => {
        const value = valueAt(lane, series, atMs);
        if (value === null) return [];
        const text = `${formatReadable(value)} ${lane.unit}`;
        return [{ series: at, name: lane.title, value: text, x: plane.x(atMs), y: y(value) }];
      }),
    })),
    legend: [],
    table: [
      ["Time", ...lanes.map(({ title, unit }) => `${title}, ${unit}`)],
      ...samples.map((atMs) => [
        formatClock(originMs, atMs),
        ...lanes.map((lane) => valueAt(lane, series, atMs)),
      ]),
    ],
    sign: laneSign(lanes),
  };
}

function LaneOf({ lane: shown, series, plane, y }: LaneOfProps): ReactNode {
  const { view, width } = plane;
  const { top, y: yOf } = laneScale(series, shown, plane, y);
  const { plotHeight } = sizeOf(shown);
  return (
    <g>
      <ValueAxis top={top} y={yOf} />
      <svg aria-hidden="true" x={plotLeft} y={y + plotRoom} width={width} height={plotHeight}>
        <LanePlot
          {...{ series, view, width, top }}
          lane={shown}
          height={plotHeight}
          overlay={null}
        />
      </svg>
    </g>
  );
}

/** After the lines, which go below it: its halo keeps it readable. */
function LaneTitle({ lane, y }: Pick<LaneOfProps, "lane" | "y">): ReactNode {
  const { title, unit, colour } = lane;
  return (
    <g>
      <rect fill={cssVar(colour)} x={plotLeft} y={y + 7} width={12} height={3} />
      <text className="lane-title" x={plotLeft + 18} y={y + 12}>
        {title} <tspan className="unit">{unit}</tspan>
      </text>
    </g>
  );
}
