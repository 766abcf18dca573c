/** Questions about a recording whose records and samples the services hold. */
import { useEffect, useState } from "react";
import type { Result } from "../../../app/contract/result.ts";
import type {
  CaptureFacets,
  CaptureHits,
  CaptureRow,
  CaptureRows,
  RecordFilter,
  TextQuery,
} from "../../../app/contract/rpc/captures.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { messageOf, services, useConnection } from "../services.ts";
import { recordingKey } from "./recording.ts";

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
export interface RecordSource {
  rows(from: number, count: number): Promise<Result<CaptureRows>>;
  rowOf(record: number): Promise<Result<number>>;
  rowAt(atMs: number): Promise<Result<number>>;
}

export const recordSource = (recording: RecordingRef, filter: RecordFilter): RecordSource => ({
  rows: (from, count) => services().recordings.rows.query({ recording, filter, from, count }),
  rowOf: (record) => services().recordings.rowOf.query({ recording, filter, record }),
  rowAt: (atMs) => services().recordings.rowAt.query({ recording, filter, atMs }),
});

/** Null: it is not there, or cannot be had now. */
export async function recordAt(
  recording: RecordingRef,
  record: number,
): Promise<CaptureRow | null> {
  try {
    const request = { recording, filter: noRecordFilter, from: record, count: 1 };
    const answer = await services().recordings.rows.query(request);
    return answer.ok ? (answer.value.rows[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** Counted again when `seen`, the number of records read, has grown. */
export function useFacets(recording: RecordingRef, seen: number): CaptureFacets | null {
  const connection = useConnection();
  const key = recordingKey(recording);
  const [known, setKnown] = useState<{ key: string; facets: CaptureFacets } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again when more was read
  useEffect(() => {
    if (connection !== "open") return;
    let current = true;
    services()
      .recordings.facets.query({ recording })
      .then(
        (answer) => {
          if (current && answer.ok) setKnown({ key, facets: answer.value });
        },
        // The list of records says what is wrong with the connection.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [key, seen, connection]);
  return known?.key === key ? known.facets : null;
}

export interface RecordSearch {
  readonly hits: CaptureHits;
  readonly searching: boolean;
  readonly problem: string | null;
}

const noHits: CaptureHits = { total: 0, complete: true, marks: [], times: [] };
const noSearch: RecordSearch = { hits: noHits, searching: false, problem: null };

/** While one types, no question is sent for every letter. */
const typingMs = 200;
/** Between two questions after hits that are still being counted. */
const recountMs = 300;

/** `seen` as above: records that are read meanwhile are searched too. */
export function useHits(
  recording: RecordingRef,
  filter: RecordFilter,
  query: TextQuery | null,
  seen: number,
): RecordSearch {
  const key = JSON.stringify([recording, filter, query]);
  const [search, setSearch] = useState<{ key: string; search: RecordSearch } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for recording, filter and query
  useEffect(() => {
    if (query === null) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (next: RecordSearch): void => {
      if (current) setSearch({ key, search: next });
    };
    const ask = async (): Promise<void> => {
      try {
        const answer = await services().recordings.hits.query({ recording, filter, query });
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
export async function nextHit(
  recording: RecordingRef,
  filter: RecordFilter,
  query: TextQuery,
  row: number,
  direction: 1 | -1,
  count: number,
): Promise<number | null> {
  const backwards = direction === -1;
  const from = async (start: number): Promise<number | null> => {
    const request = { recording, filter, query, row: start, backwards };
    const answer = await services().recordings.nextHit.query(request);
    return answer.ok ? answer.value : null;
  };
  try {
    return (await from(row)) ?? (await from(backwards ? count : -1));
  } catch {
    return null;
  }
}
