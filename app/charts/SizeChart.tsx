/** Size on disk of each snapshot over time; several share one plot, told apart by dash and name. */
import type { ReactNode } from "react";
import { byteUnit, inUnit } from "../domain/format/bytes.ts";
import type { Span } from "../domain/timeline/span.ts";
import { cssVar } from "../theme/tokens.ts";
import { axisHeight, TimeAxis, TimeGrid, ValueAxis } from "./ChartAxis.tsx";
import { Drawing } from "./Drawing.tsx";
import { axisTicks, axisTop, toY } from "./lane-scale.ts";
import { planeOf, plotLeft, plotRight, round } from "./plane.ts";
import { textWidth } from "./text-width.ts";

const plot = { top: 12, height: 139 };
const bottom = plot.top + plot.height;

interface SizeChartProps {
  /** Unique in the document. */
  readonly id: string;
  readonly originMs: number;
  readonly view: Span;
  readonly sizes: readonly {
    readonly snapshot: string;
    readonly points: readonly { readonly atMs: number; readonly sizeOnDiskBytes: number }[];
  }[];
}

const dashes = [undefined, "7 3", "2 3", "9 3 2 3"] as const;

const lineOf = (index: number) => ({
  fill: "none",
  stroke: cssVar("data-snapshot-writes"),
  strokeWidth: 1.5,
  strokeDasharray: dashes[index % dashes.length],
});

export function SizeChart({ id, originMs, view, sizes }: SizeChartProps): ReactNode {
  const plane = planeOf(originMs, view);
  const largest = sizes
    .flatMap(({ points }) => points)
    .reduce((most, { sizeOnDiskBytes }) => Math.max(most, sizeOnDiskBytes), 1);
  const unit = byteUnit(largest);
  const top = axisTop(inUnit(largest, unit));
  const y = (value: number) => round(plot.top + toY(top, plot.height, value));
  const place = (point: SizeChartProps["sizes"][number]["points"][number]) =>
    `${plane.x(point.atMs)},${y(inUnit(point.sizeOnDiskBytes, unit))}`;
  const names = sizes.map(({ snapshot }) => snapshot).join(", ");
  return (
    <Drawing
      id={id}
      title="Size on disk of the snapshots"
      description={`Size on disk in ${unit} over time, one line each for ${names}.`}
      height={bottom + axisHeight}
    >
      <text className="lane-title" x={plotLeft} y={12}>
        Size on disk <tspan className="unit">{unit}</tspan>
      </text>
      <TimeGrid plane={plane} top={plot.top + 8} bottom={bottom} />
      {axisTicks(top).map((tick) => (
        <line
          key={tick}
          stroke={cssVar("grid")}
          x1={plotLeft}
          x2={plotRight}
          y1={y(tick)}
          y2={y(tick)}
        />
      ))}
      <ValueAxis top={top} y={y} />
      {sizes.map(({ snapshot, points }, index) => (
        <polyline
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, once dropped
          key={index}
          {...lineOf(index)}
          data-snapshot={snapshot}
          points={points.map(place).join(" ")}
        />
      ))}
      {sizes.length > 1 && <Legend sizes={sizes} />}
      <TimeAxis plane={plane} y={bottom} />
    </Drawing>
  );
}

const keyLength = 30;

/** Beside the title, each name with a piece of its line. What does not fit is in the tables. */
function Legend({ sizes }: Pick<SizeChartProps, "sizes">): ReactNode {
  let next = plotLeft + 130;
  return sizes.map(({ snapshot }, index) => {
    const left = next;
    next += keyLength + 20 + textWidth(snapshot);
    if (next > plotRight) return null;
    return (
      <g
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, once dropped
        key={index}
      >
        <line {...lineOf(index)} x1={left} x2={left + keyLength} y1={8} y2={8} />
        <text className="name" x={left + keyLength + 6} y={12}>
          {snapshot}
        </text>
      </g>
    );
  });
}
