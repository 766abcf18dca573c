/** Where in the whole list the hits are: marks beside the scroll bar. */
import { useMemo } from "react";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import styles from "./LogList.module.css";
import type { Hits } from "./log-search.ts";

export interface HitMarksProps {
  readonly records: readonly TimelineRecord[];
  readonly hits: Hits;
  /** Height of the header, where the list does not reach. */
  readonly top: number;
}

/** More marks than this could not be told apart on any screen. */
const places = 250;

export function HitMarks({ records, hits, top }: HitMarksProps) {
  const marks = useMemo(() => {
    if (hits.size === 0) return [];
    const taken = new Set<number>();
    records.forEach((record, row) => {
      if (hits.has(record.index)) taken.add(Math.floor((row / records.length) * places));
    });
    return [...taken];
  }, [records, hits]);
  return (
    <div className={styles.marks} style={{ top }} aria-hidden="true">
      {marks.map((place) => (
        <span key={place} style={{ top: `${((place + 0.5) / places) * 100}%` }} />
      ))}
    </div>
  );
}
