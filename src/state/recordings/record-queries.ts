/** Questions about a recording whose records and samples the services hold. */
import type { Result } from "../../../app/contract/result.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import {
  noRecordFilter,
  type RecordFacets,
  type RecordFilter,
  type RecordHits,
  type RecordRow,
  type RecordRows,
  type TextQuery,
} from "../../../app/contract/rpc/records.ts";
import { answerTo, type Call } from "../services/ask.ts";
import { standingIn, typingPause, useFetched } from "../services/fetching.ts";

/** Where the rows of a filter come from, as a list of pages asks for them. */
export interface RecordSource {
  rows(from: number, count: number, signal: AbortSignal): Promise<Result<RecordRows>>;
  rowOf(record: number, signal: AbortSignal): Promise<Result<number>>;
  rowAt(atMs: number, signal: AbortSignal): Promise<Result<number>>;
}

export const recordSource = (recording: RecordingRef, filter: RecordFilter): RecordSource => ({
  rows: (from, count, signal) =>
    answerTo(
      (services, signal) =>
        services.recordings.rows.query({ recording, filter, from, count }, { signal }),
      signal,
    ),
  rowOf: (record, signal) =>
    answerTo(
      (services, signal) =>
        services.recordings.rowOf.query({ recording, filter, record }, { signal }),
      signal,
    ),
  rowAt: (atMs, signal) =>
    answerTo(
      (services, signal) =>
        services.recordings.rowAt.query({ recording, filter, atMs }, { signal }),
      signal,
    ),
});

/** Null: it is not there, or cannot be had now. */
export async function recordAt(
  recording: RecordingRef,
  record: number,
  signal: AbortSignal,
): Promise<RecordRow | null> {
  const answer = await recordSource(recording, noRecordFilter).rows(record, 1, signal);
  return answer.ok ? (answer.value.rows[0] ?? null) : null;
}

/** Each counts what was read by then: an older count is of no use for long. */
const countKeptMs = 10_000;

/** Counted again when `seen`, the number of records read, has grown. */
export function useFacets(recording: RecordingRef, seen: number): RecordFacets | null {
  const key = ["facets", recording, seen];
  const ask: Call<RecordFacets> = (services, signal) =>
    services.recordings.facets.query({ recording }, { signal });
  // What is wrong with the connection the list of records says.
  return useFetched({ key, ask }, { gcTime: countKeptMs, placeholderData: standingIn(key, 2) })
    .value;
}

export interface RecordSearch {
  readonly hits: RecordHits;
  readonly searching: boolean;
  readonly problem: string | null;
}

const noHits: RecordHits = { total: 0, complete: true, marks: [], times: [] };
const noSearch: RecordSearch = { hits: noHits, searching: false, problem: null };

const typingMs = 200;
/** Between two questions after hits that are still being counted, beside the pause for typing. */
const recountMs = 100;

/** `seen` as above: records that are read meanwhile are searched too. */
export function useHits(
  recording: RecordingRef,
  filter: RecordFilter,
  query: TextQuery | null,
  seen: number,
): RecordSearch {
  const key = query === null ? null : ["hits", recording, filter, query, seen];
  const { value, message, status } = useFetched(
    {
      key,
      ask: async (services, signal) => {
        await typingPause(typingMs, signal);
        const text = query ?? { text: "", pattern: false };
        return services.recordings.hits.query({ recording, filter, query: text }, { signal });
      },
    },
    {
      gcTime: countKeptMs,
      placeholderData: standingIn(key, 4),
      refetchInterval: ({ state }) => state.data?.complete === false && recountMs,
    },
  );
  if (query === null) return noSearch;
  if (message !== null) return { ...noSearch, problem: message };
  const hits = value ?? noHits;
  return { hits, searching: status === "loading" || !hits.complete, problem: null };
}

export interface HitQuestion {
  readonly recording: RecordingRef;
  readonly filter: RecordFilter;
  readonly query: TextQuery;
  readonly direction: 1 | -1;
  /** The count of rows in all, as far as is known. */
  readonly count: number;
}

/** The row of the next hit; round at the ends. Null: there is none, or none can be had. */
export async function nextHit(
  { recording, filter, query, direction, count }: HitQuestion,
  row: number,
  signal: AbortSignal,
): Promise<number | null> {
  const backwards = direction === -1;
  const from = async (start: number): Promise<number | null> => {
    const request = { recording, filter, query, row: start, backwards };
    const answer = await answerTo(
      (services, signal) => services.recordings.nextHit.query(request, { signal }),
      signal,
    );
    return answer.ok ? answer.value : null;
  };
  return (await from(row)) ?? (await from(backwards ? count : -1));
}
