// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed by hand, those of a table are not
/** One row of the run list, drawn again only when its run or its state in the list changes. */
import { FlexRender, type Row } from "@tanstack/react-table";
import { type MouseEvent, memo, type ReactNode } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { RenameField } from "./RenameField.tsx";
import styles from "./RunTable.module.css";
import { figureColumns, type runTableFeatures } from "./run-columns.tsx";

export interface RowHandlers {
  onClick(event: MouseEvent, runId: string): void;
  onOpen(entry: RunEntry): void;
  /** Null: the name stays. */
  onRename(runId: string, name: string | null): void;
}

interface RunTableRowProps {
  readonly row: Row<typeof runTableFeatures, RunEntry>;
  /** Named beside the row, so that a changed run is drawn anew. */
  readonly entry: RunEntry;
  /** Position in the order shown, from 0. */
  readonly index: number;
  /** Distance from the top of the first row, px. */
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly renaming: boolean;
  readonly handlers: RowHandlers;
}

/** The id of the row's element, by which the grid names its active row. */
export const rowId = (runId: string): string => `run-${runId}`;

const cellClass = (columnId: string): string | undefined =>
  figureColumns.has(columnId) ? `${styles.cell} ${styles.figure}` : styles.cell;

export const RunTableRow = memo(function RunTableRow(props: RunTableRowProps): ReactNode {
  const { row, entry, index, top, active, selected, renaming, handlers } = props;
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
      onClick={(event) => handlers.onClick(event, entry.id)}
      onDoubleClick={() => handlers.onOpen(entry)}
    >
      {row.getAllCells().map((cell) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the grid keeps the focus
        <div key={cell.id} role="gridcell" className={cellClass(cell.column.id)}>
          {renaming && cell.column.id === "name" ? (
            <RenameField name={entry.name} onDone={(name) => handlers.onRename(entry.id, name)} />
          ) : (
            <FlexRender cell={cell} />
          )}
        </div>
      ))}
    </div>
  );
});
