/** One row of the phase chart: its name, its bars and instants, what is written of them, its silence. */
import { memo, type ReactNode } from "react";
import type { PlacedBar } from "../../../app/charts/bar-layout.ts";
import { PhaseBars } from "../../../app/charts/PhaseBars.tsx";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { DimensionArrow } from "./DimensionArrow.tsx";
import { usePlacedText } from "./measure-text.ts";
import styles from "./PhaseChart.module.css";
import { barRoom, baselineIn } from "./phase-geometry.ts";
import { rowTitles } from "./phase-look.ts";
import { labelRow, type RowContents } from "./row-labels.ts";

interface PhaseRowViewProps extends RowContents {
  /** The bars of a timeline that is laid over this one. */
  readonly laidOver: readonly PlacedBar[];
  /** How many bands the row has beyond what is visible; null: not said. */
  readonly total: number | null;
  readonly asOf: Timeline["asOf"];
  /** More of the timeline is to come. */
  readonly open: boolean;
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  readonly dense: boolean;
  readonly selectedBandId: string | null;
}

export const PhaseRowView = memo(function PhaseRowView(props: PhaseRowViewProps): ReactNode {
  const { row, bars, laidOver, view, width, height, dense, selectedBandId, open } = props;
  usePlacedText();
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const lines = props.asOf.map(({ atMs }) => x(atMs));
  const { inBars, beside, arrows } = labelRow(props, { x, width, lines, open });
  const baseline = baselineIn(row, dense);
  return (
    <div className={styles.row} style={{ height }} data-row={row}>
      <div className={styles.name} title={rowTitles[row]}>
        {rowTitles[row]}
        {props.total !== null && <span className={styles.total}>{formatNumber(props.total)}</span>}
      </div>
      <svg className={styles.track} width={width} height={height} aria-hidden="true">
        {arrows.map(({ left, right, room }) => (
          <DimensionArrow key={left} left={left} right={right} gap={room} middle={baseline - 4} />
        ))}
        <PhaseBars left={0} lozenges {...barRoom(row, dense)} {...{ bars, selectedBandId }} />
        {inBars.map(({ band, text, left }) => (
          <text
            key={`${band.id}/${left}`}
            className={band.phase === null ? styles.commandText : styles.barText}
            data-phase={band.phase ?? "command"}
            x={left}
            y={baseline}
          >
            {text}
          </text>
        ))}
        {beside.map(({ id, text, left }) => (
          <text key={id} className={styles.label} x={left} y={baseline}>
            {text}
          </text>
        ))}
        {laidOver.map(({ band, left, right }) => (
          <rect
            key={band.id}
            className={styles.laidOver}
            data-phase={band.phase ?? "command"}
            x={left + 0.5}
            y={height - 12.5}
            width={Math.max(right - left - 1, 2)}
            height={7}
            rx={2}
          />
        ))}
      </svg>
    </div>
  );
});
