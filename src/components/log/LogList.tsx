/**
 * Records of an ERRORLOG as a grid of which only the rows in view exist. The grid itself has the
 * focus and names its current row; arrow keys move it, Enter shows the whole of a long message.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { HitMarks } from "./HitMarks.tsx";
import styles from "./LogList.module.css";
import { type Columns, LogHeader, LogRow } from "./LogRow.tsx";
import { type Hits, noHits } from "./log-search.ts";
import { rowForKey } from "./row-keys.ts";

export interface LogListProps {
  /** What the list is, for a screen reader: "ERRORLOG, 15 records". */
  readonly label: string;
  readonly records: readonly TimelineRecord[];
  readonly originMs: number;
  readonly columns: Columns;
  /** Index of the selected record. */
  readonly selected: number | null;
  readonly onSelect: (record: TimelineRecord) => void;
  /** Records of this band are marked at their left. */
  readonly bandId?: string | null;
  /** Row that the playhead has reached, see `rowFinder`; -1: none. */
  readonly playheadRow?: number;
  readonly hits?: Hits;
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

export function LogList(props: LogListProps) {
  const { records, columns, selected, hits = noHits, playheadRow = -1, bandId = null } = props;
  const grid = useRef<HTMLTableElement>(null);
  const id = useId();
  const headerHeight = columns === "all" ? rowHeight : 0;
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const virtualizer = useVirtualizer({
    count: records.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((row: number) => records[row]?.index ?? row, [records]),
    overscan: 8,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
  });
  const selectedRow = selected === null ? -1 : rowOf(records, selected);
  const follow = useFollowing(props, grid.current);

  // A band that is chosen elsewhere shows where its records begin.
  const bandRow = useMemo(
    () => (bandId === null ? -1 : records.findIndex((record) => record.bandId === bandId)),
    [records, bandId],
  );
  const revealedRow = selectedRow >= 0 ? selectedRow : bandRow;
  useEffect(() => {
    if (revealedRow >= 0) virtualizer.scrollToIndex(revealedRow, { align: "auto" });
  }, [revealedRow, virtualizer]);
  const trackedRow = props.trackPlayhead === true ? playheadRow : -1;
  useEffect(() => {
    const { range } = virtualizer;
    if (trackedRow < 0 || range === null) return;
    // Page by page: a list that moves with every record could not be read.
    if (trackedRow > range.startIndex && trackedRow < range.endIndex) return;
    virtualizer.scrollToIndex(trackedRow, { align: "start" });
  }, [trackedRow, virtualizer]);
  const lastRow = props.follow === true ? records.length - 1 : -1;
  useLayoutEffect(() => {
    if (lastRow >= 0) grid.current?.scrollTo(0, grid.current.scrollHeight);
  }, [lastRow]);

  const toggle = useCallback(
    (index: number, row: number) => {
      // Rows of one line are not measured: measuring each would cost a layout while one scrolls.
      virtualizer.resizeItem(row, rowHeight);
      setExpanded((before) => {
        const after = new Set(before);
        if (!after.delete(index)) after.add(index);
        return after;
      });
    },
    [virtualizer],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const current = selectedRow >= 0 ? selectedRow : playheadRow;
    if (event.key === "Enter" && selected !== null && selectedRow >= 0) {
      event.preventDefault();
      toggle(selected, selectedRow);
      return;
    }
    const pageRows = Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / rowHeight) - 1);
    const row = rowForKey(event.key, { current, count: records.length, pageRows });
    const record = row === null ? undefined : records[row];
    if (record === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    props.onSelect(record);
  };

  // One listener for all rows: they come and go while one scrolls.
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const row = target instanceof Element ? target.closest("tr[data-index]") : null;
    const record = records[Number(row?.getAttribute("data-index") ?? -1)];
    if (record !== undefined) props.onSelect(record);
  };

  const items = virtualizer.getVirtualItems();
  const selectedIsRendered = items.some(({ index }) => index === selectedRow);
  return (
    <div className={styles.frame}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is a table
        role="grid"
        tabIndex={0}
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={records.length + (columns === "all" ? 1 : 0)}
        aria-activedescendant={selectedIsRendered ? `${id}-${selectedRow}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={follow.onScroll}
        onWheel={follow.onGesture}
        onPointerDown={follow.onGesture}
        onClick={onClick}
      >
        {columns === "all" && <LogHeader />}
        <tbody className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const record = records[item.index];
            if (record === undefined) return null;
            return (
              <LogRow
                key={item.key}
                id={`${id}-${item.index}`}
                record={record}
                originMs={props.originMs}
                columns={columns}
                row={item.index}
                top={item.start - headerHeight}
                measure={virtualizer.measureElement}
                isSelected={item.index === selectedRow}
                isInBand={bandId !== null && record.bandId === bandId}
                isAtPlayhead={item.index === playheadRow}
                isExpanded={expanded.has(record.index)}
                ranges={hits.get(record.index)}
                onToggle={toggle}
              />
            );
          })}
        </tbody>
      </table>
      {records.length === 0 && <p className={styles.empty}>{props.empty}</p>}
      <HitMarks records={records} hits={hits} top={headerHeight} />
    </div>
  );
}

/** Records are in order of their index; a filter may have left some out. */
function rowOf(records: readonly TimelineRecord[], index: number): number {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((records[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return records[low]?.index === index ? low : -1;
}

/**
 * Following ends when the user moves away from the end, and begins again at the end. Only scrolling
 * that the user began counts: rows that are added scroll the list too.
 */
function useFollowing(
  { follow, onFollowChange }: LogListProps,
  grid: HTMLTableElement | null,
): { onScroll(): void; onGesture(): void } {
  const byUser = useRef(false);
  const onGesture = () => {
    byUser.current = true;
  };
  const onScroll = () => {
    if (grid === null || onFollowChange === undefined) return;
    const atEnd = grid.scrollHeight - grid.clientHeight - grid.scrollTop <= endSlack;
    if (atEnd !== (follow === true) && (byUser.current || atEnd)) onFollowChange(atEnd);
    if (atEnd) byUser.current = false;
  };
  return { onScroll, onGesture };
}
