// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed by hand, those of a table are not
/** The list of runs: a grid that keys move through, with only the visible rows on the page. */
import { Tooltip } from "@fluentui/react-components";
import { ArrowDownRegular, ArrowUpRegular } from "@fluentui/react-icons";
import type { Header } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { MoreColumns } from "./MoreColumns.tsx";
import styles from "./RunTable.module.css";
import { type RowHandlers, RunTableRow, rowId } from "./RunTableRow.tsx";
import { choose, chooseAll, move, type Selection } from "./row-selection.ts";
import { columnHelp, figureColumns, type runTableFeatures } from "./run-columns.tsx";
import type { RunTableModel } from "./use-run-table.ts";

const rowHeight = 28;
const headHeight = 28;

interface RunTableProps {
  readonly table: RunTableModel;
  /** The ids of its rows, in the order shown. */
  readonly ids: readonly string[];
  readonly selection: Selection;
  onSelection(selection: Selection): void;
  /** Id of the run whose name is being edited. */
  readonly renaming: string | null;
  onRename(runId: string, name: string | null): void;
  onOpen(entry: RunEntry): void;
}

function SortButton({
  header,
}: {
  readonly header: Header<typeof runTableFeatures, RunEntry>;
}): ReactNode {
  const sorted = header.column.getIsSorted();
  const help = columnHelp[header.column.id];
  const button = (
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
  return help === undefined ? (
    button
  ) : (
    <Tooltip relationship="description" positioning="below-start" content={help}>
      {button}
    </Tooltip>
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

/** One object for the life of the list, so that rows are drawn only when they change. */
function useStableHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers);
  latest.current = handlers;
  return useRef<RowHandlers>({
    onClick: (event, runId) => latest.current.onClick(event, runId),
    onOpen: (entry) => latest.current.onOpen(entry),
    onRename: (runId, name) => latest.current.onRename(runId, name),
  }).current;
}

export function RunTable(props: RunTableProps): ReactNode {
  const { table, ids, selection, onSelection, renaming, onRename, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = table.getRowModel();
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
  const handlers = useStableHandlers({
    onClick: (event, runId) => {
      const held = { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
      onSelection(choose(selection, ids, runId, held));
    },
    onOpen,
    onRename: (runId, name) => {
      onRename(runId, name);
      scroller.current?.focus();
    },
  });
  return (
    <div className={styles.frame}>
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
        data-takes-focus
        className={styles.grid}
        onKeyDown={onKeyDown}
      >
        <div className={styles.table}>
          <Head table={table} />
          <div
            role="rowgroup"
            className={styles.body}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (row === undefined) return null;
              return (
                <RunTableRow
                  key={row.id}
                  row={row}
                  entry={row.original}
                  index={item.index}
                  top={item.start - headHeight}
                  active={row.id === selection.active}
                  selected={selection.selected.has(row.id)}
                  renaming={row.id === renaming}
                  handlers={handlers}
                />
              );
            })}
          </div>
        </div>
      </div>
      <MoreColumns scroller={scroller} />
    </div>
  );
}
