/** Questions about a capture whose records and samples the services hold. */
import { useEffect, useState } from "react";
import type { Result } from "../../app/contract/result.ts";
import type {
  CaptureFacets,
  CaptureHits,
  CaptureRow,
  CaptureRows,
  RecordFilter,
  TextQuery,
} from "../../app/contract/rpc/captures.ts";
import { messageOf, services, useConnection } from "./services.ts";

export const noRecordFilter: RecordFilter = {
  files: null,
  sources: null,
  kinds: null,
  phases: null,
  minimumSeverity: null,
  span: null,
  query: null,
};

/** Where the rows of a filter come from, as a list of pages asks for them. */
export interface CaptureRowSource {
  rows(from: number, count: number): Promise<Result<CaptureRows>>;
  rowOf(record: number): Promise<Result<number>>;
  rowAt(atMs: number): Promise<Result<number>>;
}

export const captureRowSource = (id: string, filter: RecordFilter): CaptureRowSource => ({
  rows: (from, count) => services().captures.rows.query({ id, filter, from, count }),
  rowOf: (record) => services().captures.rowOf.query({ id, filter, record }),
  rowAt: (atMs) => services().captures.rowAt.query({ id, filter, atMs }),
});

/** Null: it is not there, or cannot be had now. */
export async function captureRecord(id: string, record: number): Promise<CaptureRow | null> {
  try {
    const request = { id, filter: noRecordFilter, from: record, count: 1 };
    const answer = await services().captures.rows.query(request);
    return answer.ok ? (answer.value.rows[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** Counted again when `seen`, the number of records read, has grown. */
export function useCaptureFacets(id: string, seen: number): CaptureFacets | null {
  const connection = useConnection();
  const [known, setKnown] = useState<{ id: string; facets: CaptureFacets } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again when more was read
  useEffect(() => {
    if (connection !== "open") return;
    let current = true;
    services()
      .captures.facets.query({ id })
      .then(
        (answer) => {
          if (current && answer.ok) setKnown({ id, facets: answer.value });
        },
        // The list of records says what is wrong with the connection.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [id, seen, connection]);
  return known?.id === id ? known.facets : null;
}

export interface CaptureSearch {
  readonly hits: CaptureHits;
  readonly searching: boolean;
  readonly problem: string | null;
}

const noHits: CaptureHits = { total: 0, complete: true, marks: [], times: [] };
const noSearch: CaptureSearch = { hits: noHits, searching: false, problem: null };

/** While one types, no question is sent for every letter. */
const typingMs = 200;
/** Between two questions after hits that are still being counted. */
const recountMs = 300;

/** `seen` as above: records that are read meanwhile are searched too. */
export function useCaptureHits(
  id: string,
  filter: RecordFilter,
  query: TextQuery | null,
  seen: number,
): CaptureSearch {
  const key = JSON.stringify([id, filter, query]);
  const [search, setSearch] = useState<{ key: string; search: CaptureSearch } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for filter and query
  useEffect(() => {
    if (query === null) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (next: CaptureSearch): void => {
      if (current) setSearch({ key, search: next });
    };
    const ask = async (): Promise<void> => {
      try {
        const answer = await services().captures.hits.query({ id, filter, query });
        if (!answer.ok) return settle({ ...noSearch, problem: answer.error.message });
        settle({ hits: answer.value, searching: !answer.value.complete, problem: null });
        if (current && !answer.value.complete) timer = setTimeout(() => void ask(), recountMs);
      } catch (error) {
        settle({ ...noSearch, problem: messageOf(error) });
      }
    };
    timer = setTimeout(() => void ask(), typingMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, seen]);
  if (query === null) return noSearch;
  return search?.key === key ? search.search : { ...noSearch, searching: true };
}

/** The row of the next hit; round at the ends. Null: there is none, or none can be had. */
export async function nextCaptureHit(
  id: string,
  filter: RecordFilter,
  query: TextQuery,
  row: number,
  direction: 1 | -1,
  count: number,
): Promise<number | null> {
  const backwards = direction === -1;
  const from = async (start: number): Promise<number | null> => {
    const request = { id, filter, query, row: start, backwards };
    const answer = await services().captures.nextHit.query(request);
    return answer.ok ? answer.value : null;
  };
  try {
    return (await from(row)) ?? (await from(backwards ? count : -1));
  } catch {
    return null;
  }
}
