/** What took how long, to scale: rows of bars over one time axis, and a row of marks. It stands still. */

import type { ReactNode } from "react";
import type { Span } from "../domain/timeline/span.ts";
import type { Band } from "../domain/timeline/timeline.ts";
import { cssVar } from "../theme/tokens.ts";
import { AsOfLines, flagsHeight } from "./AsOfLines.tsx";
import { type PlacedBar, placeBars } from "./bar-layout.ts";
import { axisHeight, RowLabel, TimeAxis, TimeGrid } from "./ChartAxis.tsx";
import { CutText } from "./CutText.tsx";
import { Drawing } from "./Drawing.tsx";
import { MarkSigns } from "./MarkSigns.tsx";
import { type PlacedMark, placeMarks } from "./mark-layout.ts";
import { PhaseBars } from "./PhaseBars.tsx";
import { type Plane, planeOf, plotLeft, plotRight } from "./plane.ts";

const rowHeight = 20;
const barHeight = 12;
/** Right of the bars, where rows have texts. */
const textRoom = 108;

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
  /** The severity of the error, 1 to 25; null: no error. */
  readonly severity: number | null;
}

interface BarsChartProps {
  /** Unique in the document. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly originMs: number;
  readonly view: Span;
  readonly rows: readonly BarsRow[];
  /** The phases of one creation share a row. */
  readonly phasesShareRow: boolean;
  /** In order of time. */
  readonly marks: readonly ChartMark[];
  readonly asOf: readonly number[];
  /** What a bar is, in words. */
  barTitle(bar: PlacedBar): string;
  /** What several marks in one place are, in words. */
  marksTitle(marks: PlacedMark<ChartMark>): string;
}

export function BarsChart(props: BarsChartProps): ReactNode {
  const { rows, marks, asOf } = props;
  const texts = rows.some(({ text }) => text !== undefined);
  const plane = planeOf(props.originMs, props.view, {
    right: texts ? plotRight - textRoom : plotRight,
  });
  const top = flagsHeight(plane, asOf) + 4;
  const rowTop = (index: number) => top + index * rowHeight;
  const bottom = rowTop(rows.length + (marks.length > 0 ? 1 : 0));
  return (
    <Drawing {...props} height={bottom + axisHeight}>
      <TimeGrid {...{ plane, top, bottom }} />
      {rows.map((row, index) => (
        <Row key={row.label} label={row.label} top={rowTop(index)}>
          <Bars {...props} {...{ plane, row }} top={rowTop(index)} />
          {row.text !== undefined && (
            <text className="value" x={plotRight} y={rowTop(index) + 14} textAnchor="end">
              {row.text}
            </text>
          )}
        </Row>
      ))}
      {marks.length > 0 && (
        <Row label="Marks" top={rowTop(rows.length)}>
          <MarkSigns
            placed={placeMarks(marks, plane.view, plane.width)}
            left={plotLeft}
            top={rowTop(rows.length) + 4}
            titleOf={props.marksTitle}
          />
        </Row>
      )}
      <TimeAxis plane={plane} y={bottom} />
      <AsOfLines {...{ plane, asOf, bottom }} top={0} />
    </Drawing>
  );
}

/** That a label has, left of the plot, in user units. */
export const labelRoom = plotLeft - 8;

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
      <RowLabel y={top + 14}>
        <CutText text={label} room={labelRoom} />
      </RowLabel>
      {children}
    </g>
  );
}

interface BarsProps extends Pick<BarsChartProps, "barTitle" | "phasesShareRow"> {
  readonly row: BarsRow;
  readonly plane: Plane;
  readonly top: number;
}

function Bars({
  row,
  plane: { view, width },
  top,
  barTitle,
  phasesShareRow,
}: BarsProps): ReactNode {
  const [first] = row.bands;
  if (first === undefined) return null;
  const places = { row: first.row, bands: row.bands, view, width, knownEndMs: view.endMs };
  return (
    <PhaseBars
      bars={placeBars(places)}
      left={plotLeft}
      top={top + (rowHeight - barHeight) / 2}
      height={barHeight}
      phasesShareRow={phasesShareRow}
      titleOf={barTitle}
    />
  );
}
