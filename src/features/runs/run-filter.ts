/** Which runs the list shows: words anywhere in what is written of a run, and all chosen tags. */
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { titleOfPreset } from "../../../app/domain/preset-title.ts";
import { runStatusWord } from "../../../app/domain/run/run-status.ts";
import { hasWords } from "../../../app/domain/word-search.ts";

export interface RunFilter {
  readonly query: string;
  /** A run must have all of them. */
  readonly tags: readonly string[];
  /** Whether runs of studies are listed one by one: there may be hundreds of each. */
  readonly ofStudies: boolean;
}

export const everyRun: RunFilter = { query: "", tags: [], ofStudies: false };

function searchedText(run: RunEntry): string {
  const { name, tags, note, preset, device } = run;
  const presets = preset === null ? [] : [preset, titleOfPreset(preset)];
  return [name, ...presets, device, runStatusWord(run), ...tags, note].filter(Boolean).join("\n");
}

export function filterRuns(
  entries: readonly RunEntry[],
  { query, tags, ofStudies }: RunFilter,
): readonly RunEntry[] {
  const listed = ofStudies ? entries : entries.filter(({ study }) => study === undefined);
  if (query.trim() === "" && tags.length === 0) return listed;
  return listed.filter(
    (entry) =>
      tags.every((tag) => entry.tags.includes(tag)) && hasWords(searchedText(entry), query),
  );
}

export interface TagCount {
  readonly tag: string;
  readonly runs: number;
}

/** All tags of the library, in alphabetical order. */
export function tagCounts(entries: readonly RunEntry[]): readonly TagCount[] {
  const counts = new Map<string, number>();
  for (const { tags } of entries) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, runs]) => ({ tag, runs }))
    .sort((a, b) => a.tag.localeCompare(b.tag));
}
