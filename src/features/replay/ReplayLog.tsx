/** The ERRORLOG of what is replayed: searched, filtered, and selected together with the charts. */
import { useEffect, useMemo, useRef, useState } from "react";
import { phaseNames } from "../../../app/contract/phase.ts";
import { phaseTerm, recordTerm } from "../../../app/domain/glossary/glossary.ts";
import type { Timeline, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { countOf, formatNumber } from "../../components/format/numbers.ts";
import { FacetMenu } from "../../components/log/FacetMenu.tsx";
import { LogList } from "../../components/log/LogList.tsx";
import { LogSearchBox } from "../../components/log/LogSearchBox.tsx";
import {
  type Facet,
  type FacetValue,
  facetValues,
  filterRecords,
  type LogFilter,
  noFilter,
  toggled,
} from "../../components/log/log-filter.ts";
import type { SearchQuery } from "../../components/log/log-search.ts";
import { rowFinder } from "../../components/log/row-keys.ts";
import { useLogSearch } from "../../components/log/use-log-search.ts";
import { useActions } from "../../state/actions.ts";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import { nextHit } from "./hit-steps.ts";
import styles from "./ReplayLog.module.css";
import { selectedOf } from "./selection.ts";

export interface ReplayLogProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  /** Times of the hits that are shown, for the charts. Called when they change. */
  readonly onHits: (times: readonly number[]) => void;
}

/** More marks than this would cover the chart. */
const mostMarks = 200;

const menus: readonly { facet: Facet; title: string; nameOf: (value: string) => string }[] = [
  { facet: "source", title: "Source", nameOf: (value) => value || "none" },
  { facet: "phase", title: "Phase", nameOf: phaseTitle },
  { facet: "kind", title: "Kind", nameOf: (value) => recordTerm(value).title },
];

function phaseTitle(value: string): string {
  const name = phaseNames.find((phase) => phase === value);
  return name === undefined ? "Outside phases" : phaseTerm(name).title;
}

export function ReplayLog({ timeline, player, onHits }: ReplayLogProps) {
  const { records, originMs } = timeline;
  const [filter, setFilter] = useState<LogFilter>(noFilter);
  const [query, setQuery] = useState<SearchQuery>({ text: "", pattern: false });
  const field = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => filterRecords(records, filter), [records, filter]);
  const messages = useMemo(() => records.map(({ text }) => text), [records]);
  const search = useLogSearch(messages, query);
  const hitRecords = useMemo(
    () => shown.filter(({ index }) => search.hits.has(index)),
    [shown, search.hits],
  );
  useEffect(() => {
    const times = new Set(hitRecords.map(({ atMs }) => atMs));
    onHits(times.size > mostMarks ? [] : [...times]);
  }, [hitRecords, onHits]);
  const selection = usePlayerState(player, (state) => state.selection);
  const playing = usePlayerState(player, (state) => state.playing);
  // The number of the row changes seldom; the playhead moves with every frame.
  const rowAt = useMemo(() => rowFinder(shown), [shown]);
  const playheadRow = usePlayerState(player, (state) => rowAt(state.playheadMs));
  const { record, band } = selectedOf(timeline, selection);
  const position = hitRecords.findIndex(({ index }) => index === record?.index);

  const select = ({ index, atMs }: TimelineRecord) => {
    player.getState().pause();
    player.getState().select({ kind: "record", index });
    player.getState().seek(atMs);
  };
  const step = (direction: 1 | -1) => {
    const from = record?.index ?? shown[playheadRow]?.index ?? -1;
    const target = nextHit(hitRecords, from, direction);
    if (target !== null) select(target);
  };
  useSearchActions({ hits: hitRecords.length, focus: () => field.current?.select(), step });

  return (
    <section className={styles.log} aria-label="ERRORLOG">
      <header className={styles.tools}>
        <h2>ERRORLOG</h2>
        <LogSearchBox
          inputRef={field}
          query={query}
          onChange={setQuery}
          hits={hitRecords.length}
          current={position < 0 ? null : position + 1}
          searching={search.searching}
          problem={search.problem}
          onStep={step}
        />
        <Filters records={records} filter={filter} onChange={setFilter} />
        <span className={styles.shown}>{shownText(shown.length, records.length)}</span>
      </header>
      <LogList
        label={`ERRORLOG, ${shownText(shown.length, records.length)}`}
        records={shown}
        originMs={originMs}
        columns="all"
        selected={record?.index ?? null}
        onSelect={select}
        bandId={band?.id ?? null}
        playheadRow={playheadRow}
        trackPlayhead={playing}
        hits={search.hits}
        empty={records.length === 0 ? "Nothing was logged." : "No record passes the filters."}
      />
    </section>
  );
}

const shownText = (shown: number, all: number): string =>
  shown === all
    ? `${countOf(all, "record")} shown`
    : `${formatNumber(shown)} of ${countOf(all, "record")} shown`;

interface FiltersProps {
  readonly records: readonly TimelineRecord[];
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
}

function Filters({ records, filter, onChange }: FiltersProps) {
  const values = useMemo(() => {
    const of = (facet: Facet): readonly FacetValue[] => facetValues(records, facet);
    return { source: of("source"), phase: of("phase"), kind: of("kind") };
  }, [records]);
  return menus.map(({ facet, title, nameOf }) => (
    <FacetMenu
      key={facet}
      title={title}
      values={values[facet]}
      nameOf={nameOf}
      chosen={filter[facet]}
      onToggle={(value) => onChange(toggled(filter, facet, value, values[facet]))}
      onReset={() => onChange({ ...filter, [facet]: null })}
    />
  ));
}

interface SearchActs {
  readonly hits: number;
  focus(): void;
  step(direction: 1 | -1): void;
}

function useSearchActions({ hits, focus, step }: SearchActs): void {
  useActions([
    { id: "log.find", title: "Find in the log", group: "View", keys: "Ctrl+F", run: focus },
    {
      id: "log.next-hit",
      title: "Next hit in the log",
      group: "View",
      keys: "F3",
      enabled: hits > 0,
      run: () => step(1),
    },
    {
      id: "log.previous-hit",
      title: "Previous hit in the log",
      group: "View",
      keys: "Shift+F3",
      enabled: hits > 0,
      run: () => step(-1),
    },
  ]);
}
