/** Below the list: what the record at the playhead means, so that playing tells what happens. */
import type { ReactNode } from "react";
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import { recordTerm } from "../../../../app/domain/glossary/glossary.ts";
import type { Timeline, TimelineRecord } from "../../../../app/domain/timeline/timeline.ts";
import { factsOf } from "../record-facts.ts";
import styles from "./ReplayLog.module.css";

interface PlayheadRecordProps {
  readonly timeline: Timeline;
  /** Null: the playhead has reached none. */
  readonly record: TimelineRecord | null;
}

export function PlayheadRecord({ timeline, record }: PlayheadRecordProps): ReactNode {
  // Its place stays: the list must not change its height while one plays.
  if (record === null) return <p className={styles.playhead} />;
  const [title, text] = meaningOf(record, timeline);
  return (
    <p className={styles.playhead} title={`${title}. ${text}`}>
      <span className={styles.place}>Record {formatNumber(record.index + 1)}</span>
      <strong>{title}.</strong> {text}
    </p>
  );
}

/** How good its estimate was comes before what its kind means in general. */
function meaningOf(record: TimelineRecord, timeline: Timeline): readonly [string, string] {
  const { title, what } = recordTerm(record.kind);
  const { hint } = factsOf(record, timeline);
  return [title, hint === null ? what : `${hint} ${what}`];
}
