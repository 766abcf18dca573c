/** Choices of a searchable list, in groups. */
import type { ReactNode } from "react";
import { hasWords } from "../../../app/domain/word-search.ts";

export interface PickerOption {
  readonly id: string;
  readonly title: string;
  /** What a screen reader says of it: its title and what tells it from others. */
  readonly spoken: string;
  /** More that it can be found by, such as a status or tags. */
  readonly words: string;
  /** What is shown below its title. */
  readonly facts: ReactNode;
}

export interface PickerGroup {
  /** Null: the only one. */
  readonly title: string | null;
  readonly options: readonly PickerOption[];
}

export interface PickerMatches {
  readonly groups: readonly PickerGroup[];
  /** That match, and are not in `groups`. */
  readonly more: number;
}

/** Options that have every word of `search`, as many of each group as one may look through. */
export function matchingOptions(
  groups: readonly PickerGroup[],
  search: string,
  mostOfGroup: number,
): PickerMatches {
  const matching = groups.map(({ title, options }) => ({
    title,
    options: options.filter(({ spoken, words }) => hasWords(`${spoken} ${words}`, search)),
  }));
  const shown = matching.map(({ title, options }) => ({
    title,
    options: options.slice(0, mostOfGroup),
  }));
  const count = (all: readonly PickerGroup[]): number =>
    all.reduce((sum, { options }) => sum + options.length, 0);
  return {
    groups: shown.filter(({ options }) => options.length > 0),
    more: count(matching) - count(shown),
  };
}
