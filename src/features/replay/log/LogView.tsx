/** The list of records with its search field and filters: the same for runs and captures. */
import { type ReactNode, type RefObject, useRef } from "react";
import { countOf, formatNumber } from "../../../../app/domain/format/numbers.ts";
import type { Band, TimelineRecord } from "../../../../app/domain/timeline/timeline.ts";
import { LogList } from "../../../components/log/LogList.tsx";
import type { Columns } from "../../../components/log/LogRow.tsx";
import { LogSearchBox } from "../../../components/log/LogSearchBox.tsx";
import type { LogRows } from "../../../components/log/log-rows.ts";
import type { SearchQuery, TextRange } from "../../../components/log/log-search.ts";
import { useActions } from "../../../state/shell/actions.ts";
import styles from "./ReplayLog.module.css";

/** A search, as the field and the list show it. */
export interface ShownSearch {
  readonly query: SearchQuery;
  /** Records with a hit among those that are shown. */
  readonly total: number;
  /** Which of them is selected, from 1; null: none, or not known. */
  readonly current: number | null;
  readonly searching: boolean;
  readonly problem: string | null;
  /** Rows with a hit: all, or an even choice. */
  readonly rows: readonly number[];
  rangesOf(record: TimelineRecord): readonly TextRange[] | undefined;
}

export interface LogViewProps {
  readonly rows: LogRows;
  readonly shown: string;
  readonly originMs: number;
  readonly columns: Columns;
  readonly search: ShownSearch;
  readonly onQuery: (query: SearchQuery) => void;
  readonly onStep: (direction: 1 | -1) => void;
  /** Index of the selected record. */
  readonly selected: number | null;
  readonly onSelect: (record: TimelineRecord) => void;
  readonly band: Band | null;
  readonly playheadRow: number;
  readonly playing: boolean;
  readonly onRange?: (from: number, to: number) => void;
  readonly filters: ReactNode;
  /** Between the tools and the list: what is wrong, what is hidden. */
  readonly notice?: ReactNode;
  /** Below the list. */
  readonly foot: ReactNode;
  readonly empty: string;
}

export function LogView(props: LogViewProps) {
  const { rows, shown, search, onQuery, onStep } = props;
  const field = useRef<HTMLInputElement>(null);
  useSearchActions(search.total, field, onStep);
  return (
    <section className={styles.log} aria-label="ERRORLOG">
      <header className={styles.tools}>
        <h2>ERRORLOG</h2>
        <LogSearchBox
          inputRef={field}
          query={search.query}
          onChange={onQuery}
          hits={search.total}
          current={search.current}
          searching={search.searching}
          problem={search.problem}
          onStep={onStep}
        />
        {props.filters}
        <span className={styles.shown} title={shown}>
          <span>{shown}</span>
        </span>
      </header>
      {props.notice}
      <LogList
        label={`ERRORLOG, ${shown}`}
        rows={rows}
        originMs={props.originMs}
        columns={props.columns}
        selected={props.selected}
        onSelect={props.onSelect}
        band={props.band}
        playheadRow={props.playheadRow}
        trackPlayhead={props.playing}
        hitRows={search.rows}
        rangesOf={search.rangesOf}
        {...(props.onRange === undefined ? {} : { onRange: props.onRange })}
        empty={props.empty}
      />
      {props.foot}
    </section>
  );
}

/** "15 records shown", "3 of 15 records shown". */
export const shownText = (shown: number, all: number): string =>
  shown === all
    ? `${countOf(all, "record")} shown`
    : `${formatNumber(shown)} of ${countOf(all, "record")} shown`;

function useSearchActions(
  hits: number,
  field: RefObject<HTMLInputElement | null>,
  step: (direction: 1 | -1) => void,
): void {
  const find = () => field.current?.select();
  const common = { group: "View" as const, enabled: hits > 0 };
  useActions([
    { id: "log.find", title: "Find in the log", group: "View", keys: "Ctrl+F", run: find },
    { ...common, id: "log.next-hit", title: "Next hit in the log", keys: "F3", run: () => step(1) },
    {
      ...common,
      id: "log.previous-hit",
      title: "Previous hit in the log",
      keys: "Shift+F3",
      run: () => step(-1),
    },
  ]);
}
