/** The records of a log: of millions those in view, filtered and searched by the services. */
import { Button, ToggleButton } from "@fluentui/react-components";
import { FilterRegular, WarningRegular } from "@fluentui/react-icons";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { RecordingOverview, RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import {
  noRecordFilter,
  type RecordFacets,
  type RecordFilter,
} from "../../../../app/contract/rpc/records.ts";
import { isOfDays } from "../../../../app/domain/format/timeline-clock.ts";
import type { Timeline, TimelineRecord } from "../../../../app/domain/timeline/timeline.ts";
import type { LogRows } from "../../../components/log/log-rows.ts";
import type { SearchQuery } from "../../../components/log/log-search.ts";
import { whenHere } from "../../../components/log/use-soon.ts";
import type { HereStore } from "../../../state/player/here.ts";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import {
  isFiltering,
  textQueryOf,
  useRecordFilter,
} from "../../../state/recordings/record-filter.ts";
import { nextHit, useFacets, useHits } from "../../../state/recordings/record-queries.ts";
import { ExportRecords } from "../export/ExportRecords.tsx";
import { selectedOf } from "../selection.ts";
import { HitSteps } from "./hit-steps.ts";
import { LogView, shownText } from "./LogView.tsx";
import { PlayheadRecord } from "./PlayheadRecord.tsx";
import styles from "./RecordFilters.module.css";
import { RecordFilters } from "./RecordFilters.tsx";
import { usePlayheadRow, useRecordRows } from "./use-record-rows.ts";
import { useRowRanges } from "./use-row-ranges.ts";

export interface RecordListProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  readonly overview: RecordingOverview;
  readonly player: PlayerStore;
  readonly reading: boolean;
  /** Told of the record at the playhead. */
  readonly here: HereStore;
  /** Times of the hits, for the charts. Called when they change. */
  readonly onHits: (times: readonly number[]) => void;
}

/** More marks than this would cover the chart. */
const mostMarks = 200;

export function RecordList(props: RecordListProps) {
  const { recording, timeline, overview, player, reading, here, onHits } = props;
  const [filter, setFilter] = useRecordFilter(recording);
  const [query, setQuery] = useState<SearchQuery>({ text: "", pattern: false });
  const { rows, count, complete, problem } = useRecordRows(recording, filter, reading);
  const facets = useFacets(recording, overview.source.records);
  const all = isFiltering(filter) ? countOfAll(facets) : count;
  const textQuery = useMemo(() => textQueryOf(query), [query]);
  const search = useHits(recording, filter, textQuery, count);
  const { rangesOf, onRange } = useRowRanges(rows, query);
  const { marks, times, total } = search.hits;
  useEffect(() => onHits(evenly(times, mostMarks)), [times, onHits]);
  const selection = usePlayerState(player, (state) => state.selection);
  const playing = usePlayerState(player, (state) => state.playing);
  const playheadRow = usePlayheadRow(rows, player);
  const selected = selectedOf(timeline, selection);
  const atPlayhead = recordHere(selected.record, playheadRow < 0 ? null : rows.at(playheadRow));
  useEffect(() => {
    if (playheadRow >= 0) rows.ensure(playheadRow, playheadRow + 1);
  }, [rows, playheadRow]);
  useEffect(() => here.setState({ record: atPlayhead }), [here, atPlayhead]);
  const index = selection?.kind === "record" ? selection.index : null;

  const select = (record: TimelineRecord) => {
    player.getState().pause();
    player.getState().select({ kind: "record", index: record.index, record });
    if (record.atMs !== null) player.getState().seek(record.atMs);
  };
  const [steps] = useState(() => new HitSteps());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hit of another search is no hit of this one
  useEffect(() => () => steps.stop(), [steps, recording, filter, textQuery]);
  const step = (direction: 1 | -1) => {
    if (textQuery === null) return;
    const question = { recording, filter, query: textQuery, direction, count };
    void steps.step({
      from: () => {
        // The selection as it is now: what the last step selected may not be drawn yet.
        const at = player.getState().selection;
        const known = at?.kind === "record" ? rows.knownRowOf(at.index) : -1;
        return known >= 0 ? known : playheadRow;
      },
      find: (row, signal) => nextHit(question, row, signal),
      show: async (row) => {
        const record = await rows.load(row);
        if (record !== null) select(record);
      },
    });
  };
  const selectedRow = index === null ? -1 : rows.knownRowOf(index);
  const files = useMemo(() => overview.files.map(({ name }) => name), [overview.files]);
  const span = selected.span;
  return (
    <LogView
      rows={rows}
      shown={complete || count > 0 ? shownText(count, Math.max(all, count)) : "looking"}
      originMs={timeline.originMs}
      columns={isOfDays(timeline) ? "dated" : "all"}
      search={{
        query,
        total,
        current: marks.length === total ? positionOf(marks, selectedRow) : null,
        searching: search.searching,
        problem: search.problem,
        rows: marks,
        rangesOf,
      }}
      onQuery={setQuery}
      onStep={step}
      onRange={onRange}
      selected={index}
      onSelect={(record) => {
        steps.stop();
        select(record);
      }}
      band={selected.band}
      playheadRow={playheadRow}
      playing={playing}
      filters={
        <>
          <OnlyHits filter={filter} query={query} onChange={setFilter} />
          <RecordFilters
            filter={filter}
            onChange={setFilter}
            facets={facets}
            files={files}
            selection={span}
            timeline={timeline}
          />
          <ExportRecords
            recording={recording}
            filter={filter}
            selection={span === null ? null : { fromMs: span.startMs, toMs: span.endMs }}
          />
        </>
      }
      notice={
        <>
          {problem !== null && <Notice>{problem}</Notice>}
          <Hidden rows={rows} index={index} onShow={() => setFilter(noRecordFilter)} />
        </>
      }
      foot={<PlayheadRecord timeline={timeline} record={atPlayhead} />}
      empty={emptyText(isFiltering(filter), reading || !complete)}
    />
  );
}

/** The record that is selected, where several are at one time. `reached`: the last of them. */
const recordHere = (
  selected: TimelineRecord | null,
  reached: TimelineRecord | null,
): TimelineRecord | null =>
  selected !== null && selected.atMs === reached?.atMs ? selected : reached;

/** The count of all files, lines that belong to no record among them. */
const countOfAll = (facets: RecordFacets | null): number =>
  (facets?.files ?? []).reduce((sum, { count }) => sum + count, 0);

const positionOf = (rows: readonly number[], row: number): number | null => {
  const position = rows.indexOf(row);
  return position < 0 ? null : position + 1;
};

/** The times that a chart can show, spread over all of them. */
function evenly(times: readonly number[], most: number): readonly number[] {
  const once = [...new Set(times)];
  if (once.length <= most) return once;
  return Array.from({ length: most }, (_, at) => once[Math.floor((at * once.length) / most)] ?? 0);
}

function emptyText(filtered: boolean, more: boolean): string {
  if (more)
    return filtered ? "No records match the filters so far." : "No records have been read yet.";
  return filtered ? "No records match the filters." : "These logs have no records.";
}

interface OnlyHitsProps {
  readonly filter: RecordFilter;
  readonly query: SearchQuery;
  readonly onChange: (filter: RecordFilter) => void;
}

/** What is searched for can be all that is shown; the field may then search in that. */
function OnlyHits({ filter, query, onChange }: OnlyHitsProps) {
  const wanted = textQueryOf(query);
  const shown = filter.query;
  const label =
    shown === null ? "Show only records with a hit" : `Only records with ${shown.text}: show all`;
  return (
    <ToggleButton
      size="small"
      appearance="subtle"
      className={styles.onlyHits ?? ""}
      icon={<FilterRegular />}
      aria-label={label}
      title={label}
      checked={shown !== null}
      disabled={shown === null && wanted === null}
      onClick={() => onChange({ ...filter, query: shown === null ? wanted : null })}
    />
  );
}

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.notice} role="status">
      <WarningRegular fontSize={16} aria-hidden="true" />
      {children}
    </div>
  );
}

interface HiddenProps {
  readonly rows: LogRows;
  /** The index of the selected record. */
  readonly index: number | null;
  readonly onShow: () => void;
}

/** A finding may lead to a record that the filters leave out. */
function Hidden({ rows, index, onShow }: HiddenProps) {
  const [hidden, setHidden] = useState<number | null>(null);
  useEffect(() => {
    if (index === null) return;
    let current = true;
    const settle = (record: TimelineRecord | null) => {
      if (current) setHidden(record?.index === index ? null : index);
    };
    whenHere(rows.rowOf(index), (row) => {
      if (row < 0) settle(null);
      else whenHere(rows.load(row), settle);
    });
    return () => {
      current = false;
    };
  }, [rows, index]);
  if (index === null || hidden !== index) return null;
  return (
    <Notice>
      The selected record is hidden by the filters.
      <Button size="small" onClick={onShow}>
        Clear the filters
      </Button>
    </Notice>
  );
}
