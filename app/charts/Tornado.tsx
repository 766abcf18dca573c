/**
 * What of all that is assumed moves a metric how far: a row a figure, what moves it most first, from its
 * value at the slow end (filled) to that at the fast end (outlined), around the line of what is given.
 */
import type { ReactNode } from "react";
import type { BandMetric, BandRow } from "../contract/band.ts";
import { atBegin } from "../domain/format/report-text.ts";
import { bareText, unitName, valueText } from "../domain/statistics/metric.ts";
import { cssVar } from "../theme/tokens.ts";
import { CutText } from "./CutText.tsx";
import { type ChartReading, noneOff } from "./chart-reading.ts";
import { Drawing } from "./Drawing.tsx";
import { round } from "./plane.ts";
import { legendPlaces, SeriesLegend } from "./SeriesLegend.tsx";
import { sideColour } from "./side-look.ts";
import { textWidth } from "./text-width.ts";

interface TornadoShown {
  readonly metric: BandMetric;
  /** "Q’s rotation", by path. */
  readonly names: ReadonlyMap<string, string>;
  /** Rows that are drawn: the others move nothing. */
  readonly shown: ReadonlySet<string>;
  /** Ends that are switched off, in the order of `ends`. */
  readonly off?: ReadonlySet<number> | undefined;
  /** User units. */
  readonly width?: number | undefined;
}

const usualWidth = 640;
const [top, rowHeight, barHeight] = [26, 24, 12];
/** The share of the width that names may take: where they need more, they are cut. */
const mostOfNames = 0.4;
const never = "not within the run";
const ends = [
  { kind: "slow", name: "Slow end" },
  { kind: "fast", name: "Fast end" },
] as const;

function layTornado({ metric, names, shown, off = noneOff, width = usualWidth }: TornadoShown) {
  const { low, high, given } = metric;
  const text = (value: number): string => bareText(metric.metric.unit, value);
  const rows = metric.rows
    .filter(({ path }) => path === null || shown.has(path))
    .map((row, at) => ({
      ...rowOf(row, given, off),
      name: row.path === null ? "All together" : atBegin(names.get(row.path) ?? row.path),
      middle: top + (at + 0.5) * rowHeight,
    }));
  const valueRoom = Math.max(textWidth(text(low)), textWidth(text(high))) + 8;
  const rightRoom = rows.some(({ isMissing }) => isMissing) ? textWidth(never) + 8 : valueRoom;
  const nameRoom = Math.min(
    Math.max(...rows.map(({ name }) => textWidth(name))) + 8,
    mostOfNames * width,
  );
  const plot = { left: nameRoom + valueRoom, right: width - rightRoom };
  const bottom = top + rows.length * rowHeight;
  const legend = legendPlaces(
    ends.map(({ name }) => name),
    // Below the rows: above them stands what is given.
    { left: 0, right: width, headingEnd: width, height: bottom },
  );
  return {
    ...{ width, height: bottom + 4 + legend.height, plot, bottom, nameRoom, rows, legend, text },
    x: (value: number): number =>
      round(plot.left + ((value - low) / (high - low || 1)) * (plot.right - plot.left)),
  };
}

type TornadoLayout = ReturnType<typeof layTornado>;

function rowOf(row: BandRow, given: number, off: ReadonlySet<number>) {
  const seen = ends.flatMap(({ kind }, at) => (off.has(at) ? [] : [{ at, kind, end: row[kind] }]));
  const reached = seen.flatMap(({ at, kind, end }) =>
    end === null || end.value === null ? [] : [{ at, kind, value: end.value }],
  );
  const all = [given, ...reached.map(({ value }) => value)];
  return {
    path: row.path,
    ends: reached,
    missing: seen.filter(({ end }) => end !== null && end.value === null).map(({ at }) => at),
    isMissing: seen.some(({ end }) => end !== null && end.value === null),
    least: Math.min(...all),
    most: Math.max(...all),
  };
}

/** Seen over the other end too, where both go one way. */
const endLook = (kind: "slow" | "fast") => ({
  fill: kind === "slow" ? sideColour(1) : "none",
  stroke: kind === "slow" ? sideColour(1) : cssVar("text-1"),
});

const endSign = (series: number, x: number, y: number): ReactNode => (
  <rect {...endLook(ends[series]?.kind ?? "slow")} x={x + 2} y={y - 5} width={16} height={10} />
);

export function Tornado({
  id,
  ...shown
}: TornadoShown & {
  /** Unique in the document. */
  readonly id: string;
}): ReactNode {
  const layout = layTornado(shown);
  const { metric, off } = shown;
  const { given } = metric;
  const { x, text, bottom, legend } = layout;
  return (
    <Drawing
      id={id}
      title={`${atBegin(metric.metric.name)} over what is assumed`}
      description={metric.sentence}
      width={layout.width}
      height={layout.height}
    >
      <text className="tick" x={x(given)} y={12} textAnchor="middle">
        {`${text(given)} as given`}
      </text>
      <line stroke={cssVar("text-2")} x1={x(given)} x2={x(given)} y1={18} y2={bottom} />
      {layout.rows.map((row) => (
        <Row key={row.path} row={row} given={given} layout={layout} />
      ))}
      <SeriesLegend entries={legend.entries} off={off} sign={endSign} />
    </Drawing>
  );
}

interface RowProps {
  readonly row: TornadoLayout["rows"][number];
  readonly given: number;
  readonly layout: TornadoLayout;
}

function Row({ row, given, layout: { x, text, nameRoom } }: RowProps): ReactNode {
  const { name, middle, least, most, isMissing } = row;
  const right = isMissing ? never : most > given ? text(most) : "";
  return (
    <g data-figure={row.path ?? "all"}>
      <text className="name" x={0} y={middle + 4}>
        <CutText text={name} room={nameRoom - 8} />
      </text>
      {row.ends.map(({ kind, value }) => (
        <rect
          key={kind}
          {...endLook(kind)}
          x={Math.min(x(value), x(given))}
          y={middle - barHeight / 2}
          width={Math.abs(x(value) - x(given))}
          height={barHeight}
        >
          <title>{`${name}, ${kind} end: ${text(value)}`}</title>
        </rect>
      ))}
      {least < given && (
        <text className="tick" x={x(least) - 5} y={middle + 4} textAnchor="end">
          {text(least)}
        </text>
      )}
      {right !== "" && (
        <text className="tick" x={x(most) + 5} y={middle + 4}>
          {right}
        </text>
      )}
    </g>
  );
}

export function readTornado(shown: TornadoShown): ChartReading {
  const layout = layTornado(shown);
  const { metric } = shown;
  const { unit } = metric.metric;
  const { x } = layout;
  return {
    ...{ width: layout.width, height: layout.height, along: "y", line: null },
    stops: layout.rows.map(({ name, middle, ends: reached, missing }) => ({
      at: middle,
      heading: name,
      values: [
        ...reached.map(({ at, value }) => ({
          ...{ series: at, name: ends[at]?.name ?? "", x: x(value), y: middle },
          ...{
            value: valueText(unit, value),
            further: `as given ${valueText(unit, metric.given)}`,
          },
        })),
        ...missing.map((at) => ({
          ...{ series: at, name: ends[at]?.name ?? "", x: layout.plot.right, y: middle },
          value: never,
        })),
      ],
    })),
    legend: layout.legend.entries,
    table: [
      ["Figure", ...ends.map(({ name }) => `${name}, ${unitName(unit)}`), "As given"],
      ...layTornado({ ...shown, off: noneOff }).rows.map(({ name, ends: reached }) => [
        name,
        ...ends.map((_, at) => reached.find((end) => end.at === at)?.value ?? null),
        metric.given,
      ]),
    ],
    sign: endSign,
  };
}
