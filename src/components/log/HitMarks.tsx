/** Where in the whole list the hits are: marks beside the scroll bar. */
import { useMemo } from "react";
import styles from "./LogList.module.css";

export interface HitMarksProps {
  /** All rows with a hit, or an even choice of them. */
  readonly hitRows: readonly number[];
  /** How many rows there are in all. */
  readonly count: number;
  /** Height of the header, where the list does not reach. */
  readonly top: number;
}

/** More marks than this could not be told apart on any screen. */
const places = 250;

export function HitMarks({ hitRows, count, top }: HitMarksProps) {
  const marks = useMemo(
    () => [...new Set(hitRows.map((row) => Math.floor((row / Math.max(count, 1)) * places)))],
    [hitRows, count],
  );
  return (
    <div className={styles.marks} style={{ top }} aria-hidden="true">
      {marks.map((place) => (
        <span key={place} style={{ top: `${((place + 0.5) / places) * 100}%` }} />
      ))}
    </div>
  );
}
