/**
 * Records of an ERRORLOG as a grid of which only the rows in view exist, however many there are. The
 * grid itself has the focus and names its current row; arrow keys move it, Enter shows the whole of a
 * long message.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { belongsTo } from "../../../app/domain/timeline/record-bands.ts";
import type { Band, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { HitMarks } from "./HitMarks.tsx";
import styles from "./LogList.module.css";
import { type Columns, LogHeader, LogRow, PendingRow } from "./LogRow.tsx";
import type { LogRows } from "./log-rows.ts";
import type { TextRange } from "./log-search.ts";
import { RowGeometry } from "./row-geometry.ts";
import { rowForKey } from "./row-keys.ts";
import { useExpandedRows } from "./use-expanded-rows.ts";
import { useMessageRoom } from "./use-message-room.ts";
import { useRowWindow } from "./use-row-window.ts";
import { useSoon, whenHere } from "./use-soon.ts";

export interface LogListProps {
  /** What the list is, for a screen reader: "ERRORLOG, 15 records". */
  readonly label: string;
  readonly rows: LogRows;
  readonly originMs: number;
  readonly columns: Columns;
  /** Index of the selected record. */
  readonly selected: number | null;
  readonly onSelect: (record: TimelineRecord) => void;
  /** Its records are marked at their left. */
  readonly band?: Band | null;
  /** Row that the playhead has reached; -1: none. */
  readonly playheadRow?: number;
  /** Rows with a hit of a search: all, or an even choice. */
  readonly hitRows?: readonly number[];
  /** Where a record matches the search. */
  readonly rangesOf?: (record: TimelineRecord) => readonly TextRange[] | undefined;
  /** Told which rows are in view, half open. */
  readonly onRange?: (from: number, to: number) => void;
  /** Keeps the newest record in view until the user scrolls away from it. */
  readonly follow?: boolean;
  readonly onFollowChange?: (follow: boolean) => void;
  /** Keeps the record at the playhead in view, as while a replay plays. */
  readonly trackPlayhead?: boolean;
  /** What stands in the place of an empty list. */
  readonly empty: string;
}

const rowHeight = 24;
/** Nearer to the end than this counts as being at the end. */
const endSlack = rowHeight / 2;
const noHits: readonly number[] = [];

export function LogList(props: LogListProps) {
  const { rows, columns, selected, hitRows = noHits, playheadRow = -1, band = null } = props;
  const grid = useRef<HTMLTableElement>(null);
  const tenCharacters = useRef<HTMLElement>(null);
  const room = useMessageRoom(tenCharacters);
  const id = useId();
  const hasHeader = columns !== "tail";
  const headerHeight = hasHeader ? rowHeight : 0;
  const version = useSyncExternalStore(
    useCallback((listener: () => void) => rows.subscribe(listener), [rows]),
    () => rows.version,
  );
  const { count } = rows;
  const expanded = useExpandedRows(rowHeight);
  const geometry = useMemo(
    () => new RowGeometry(count, rowHeight, expanded.tallRows(rows, version)),
    [rows, count, expanded, version],
  );
  const view = useRowWindow(grid, geometry, headerHeight);
  const { from, to, scrollToRow, scrollToEnd } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is here changes with the version
  useEffect(() => rows.ensure(from, to), [rows, from, to, version]);
  const { onRange } = props;
  useEffect(() => onRange?.(from, to), [onRange, from, to]);

  const selectedRow = selected === null ? -1 : rows.knownRowOf(selected);
  const revealedRow = useRevealedRow(rows, selected, band);
  useEffect(() => {
    if (revealedRow >= 0) scrollToRow(revealedRow, "auto");
  }, [revealedRow, scrollToRow]);
  const { firstVisible, lastVisible, viewHeight } = view;
  const trackedRow = props.trackPlayhead === true ? playheadRow : -1;
  const visible = useRef({ firstVisible, lastVisible });
  // A list that gets lower keeps its selected row in view; what is scrolled meanwhile counts already.
  const heightBefore = useRef(viewHeight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a matter of the height alone
  useLayoutEffect(() => {
    const last = firstVisible + Math.ceil(heightBefore.current / rowHeight);
    heightBefore.current = viewHeight;
    if (selectedRow >= firstVisible && selectedRow <= last) scrollToRow(selectedRow, "auto");
  }, [viewHeight]);
  useLayoutEffect(() => {
    visible.current = { firstVisible, lastVisible };
  });
  useEffect(() => {
    const { firstVisible: first, lastVisible: last } = visible.current;
    if (trackedRow < 0) return;
    // Page by page: a list that moves with every record could not be read.
    if (trackedRow > first && trackedRow < last) return;
    scrollToRow(trackedRow, "start");
  }, [trackedRow, scrollToRow]);
  const lastRow = props.follow === true ? count - 1 : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that gets lower has another end
  useLayoutEffect(() => {
    if (lastRow >= 0) scrollToEnd();
  }, [lastRow, scrollToEnd, viewHeight]);
  const follow = useFollowing(props, grid);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const current = selectedRow >= 0 ? selectedRow : playheadRow;
    if (event.key === "Enter" && selected !== null && selectedRow >= 0) {
      event.preventDefault();
      expanded.toggle(selected);
      return;
    }
    const pageRows = Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / rowHeight) - 1);
    const row = rowForKey(event.key, { current, count, pageRows });
    if (row === null) return;
    event.preventDefault();
    event.stopPropagation();
    whenHere(rows.load(row), (record) => {
      if (record !== null) props.onSelect(record);
    });
  };

  // One listener for all rows: they come and go while one scrolls.
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const row = target instanceof Element ? target.closest("tr[data-index]") : null;
    const record = rows.at(Number(row?.getAttribute("data-index") ?? -1));
    if (record !== null) props.onSelect(record);
  };

  const selectedIsRendered = selectedRow >= from && selectedRow < to;
  return (
    <div className={styles.frame}>
      <div className={styles.probe} data-columns={columns} aria-hidden="true">
        <div className={styles.probed}>
          <span ref={tenCharacters}>0123456789</span>
        </div>
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is a table
        role="grid"
        tabIndex={0}
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={count + (hasHeader ? 1 : 0)}
        aria-activedescendant={selectedIsRendered ? `${id}-${selectedRow}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={() => {
          view.onScroll();
          follow.onScroll();
        }}
        onWheel={follow.onGesture}
        onPointerDown={follow.onGesture}
        onClick={onClick}
      >
        {hasHeader && <LogHeader columns={columns} />}
        <tbody className={styles.rows} style={{ height: view.height }}>
          {Array.from({ length: to - from }, (_, position) => {
            const row = from + position;
            const record = rows.at(row);
            const place = {
              id: `${id}-${row}`,
              row,
              top: geometry.topOf(row) - view.offset,
              columns,
            };
            return record === null ? (
              <PendingRow key={`row ${row}`} {...place} />
            ) : (
              <LogRow
                key={record.index}
                {...place}
                record={record}
                originMs={props.originMs}
                measure={expanded.measure}
                isSelected={row === selectedRow}
                isInBand={band !== null && belongsTo(record, band)}
                isAtPlayhead={row === playheadRow}
                isExpanded={expanded.has(record.index)}
                room={room}
                ranges={props.rangesOf?.(record)}
                onToggle={expanded.toggle}
              />
            );
          })}
        </tbody>
      </table>
      {count === 0 && <p className={styles.empty}>{props.empty}</p>}
      <HitMarks hitRows={hitRows} count={count} top={headerHeight} />
    </div>
  );
}

/** The selected record, or where the records of a band begin that was chosen elsewhere. */
function useRevealedRow(rows: LogRows, selected: number | null, band: Band | null): number {
  const answer = useMemo(() => {
    if (selected !== null) return rows.rowOf(selected);
    return band === null ? -1 : rows.rowOfBand(band);
  }, [rows, selected, band]);
  return useSoon(answer, -1);
}

/**
 * Following ends when the user moves away from the end, and begins again at the end. Only scrolling
 * that the user began counts: rows that are added scroll the list too.
 */
function useFollowing(
  { follow, onFollowChange }: LogListProps,
  grid: { readonly current: HTMLTableElement | null },
): { onScroll(): void; onGesture(): void } {
  const byUser = useRef(false);
  const onGesture = () => {
    byUser.current = true;
  };
  const onScroll = () => {
    const element = grid.current;
    if (element === null || onFollowChange === undefined) return;
    const atEnd = element.scrollHeight - element.clientHeight - element.scrollTop <= endSlack;
    if (atEnd !== (follow === true) && (byUser.current || atEnd)) onFollowChange(atEnd);
    if (atEnd) byUser.current = false;
  };
  return { onScroll, onGesture };
}
