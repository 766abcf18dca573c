/** Which records of a log are shown: by source, by phase, by what the reader made of them. */
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";

export const facets = ["source", "phase", "kind"] as const;
export type Facet = (typeof facets)[number];

/** Values of a facet that are shown; null: all. A facet left out is not filtered by. */
export type LogFilter = Readonly<Record<Facet, ReadonlySet<string> | null>>;

export const noFilter: LogFilter = { source: null, phase: null, kind: null };

/** Records outside every phase have a value of their own, so that they can be chosen too. */
export const outsidePhases = "none";

export function facetValue(record: TimelineRecord, facet: Facet): string {
  switch (facet) {
    case "source":
      return record.source;
    case "phase":
      return record.phase ?? outsidePhases;
    case "kind":
      return record.kind;
  }
}

export function filterRecords(
  records: readonly TimelineRecord[],
  filter: LogFilter,
): readonly TimelineRecord[] {
  const active = facets.filter((facet) => filter[facet] !== null);
  if (active.length === 0) return records;
  return records.filter((record) =>
    active.every((facet) => filter[facet]?.has(facetValue(record, facet)) ?? true),
  );
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** The values of a facet in order of appearance, with how many records have each. */
export function facetValues(
  records: readonly TimelineRecord[],
  facet: Facet,
): readonly FacetValue[] {
  const counts = new Map<string, number>();
  for (const record of records) {
    const value = facetValue(record, facet);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count }));
}

/** Turns a value on or off. All on is the same as no filter; none on is kept: it hides everything. */
export function toggled(
  filter: LogFilter,
  facet: Facet,
  value: string,
  all: readonly FacetValue[],
): LogFilter {
  const chosen = new Set(filter[facet] ?? all.map((entry) => entry.value));
  if (!chosen.delete(value)) chosen.add(value);
  const isAll = all.every((entry) => chosen.has(entry.value));
  return { ...filter, [facet]: isAll ? null : chosen };
}
