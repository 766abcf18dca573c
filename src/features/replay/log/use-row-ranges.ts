/** Where the visible records of a capture match a search; what is not in view is counted by services. */
import { useCallback, useMemo, useState } from "react";
import type { TimelineRecord } from "../../../../app/domain/timeline/timeline.ts";
import type { LogRows } from "../../../components/log/log-rows.ts";
import {
  compileQuery,
  type SearchQuery,
  type TextRange,
} from "../../../components/log/log-search.ts";
import { useLogSearch } from "../../../components/log/use-log-search.ts";

export interface RowRanges {
  rangesOf(record: TimelineRecord): readonly TextRange[] | undefined;
  onRange(from: number, to: number): void;
}

/** Rows are searched by so many at once: a pattern is not tried anew with every turn of the wheel. */
const block = 64;

const noQuery: SearchQuery = { text: "", pattern: true };

export function useRowRanges(rows: LogRows, query: SearchQuery): RowRanges {
  const [range, setRange] = useState({ from: 0, to: block });
  const onRange = useCallback((from: number, to: number) => {
    const next = { from: Math.floor(from / block) * block, to: Math.ceil(to / block) * block };
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
  }, []);
  // Text is found at once; a pattern could take for ever, so a worker tries it.
  const ofText = useMemo(() => textRanges(query), [query]);
  const { version } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is here changes with the version
  const visible = useMemo(() => {
    if (!query.pattern || query.text === "") return [];
    return Array.from({ length: range.to - range.from }, (_, at) =>
      rows.at(range.from + at),
    ).filter((record) => record !== null);
  }, [rows, version, range, query]);
  const messages = useMemo(() => visible.map(({ text }) => text), [visible]);
  const { hits } = useLogSearch(messages, query.pattern ? query : noQuery);
  const ofPattern = useMemo(
    () => new Map(visible.map(({ index }, at) => [index, hits.get(at)])),
    [visible, hits],
  );
  return { onRange, rangesOf: query.pattern ? ({ index }) => ofPattern.get(index) : ofText };
}

function textRanges(query: SearchQuery): RowRanges["rangesOf"] {
  const compiled = compileQuery({ text: query.text, pattern: false });
  if (!compiled.ok || query.text === "") return () => undefined;
  const known = new WeakMap<TimelineRecord, readonly TextRange[]>();
  return (record) => {
    const ranges = known.get(record) ?? compiled.value(record.text);
    known.set(record, ranges);
    return ranges;
  };
}
