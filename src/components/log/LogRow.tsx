/** One record, and the header above all of them. */
import {
  ChevronDown16Regular,
  ChevronUp16Regular,
  ErrorCircle16Filled,
  Warning16Regular,
} from "@fluentui/react-icons";
import { memo } from "react";
import { formatClock, formatClockDate, formatDuration } from "../../../app/domain/format/times.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { PhaseSwatch } from "../rail/PhaseSwatch.tsx";
import styles from "./LogList.module.css";
import type { TextRange } from "./log-search.ts";
import { ellipsisOf, partsOf } from "./message-parts.ts";

/** tail: time, phase or source, and message, without a header; dated: all, and the day of each time. */
export type Columns = "all" | "dated" | "tail";

export interface RowPlace {
  readonly id: string;
  readonly row: number;
  readonly top: number;
  readonly columns: Columns;
}

export interface LogRowProps extends RowPlace {
  readonly record: TimelineRecord;
  readonly originMs: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly isSelected: boolean;
  readonly isInBand: boolean;
  readonly isAtPlayhead: boolean;
  readonly isExpanded: boolean;
  /** For so many characters of its message. */
  readonly room: number;
  readonly ranges: readonly TextRange[] | undefined;
  readonly onToggle: (index: number) => void;
}

/** A silence that long is worth noticing. */
const longSilenceMs = 60_000;
/** Shorter messages fit every window that the program supports. */
const surelyFits = 60;
/** One line of more characters is wider than any screen. */
const mostOfLine = 1000;
/** How many characters wide the icon of an error is. */
const errorCharacters = 3;
/** From here on an error is the server's, not that of who sent the statement. */
const severeFrom = 17;

export function LogHeader({ columns }: { readonly columns: Columns }) {
  return (
    <thead className={styles.header}>
      <tr className={styles.row} data-columns={columns} aria-rowindex={1}>
        <th scope="col" className={styles.number}>
          #
        </th>
        <th scope="col">Time</th>
        <th scope="col" className={styles.since}>
          Since previous
        </th>
        <th scope="col">Phase, source</th>
        <th scope="col">Message</th>
      </tr>
    </thead>
  );
}

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { record, originMs, columns } = props;
  const clock = columns === "dated" ? formatClockDate : formatClock;
  return (
    <tr
      id={props.id}
      ref={props.isExpanded ? props.measure : null}
      data-index={props.row}
      data-record={record.index}
      data-columns={columns}
      data-in-band={props.isInBand}
      data-at-playhead={props.isAtPlayhead}
      data-expanded={props.isExpanded}
      className={styles.row}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-rowindex={props.row + (columns === "tail" ? 1 : 2)}
      aria-selected={props.isSelected}
    >
      {columns !== "tail" && <td className={styles.number}>{record.index + 1}</td>}
      <td className={styles.time}>{record.atMs === null ? "" : clock(originMs, record.atMs)}</td>
      {columns !== "tail" && <Since ms={record.sinceMs} />}
      <Place record={record} />
      <Message {...props} />
    </tr>
  );
});

/** A row whose record is on its way. */
export const PendingRow = memo(function PendingRow({ id, row, top, columns }: RowPlace) {
  return (
    <tr
      id={id}
      className={styles.row}
      data-columns={columns}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={row + (columns === "tail" ? 1 : 2)}
      aria-busy="true"
    >
      <td className={styles.pending} colSpan={5}>
        <span aria-hidden="true" />
      </td>
    </tr>
  );
});

/** The phase that it belongs to, and who wrote it; in a narrow list the source gives way to the phase. */
function Place({ record: { phase, source } }: Pick<LogRowProps, "record">) {
  const title = phase === null ? null : phaseTerm(phase).title;
  return (
    <td className={styles.place} title={title === null ? source : `${title}, ${source}`}>
      {phase !== null && (
        <span className={styles.phase}>
          <PhaseSwatch phase={phase} />
          <span className={styles.phaseName}>{title}</span>
        </span>
      )}
      <span className={styles.source} data-beside={phase !== null}>
        {source}
      </span>
    </td>
  );
}

function Since({ ms }: { readonly ms: number | null }) {
  const isLong = ms !== null && Math.abs(ms) >= longSilenceMs;
  return (
    <td className={styles.since} data-long={isLong}>
      {ms === null ? "" : `${ms < 0 ? "" : "+"}${formatDuration(ms)}`}
    </td>
  );
}

function Message({ record, ranges = [], isExpanded, room, onToggle }: LogRowProps) {
  const { text, index } = record;
  const canExpand = text.length > surelyFits || text.includes("\n");
  const Chevron = isExpanded ? ChevronUp16Regular : ChevronDown16Regular;
  const shown = isExpanded ? text : text.slice(0, mostOfLine).replaceAll(/\s/g, " ");
  const marked = ranges.filter(({ end }) => end <= shown.length);
  const free = record.error === null ? room : room - errorCharacters;
  const parts = partsOf(shown, marked, isExpanded ? Number.POSITIVE_INFINITY : free);
  return (
    <td className={styles.messageCell} title={canExpand && !isExpanded ? shown : undefined}>
      <Severity record={record} />
      <span className={styles.message}>
        {parts.map(({ role, start: partStart, fragments, rest }) => (
          <span key={partStart} data-role={role}>
            {fragments.map(({ text: part, hit, start }) =>
              hit ? <mark key={start}>{part}</mark> : part,
            )}
            {rest !== "" && (
              <>
                <span className={styles.rest}>{rest}</span>
                <span aria-hidden="true">{ellipsisOf(role)}</span>
              </>
            )}
          </span>
        ))}
        {isExpanded && record.cut && (
          <em className={styles.cut}>{" … cut here; an export has all of it"}</em>
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
            onToggle(index);
          }}
        >
          <Chevron />
        </button>
      )}
    </td>
  );
}

/** The severity of an error, by shape and name, for both the record that numbers it and the one that explains it. */
function Severity({ record: { error } }: Pick<LogRowProps, "record">) {
  if (error === null) return null;
  const severe = error.severity >= severeFrom;
  const Icon = severe ? ErrorCircle16Filled : Warning16Regular;
  const name = `Error ${error.number}, severity ${error.severity}`;
  return (
    <span
      className={styles.severity}
      data-severe={severe}
      role="img"
      aria-label={name}
      title={name}
    >
      <Icon aria-hidden="true" />
    </span>
  );
}
