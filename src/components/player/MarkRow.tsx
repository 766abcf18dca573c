/** Moments of a log that are worth a mark: errors by their severity, and what else happened at once. */
import { memo, type ReactNode } from "react";
import { MarkSigns } from "../../../app/charts/MarkSigns.tsx";
import { placeMarks } from "../../../app/charts/mark-layout.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Mark } from "../../../app/domain/timeline/timeline.ts";
import styles from "./PhaseChart.module.css";
import { rowTitles } from "./phase-look.ts";

interface MarkRowProps {
  readonly marks: readonly Mark[];
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  readonly dense: boolean;
  /** Index of the selected record. */
  readonly selectedRecord: number | null;
}

export const MarkRow = memo(function MarkRow(props: MarkRowProps): ReactNode {
  const { marks, view, width, height, dense, selectedRecord } = props;
  return (
    <div className={styles.row} style={{ height }} data-row="marks">
      <div className={styles.name}>
        {rowTitles.marks}
        <span className={styles.total}>{formatNumber(marks.length)}</span>
      </div>
      <svg className={styles.track} width={width} height={height} aria-hidden="true">
        <MarkSigns
          placed={placeMarks(marks, view, width)}
          left={0}
          top={dense ? 4 : 8}
          isSelected={({ mark, count }) => count === 1 && mark.record === selectedRecord}
        />
      </svg>
    </div>
  );
});
