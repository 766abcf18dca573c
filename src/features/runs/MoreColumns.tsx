/** The edge of a table that is wider than its place: how many columns are beyond it, and the way to them. */
import { ChevronLeft16Regular, ChevronRight16Regular } from "@fluentui/react-icons";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import styles from "./RunTable.module.css";

interface MoreColumnsProps {
  readonly scroller: RefObject<HTMLElement | null>;
}

export function MoreColumns({ scroller }: MoreColumnsProps): ReactNode {
  const beyond = useColumnsBeyond(scroller);
  if (beyond === null) return null;
  const atEnd = beyond.length === 0;
  const label = atEnd
    ? "Back to the first columns"
    : `${countOf(beyond.length, "more column")}: ${beyond.join(", ")}`;
  const go = (): void => {
    const grid = scroller.current;
    if (grid === null) return;
    grid.scrollTo({ left: atEnd ? 0 : columnStart(grid, grid.scrollLeft + grid.clientWidth / 2) });
  };
  return (
    <button type="button" className={styles.more} aria-label={label} title={label} onClick={go}>
      <span>
        {atEnd ? <ChevronLeft16Regular aria-hidden /> : <ChevronRight16Regular aria-hidden />}
        {!atEnd && `+${formatNumber(beyond.length)}`}
      </span>
    </button>
  );
}

/** How far to scroll, `atMost`, so that a column begins beside that of the names, which stays where it is. */
function columnStart(grid: HTMLElement, atMost: number): number {
  const [, ...columns] = grid.querySelectorAll<HTMLElement>('[role="columnheader"]');
  const starts = columns.map((column) => column.offsetLeft - (columns[0]?.offsetLeft ?? 0));
  return starts.findLast((start) => start <= atMost) ?? 0;
}

/** Names of the columns of which some is beyond the right edge; null: the table fits. */
function useColumnsBeyond(scroller: RefObject<HTMLElement | null>): readonly string[] | null {
  const [beyond, setBeyond] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const grid = scroller.current;
    if (grid === null) return;
    const measure = (): void => {
      const now = grid.scrollWidth > grid.clientWidth ? columnsBeyond(grid) : null;
      setBeyond((before) => (before?.join() === now?.join() ? before : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    grid.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      grid.removeEventListener("scroll", measure);
    };
  }, [scroller]);
  return beyond;
}

function columnsBeyond(grid: HTMLElement): readonly string[] {
  const edge = grid.getBoundingClientRect().left + grid.clientWidth;
  return [...grid.querySelectorAll('[role="columnheader"]')]
    .filter((header) => header.getBoundingClientRect().right > edge + 1)
    .map((header) => header.textContent ?? "");
}
