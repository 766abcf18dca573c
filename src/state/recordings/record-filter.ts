/** Which records of each recording are shown. */
import { useCallback } from "react";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import {
  noRecordFilter,
  type RecordFilter,
  type TextQuery,
} from "../../../app/contract/rpc/records.ts";
import { useKeptFilter } from "./left-off.ts";

export function useRecordFilter(
  recording: RecordingRef,
): [RecordFilter, (filter: RecordFilter) => void] {
  const [filter, keep] = useKeptFilter(recording);
  const change = useCallback((next: RecordFilter) => keep(isFiltering(next) ? next : null), [keep]);
  return [filter ?? noRecordFilter, change];
}

/** A part of a filter that is a list of values. */
export type ListPart = "files" | "sources" | "kinds" | "phases";

/** Chooses a value, or no longer. None chosen is no filter at all. */
export function withToggled(filter: RecordFilter, part: ListPart, value: string): RecordFilter {
  const chosen = new Set((filter[part] ?? []).map(String));
  if (!chosen.delete(value)) chosen.add(value);
  if (chosen.size === 0) return { ...filter, [part]: null };
  const values = [...chosen];
  return part === "files"
    ? { ...filter, files: values.map(Number) }
    : { ...filter, [part]: values };
}

export const isFiltering = (filter: RecordFilter): boolean =>
  Object.values(filter).some((part) => part !== null);

/** The query of a search field; null while it is empty. */
export const textQueryOf = (query: TextQuery): TextQuery | null =>
  query.text === "" ? null : { text: query.text, pattern: query.pattern };
