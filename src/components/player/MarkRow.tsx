/** Moments of a log that are worth a mark: errors by their severity, and what else happened at once. */
import { memo, type ReactNode } from "react";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Mark } from "../../../app/domain/timeline/timeline.ts";
import { type PlacedMark, placeMarks } from "./mark-layout.ts";
import styles from "./PhaseChart.module.css";
import { rowTitles } from "./phase-look.ts";

interface MarkRowProps {
  readonly marks: readonly Mark[];
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  /** Index of the selected record. */
  readonly selectedRecord: number | null;
}

export const MarkRow = memo(function MarkRow(props: MarkRowProps): ReactNode {
  const { marks, view, width, height, selectedRecord } = props;
  return (
    <div className={styles.row} style={{ height }} data-row="marks">
      <div className={styles.name}>
        {rowTitles.marks}
        <span className={styles.total}>{formatNumber(marks.length)}</span>
      </div>
      <div className={styles.track} style={{ width }}>
        {placeMarks(marks, view, width).map((placed) => (
          <MarkSign
            key={placed.mark.id}
            placed={placed}
            selected={placed.count === 1 && placed.mark.record === selectedRecord}
          />
        ))}
      </div>
      <div className={styles.duration} />
    </div>
  );
});

interface MarkSignProps {
  readonly placed: PlacedMark;
  readonly selected: boolean;
}

/** A triangle for errors, filled where severe; a ring for the rest. Several: with their number. */
function MarkSign({ placed: { x, count, weight }, selected }: MarkSignProps): ReactNode {
  return (
    <span className={styles.mark} data-weight={weight} data-selected={selected} style={{ left: x }}>
      <svg width={13} height={12} aria-hidden="true">
        {weight === "event" ? <circle cx={6.5} cy={6} r={4} /> : <path d="M6.5 1.2L12 10.8H1z" />}
      </svg>
      {count > 1 && <span className={styles.markCount}>{formatNumber(count)}</span>}
    </span>
  );
}
