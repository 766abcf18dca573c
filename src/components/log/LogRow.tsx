/** One record, and the header above all of them. */
import { ChevronDown16Regular, ChevronUp16Regular } from "@fluentui/react-icons";
import { memo } from "react";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { formatClock, formatDuration } from "../format/times.ts";
import { PhaseSwatch } from "../rail/PhaseSwatch.tsx";
import styles from "./LogList.module.css";
import { fragmentsOf, type TextRange } from "./log-search.ts";

/** tail: time, source, phase and message, without a header. */
export type Columns = "all" | "tail";

export interface LogRowProps {
  readonly id: string;
  readonly record: TimelineRecord;
  readonly originMs: number;
  readonly columns: Columns;
  readonly row: number;
  readonly top: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly isSelected: boolean;
  readonly isInBand: boolean;
  readonly isAtPlayhead: boolean;
  readonly isExpanded: boolean;
  readonly ranges: readonly TextRange[] | undefined;
  readonly onToggle: (index: number, row: number) => void;
}

/** A silence that long is worth noticing. */
const longSilenceMs = 60_000;
/** Shorter messages fit every window that the program supports. */
const surelyFits = 60;

export function LogHeader() {
  return (
    <thead className={styles.header}>
      <tr className={styles.row} data-columns="all" aria-rowindex={1}>
        <th scope="col" className={styles.number}>
          #
        </th>
        <th scope="col">Time</th>
        <th scope="col" className={styles.since}>
          Since previous
        </th>
        <th scope="col">Source</th>
        <th scope="col">Phase</th>
        <th scope="col">Message</th>
      </tr>
    </thead>
  );
}

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { record, originMs, columns } = props;
  return (
    <tr
      id={props.id}
      ref={props.isExpanded ? props.measure : null}
      data-index={props.row}
      data-columns={columns}
      data-in-band={props.isInBand}
      data-at-playhead={props.isAtPlayhead}
      data-expanded={props.isExpanded}
      className={styles.row}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-rowindex={props.row + (columns === "all" ? 2 : 1)}
      aria-selected={props.isSelected}
    >
      {columns === "all" && <td className={styles.number}>{record.index + 1}</td>}
      <td className={styles.time}>{formatClock(originMs, record.atMs)}</td>
      {columns === "all" && <Since ms={record.sinceMs} />}
      <td className={styles.source} title={record.source}>
        {record.source}
      </td>
      <td className={styles.phase}>
        {record.phase !== null && (
          <>
            <PhaseSwatch phase={record.phase} />
            {phaseTerm(record.phase).title}
          </>
        )}
      </td>
      <Message {...props} />
    </tr>
  );
});

function Since({ ms }: { readonly ms: number | null }) {
  const isLong = ms !== null && Math.abs(ms) >= longSilenceMs;
  return (
    <td className={styles.since} data-long={isLong}>
      {ms === null ? "" : `${ms < 0 ? "" : "+"}${formatDuration(ms)}`}
    </td>
  );
}

function Message({ record, row, ranges = [], isExpanded, onToggle }: LogRowProps) {
  const canExpand = record.text.length > surelyFits || record.text.includes("\n");
  const Chevron = isExpanded ? ChevronUp16Regular : ChevronDown16Regular;
  return (
    <td className={styles.messageCell}>
      <span className={styles.message}>
        {fragmentsOf(record.text, ranges).map(({ text, hit, start }) =>
          hit ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
        )}
      </span>
      {canExpand && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.expand}
          aria-label={isExpanded ? "Show one line" : "Show the whole message"}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(record.index, row);
          }}
        >
          <Chevron />
        </button>
      )}
    </td>
  );
}
