/** Rows of a list of choices in groups, and the way through them by key. */
import { hasWords } from "../../../app/domain/word-search.ts";

export interface CheckOption {
  readonly id: string;
  readonly title: string;
  /** At its right: a unit, a count. */
  readonly note?: string;
}

export interface CheckGroup {
  /** Null: the only one. */
  readonly title: string | null;
  readonly options: readonly CheckOption[];
}

export type PickerRow =
  | { readonly kind: "group"; readonly key: string; readonly title: string }
  | {
      readonly kind: "option";
      readonly key: string;
      readonly option: CheckOption;
      readonly group: string | null;
    };

/** What has every word of `search`, in itself or in the name of its group; groups without are left out. */
export function flatRows(groups: readonly CheckGroup[], search: string): readonly PickerRow[] {
  return groups.flatMap(({ title, options }, position): PickerRow[] => {
    const found = options.filter((option) => hasWords(`${option.title} ${title ?? ""}`, search));
    if (found.length === 0) return [];
    const rows = found.map(
      (option): PickerRow => ({
        kind: "option",
        key: `${position}/${option.id}`,
        option,
        group: title,
      }),
    );
    return title === null ? rows : [{ kind: "group", key: `group ${position}`, title }, ...rows];
  });
}

/** Row of the option that a key leads to; null for keys that lead nowhere. */
export function nextOption(
  rows: readonly PickerRow[],
  current: number,
  key: string,
  pageRows: number,
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
  };
  const step = steps[key];
  if (step === undefined || rows.length === 0) return null;
  const isOption = (row: number): boolean => rows[row]?.kind === "option";
  const last = rows.length - 1;
  let row = current < 0 && step < 0 ? last : Math.min(Math.max(current + step, 0), last);
  // Headings are passed in the direction of the step; at the ends one stays.
  const direction = Math.sign(step);
  while (row >= 0 && row <= last && !isOption(row)) row += direction;
  return isOption(row) ? row : null;
}
