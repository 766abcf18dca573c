/** What took how long, to scale: rows of bars over one time axis, and a row of marks. It stands still. */
import type { ReactNode } from "react";
import type { Span } from "../domain/timeline/span.ts";
import type { Band } from "../domain/timeline/timeline.ts";
import { cssVar } from "../theme/tokens.ts";
import { AsOfLines, flagsHeight } from "./AsOfLines.tsx";
import { type PlacedBar, placeBars } from "./bar-layout.ts";
import { axisHeight, RowLabel, TimeAxis, TimeGrid } from "./ChartAxis.tsx";
import { Drawing } from "./Drawing.tsx";
import { patternOf } from "./Patterns.tsx";
import { phaseColour } from "./phase-colour.ts";
import { type Plane, planeOf, plotLeft, plotRight, round } from "./plane.ts";

const rowHeight = 20;
const barHeight = 12;
/** Right of the bars, where rows have texts. */
const textRoom = 108;
const markSize = 4;

interface BarsRow {
  /** Short: it stands left of the row. */
  readonly label: string;
  readonly bands: readonly Band[];
  /** Right of the bars. */
  readonly text?: string;
}

export interface ChartMark {
  readonly atMs: number;
  readonly title: string;
  /** Filled, where another is hollow. */
  readonly grave: boolean;
}

interface BarsChartProps {
  /** Unique in the document. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly originMs: number;
  readonly view: Span;
  readonly rows: readonly BarsRow[];
  readonly marks: readonly ChartMark[];
  readonly asOf: readonly number[];
  /** What a bar is, in words. */
  barTitle(bar: PlacedBar): string;
  /** What several marks in one place are, in words. */
  marksTitle(marks: readonly ChartMark[]): string;
}

export function BarsChart(props: BarsChartProps): ReactNode {
  const { rows, marks, asOf } = props;
  const texts = rows.some(({ text }) => text !== undefined);
  const plane = planeOf(props.originMs, props.view, texts ? plotRight - textRoom : plotRight);
  const top = flagsHeight(plane, asOf) + 4;
  const rowTop = (index: number) => top + index * rowHeight;
  const bottom = rowTop(rows.length + (marks.length > 0 ? 1 : 0));
  return (
    <Drawing {...props} height={bottom + axisHeight}>
      <TimeGrid {...{ plane, top, bottom }} />
      {rows.map((row, index) => (
        <Row key={row.label} label={row.label} top={rowTop(index)}>
          <Bars {...{ plane, row }} top={rowTop(index)} barTitle={props.barTitle} />
          {row.text !== undefined && (
            <text className="value" x={plotRight} y={rowTop(index) + 14} textAnchor="end">
              {row.text}
            </text>
          )}
        </Row>
      ))}
      {marks.length > 0 && (
        <Row label="Marks" top={rowTop(rows.length)}>
          <Marks {...{ plane, marks }} top={rowTop(rows.length)} marksTitle={props.marksTitle} />
        </Row>
      )}
      <TimeAxis plane={plane} y={bottom} />
      <AsOfLines {...{ plane, asOf, bottom }} top={0} />
    </Drawing>
  );
}

interface RowProps {
  readonly label: string;
  readonly top: number;
  readonly children: ReactNode;
}

function Row({ label, top, children }: RowProps): ReactNode {
  const y = top + rowHeight;
  return (
    <g data-row={label}>
      <line stroke={cssVar("grid")} x1={plotLeft} x2={plotRight} y1={y} y2={y} />
      <RowLabel y={top + 14}>{label}</RowLabel>
      {children}
    </g>
  );
}

interface BarsProps extends Pick<BarsChartProps, "barTitle"> {
  readonly row: BarsRow;
  readonly plane: Plane;
  readonly top: number;
}

function Bars({ row, plane: { view, width }, top, barTitle }: BarsProps): ReactNode {
  const [first] = row.bands;
  if (first === undefined) return null;
  const places = { row: first.row, bands: row.bands, view, width, knownEndMs: view.endMs };
  return placeBars(places).map((bar) => {
    const { phase } = bar.band;
    if (phase === null) return null;
    const height = (barHeight - (bar.levels - 1)) / bar.levels;
    const shape = {
      x: round(plotLeft + bar.left),
      y: round(top + (rowHeight - barHeight) / 2 + bar.level * (height + 1)),
      width: round(bar.right - bar.left),
      height: round(height),
    };
    const pattern = patternOf[phase];
    return (
      <g key={bar.band.id}>
        <rect className={`phase ${phase}`} fill={phaseColour(phase)} {...shape}>
          <title>{barTitle(bar)}</title>
        </rect>
        {pattern !== undefined && <rect fill={pattern} {...shape} />}
      </g>
    );
  });
}

interface MarksProps extends Pick<BarsChartProps, "marks" | "marksTitle"> {
  readonly plane: Plane;
  readonly top: number;
}

/** A diamond each, filled where one is grave; what falls on one place is one diamond. */
function Marks({ marks, plane, top, marksTitle }: MarksProps): ReactNode {
  const places = new Map<number, ChartMark[]>();
  for (const mark of marks) {
    const x = Math.round(plane.x(mark.atMs) / markSize) * markSize;
    const known = places.get(x);
    if (known === undefined) places.set(x, [mark]);
    else known.push(mark);
  }
  const y = top + rowHeight / 2 - markSize;
  const diamond = `l${markSize},${markSize}l${-markSize},${markSize}l${-markSize},${-markSize}Z`;
  return [...places].map(([x, here]) => {
    const grave = here.some((mark) => mark.grave);
    return (
      <path
        key={x}
        className={grave ? "mark grave" : "mark"}
        fill={cssVar(grave ? "error" : "surface")}
        stroke={cssVar("error")}
        strokeWidth={1.5}
        d={`M${x},${y}${diamond}`}
      >
        <title>{marksTitle(here)}</title>
      </path>
    );
  });
}
