/** The ERRORLOG of a run: all in memory, searched and filtered here. */
import { useEffect, useMemo, useState } from "react";
import { phaseTerm, recordTerm } from "../../../app/domain/glossary/glossary.ts";
import type { Timeline, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { FacetMenu } from "../../components/log/FacetMenu.tsx";
import {
  type Facet,
  type FacetValue,
  facetValues,
  filterRecords,
  type LogFilter,
  noFilter,
  toggled,
} from "../../components/log/log-filter.ts";
import { rowsInMemory } from "../../components/log/log-rows.ts";
import type { SearchQuery } from "../../components/log/log-search.ts";
import { rowFinder } from "../../components/log/row-keys.ts";
import { useLogSearch } from "../../components/log/use-log-search.ts";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import { nextHit } from "./hit-steps.ts";
import { LogView, shownText } from "./LogView.tsx";
import { phaseNamed } from "./phase-names.ts";
import { selectedOf } from "./selection.ts";

export interface RunLogProps {
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
  const name = phaseNamed(value);
  return name === null ? "Outside phases" : phaseTerm(name).title;
}

export function RunLog({ timeline, player, onHits }: RunLogProps) {
  const { records, originMs } = timeline;
  const [filter, setFilter] = useState<LogFilter>(noFilter);
  const [query, setQuery] = useState<SearchQuery>({ text: "", pattern: false });
  const shown = useMemo(() => filterRecords(records, filter), [records, filter]);
  const rows = useMemo(() => rowsInMemory(shown), [shown]);
  const messages = useMemo(() => records.map(({ text }) => text), [records]);
  const { hits, searching, problem } = useLogSearch(messages, query);
  const hitRows = useMemo(
    () => shown.flatMap(({ index }, row) => (hits.has(index) ? [row] : [])),
    [shown, hits],
  );
  const hitRecords = useMemo(() => shown.filter(({ index }) => hits.has(index)), [shown, hits]);
  useEffect(() => {
    const times = new Set(hitRecords.flatMap(({ atMs }) => (atMs === null ? [] : [atMs])));
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
    if (atMs !== null) player.getState().seek(atMs);
  };
  const step = (direction: 1 | -1) => {
    const from = record?.index ?? shown[playheadRow]?.index ?? -1;
    const target = nextHit(hitRecords, from, direction);
    if (target !== null) select(target);
  };
  return (
    <LogView
      rows={rows}
      shown={shownText(shown.length, records.length)}
      originMs={originMs}
      columns="all"
      search={{
        query,
        total: hitRecords.length,
        current: position < 0 ? null : position + 1,
        searching,
        problem,
        rows: hitRows,
        rangesOf: ({ index }) => hits.get(index),
      }}
      onQuery={setQuery}
      onStep={step}
      selected={record?.index ?? null}
      onSelect={select}
      band={band}
      playheadRow={playheadRow}
      playing={playing}
      filters={<Filters records={records} filter={filter} onChange={setFilter} />}
      empty={records.length === 0 ? "Nothing was logged." : "No record passes the filters."}
    />
  );
}

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
