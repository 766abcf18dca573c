/**
 * What of all that is assumed moves a metric how far: a row a figure, what moves it most first, from its
 * value at the slow end (filled) to that at the fast end (outlined), around the line of what is given.
 */
import type { ReactNode } from "react";
import type { BandMetric, BandRow } from "../contract/band.ts";
import { atBegin } from "../domain/format/report-text.ts";
import { bareText } from "../domain/statistics/metric.ts";
import { cssVar } from "../theme/tokens.ts";
import { CutText } from "./CutText.tsx";
import { Drawing } from "./Drawing.tsx";
import { round } from "./plane.ts";

interface TornadoProps {
  /** Unique in the document. */
  readonly id: string;
  readonly metric: BandMetric;
  /** "Q’s rotation", by path. */
  readonly names: ReadonlyMap<string, string>;
  /** Rows that are drawn: the others move nothing. */
  readonly shown: ReadonlySet<string>;
}

const width = 640;
/** Values stand beside the bars: so much room at either side. */
const plot = { left: 280, right: 550 };
const [top, rowHeight, barHeight] = [26, 24, 12];
/** Characters that a name has room for. */
const nameRoom = 27;
const never = "not within the run";

export function Tornado({ id, metric, names, shown }: TornadoProps): ReactNode {
  const { low, high, given } = metric;
  const unit = metric.metric.unit;
  const spread = high - low || 1;
  const x = (value: number): number =>
    round(plot.left + ((value - low) / spread) * (plot.right - plot.left));
  const rows = metric.rows.filter(({ path }) => path === null || shown.has(path));
  const bottom = top + rows.length * rowHeight;
  const text = (value: number): string => bareText(unit, value);
  return (
    <Drawing
      id={id}
      title={`${atBegin(metric.metric.name)} over what is assumed`}
      description={metric.sentence}
      width={width}
      height={bottom + 4}
    >
      <text className="tick" x={x(given)} y={12} textAnchor="middle">
        {`${text(given)} as given`}
      </text>
      <line stroke={cssVar("text-2")} x1={x(given)} x2={x(given)} y1={18} y2={bottom} />
      {rows.map((row, place) => (
        <Row
          key={row.path}
          name={row.path === null ? "All together" : atBegin(names.get(row.path) ?? row.path)}
          middle={top + (place + 0.5) * rowHeight}
          {...{ row, given, x, text }}
        />
      ))}
    </Drawing>
  );
}

interface RowProps {
  readonly name: string;
  readonly row: BandRow;
  readonly given: number;
  readonly middle: number;
  x(value: number): number;
  text(value: number): string;
}

function Row({ name, row, given, middle, x, text }: RowProps): ReactNode {
  const ends = [
    { kind: "slow", end: row.slow },
    { kind: "fast", end: row.fast },
  ].flatMap(({ kind, end }) =>
    end === null || end.value === null ? [] : [{ kind, at: end.value }],
  );
  const isMissing = [row.slow, row.fast].some((end) => end !== null && end.value === null);
  const at = [given, ...ends.map((end) => end.at)];
  const [least, most] = [Math.min(...at), Math.max(...at)];
  const right = isMissing ? never : most > given ? text(most) : "";
  return (
    <g data-figure={row.path ?? "all"}>
      <text className="name" x={0} y={middle + 4}>
        <CutText text={name} most={nameRoom} />
      </text>
      {ends.map(({ kind, at: value }) => (
        <rect
          key={kind}
          fill={kind === "slow" ? cssVar("data-response") : "none"}
          // Seen over the other end too, where both go one way.
          stroke={cssVar(kind === "slow" ? "data-response" : "text-1")}
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
