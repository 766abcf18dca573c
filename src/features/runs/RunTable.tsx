// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed by hand, those of a table are not
/** The list of runs: a grid that keys move through, with only the visible rows on the page. */
import { ArrowDownRegular, ArrowUpRegular } from "@fluentui/react-icons";
import type { Header, Row } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useRef,
} from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { RenameField } from "./RenameField.tsx";
import styles from "./RunTable.module.css";
import { choose, chooseAll, move, type Selection } from "./row-selection.ts";
import { figureColumns, type runTableFeatures } from "./run-columns.tsx";
import type { RunTableModel } from "./use-run-table.ts";

const rowHeight = 28;
const headHeight = 28;

type RunRow = Row<typeof runTableFeatures, RunEntry>;

interface RunTableProps {
  readonly table: RunTableModel;
  readonly selection: Selection;
  onSelection(selection: Selection): void;
  /** Id of the run whose name is being edited. */
  readonly renaming: string | null;
  onRename(runId: string, name: string | null): void;
  onOpen(entry: RunEntry): void;
}

const rowId = (runId: string): string => `run-${runId}`;
const cellClass = (columnId: string): string | undefined =>
  figureColumns.has(columnId) ? `${styles.cell} ${styles.figure}` : styles.cell;

function SortButton({
  header,
}: {
  readonly header: Header<typeof runTableFeatures, RunEntry>;
}): ReactNode {
  const sorted = header.column.getIsSorted();
  return (
    <button
      type="button"
      className={styles.sort}
      data-figure={figureColumns.has(header.column.id)}
      onClick={header.column.getToggleSortingHandler()}
    >
      <span className={styles.heading}>{String(header.column.columnDef.header)}</span>
      {sorted === "asc" && <ArrowUpRegular fontSize={12} aria-hidden />}
      {sorted === "desc" && <ArrowDownRegular fontSize={12} aria-hidden />}
    </button>
  );
}

function Head({ table }: { readonly table: RunTableModel }): ReactNode {
  return (
    <div role="rowgroup" className={styles.head}>
      {table.getHeaderGroups().map((group) => (
        // biome-ignore lint/a11y/useFocusableInteractive: rows of a grid with an active descendant take no focus
        <div key={group.id} role="row" aria-rowindex={1} className={styles.row}>
          {group.headers.map((header) => {
            const sorted = header.column.getIsSorted();
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
              <div
                key={header.id}
                role="columnheader"
                aria-sort={
                  sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"
                }
              >
                <SortButton header={header} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface BodyRowProps {
  readonly table: RunTableModel;
  readonly row: RunRow;
  /** Named beside the row, so that a changed run is drawn anew. */
  readonly entry: RunEntry;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly renaming: boolean;
  onClick(event: MouseEvent, runId: string): void;
  onDoubleClick(entry: RunEntry): void;
  onRename(runId: string, name: string | null): void;
}

const BodyRow = memo(function BodyRow(props: BodyRowProps): ReactNode {
  const { table, row, entry, index, top, active, selected, renaming } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all rows
    <div
      id={rowId(entry.id)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={styles.row}
      data-active={active}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => props.onClick(event, entry.id)}
      onDoubleClick={() => props.onDoubleClick(entry)}
    >
      {row.getAllCells().map((cell) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the grid keeps the focus
        <div key={cell.id} role="gridcell" className={cellClass(cell.column.id)}>
          {renaming && cell.column.id === "name" ? (
            <RenameField name={entry.name} onDone={(name) => props.onRename(entry.id, name)} />
          ) : (
            <table.FlexRender cell={cell} />
          )}
        </div>
      ))}
    </div>
  );
});

/** What a key means for the selection; null when the list does not use it. */
function afterKey(
  event: KeyboardEvent,
  selection: Selection,
  rows: readonly string[],
  page: number,
): Selection | null {
  const held = { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
  switch (event.key) {
    case "ArrowDown":
      return move(selection, rows, 1, held);
    case "ArrowUp":
      return move(selection, rows, -1, held);
    case "PageDown":
      return move(selection, rows, page, held);
    case "PageUp":
      return move(selection, rows, -page, held);
    case "Home":
      return move(selection, rows, -Infinity, held);
    case "End":
      return move(selection, rows, Infinity, held);
    case " ":
      return selection.active === null
        ? null
        : choose(selection, rows, selection.active, { ctrl: true, shift: held.shift });
    case "a":
      return held.ctrl ? chooseAll(selection, rows) : null;
    default:
      return null;
  }
}

export function RunTable(props: RunTableProps): ReactNode {
  const { table, selection, onSelection, renaming, onRename, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = table.getRowModel();
  const ids = rows.map(({ id }) => id);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 12,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const activeIndex = selection.active === null ? -1 : ids.indexOf(selection.active);
  // Only a move of the active row scrolls: a sort or a new run must not take the view away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: "auto" });
  }, [selection.active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const entry = rows[activeIndex]?.original;
    if (event.key === "Enter" && entry !== undefined && !event.ctrlKey) {
      event.preventDefault();
      onOpen(entry);
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const next = afterKey(event, selection, ids, page);
    if (next === null) return;
    event.preventDefault();
    onSelection(next);
  };
  const latest = useRef({ selection, ids });
  latest.current = { selection, ids };
  const onClick = useRef((event: MouseEvent, runId: string): void => {
    const held = { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
    onSelection(choose(latest.current.selection, latest.current.ids, runId, held));
  }).current;
  const finishRename = (runId: string, name: string | null): void => {
    onRename(runId, name);
    scroller.current?.focus();
  };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Runs"
      aria-rowcount={rows.length + 1}
      aria-multiselectable
      aria-activedescendant={
        selection.active !== null && activeIndex >= 0 ? rowId(selection.active) : undefined
      }
      tabIndex={0}
      className={styles.grid}
      onKeyDown={onKeyDown}
    >
      <Head table={table} />
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <BodyRow
              key={row.id}
              table={table}
              row={row}
              entry={row.original}
              index={item.index}
              top={item.start - headHeight}
              active={row.id === selection.active}
              selected={selection.selected.has(row.id)}
              renaming={row.id === renaming}
              onClick={onClick}
              onDoubleClick={onOpen}
              onRename={finishRename}
            />
          );
        })}
      </div>
    </div>
  );
}
