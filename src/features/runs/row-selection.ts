/**
 * Selection in a list as desktop lists have it: a plain click takes one row, Ctrl adds or removes
 * one, Shift takes the range from the anchor; arrows move the active row. Pure; rows are their ids.
 */

export interface Selection {
  /** The row that keys act on. */
  readonly active: string | null;
  /** Where a range begins. */
  readonly anchor: string | null;
  readonly selected: ReadonlySet<string>;
}

export const noSelection: Selection = { active: null, anchor: null, selected: new Set() };

export interface Held {
  readonly ctrl: boolean;
  readonly shift: boolean;
}

function range(rows: readonly string[], from: string | null, to: string): string[] {
  const start = from === null ? -1 : rows.indexOf(from);
  const end = rows.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

export function choose(
  { anchor, selected }: Selection,
  rows: readonly string[],
  row: string,
  { ctrl, shift }: Held,
): Selection {
  if (shift) {
    const added = range(rows, anchor, row);
    return {
      active: row,
      anchor: anchor ?? row,
      selected: new Set(ctrl ? [...selected, ...added] : added),
    };
  }
  if (!ctrl) return { active: row, anchor: row, selected: new Set([row]) };
  const next = new Set(selected);
  if (!next.delete(row)) next.add(row);
  return { active: row, anchor: row, selected: next };
}

/** Moves the active row by `by` rows, to the ends at most; Infinity is an end. */
export function move(
  selection: Selection,
  rows: readonly string[],
  by: number,
  held: Held,
): Selection {
  if (rows.length === 0) return noSelection;
  const at = selection.active === null ? -1 : rows.indexOf(selection.active);
  const begun = at < 0 ? (by > 0 ? -1 : rows.length) : at;
  // From nowhere, a step of any length enters at the near end.
  const target = at < 0 && Number.isFinite(by) ? begun + Math.sign(by) : begun + by;
  const row = rows[Math.max(0, Math.min(rows.length - 1, target))];
  if (row === undefined) return selection;
  // Ctrl moves without selecting, so that Space can then add single rows.
  if (held.ctrl && !held.shift) return { ...selection, active: row };
  return choose(selection, rows, row, { ctrl: false, shift: held.shift });
}

export const chooseAll = (selection: Selection, rows: readonly string[]): Selection => ({
  active: selection.active ?? rows[0] ?? null,
  anchor: selection.anchor ?? rows[0] ?? null,
  selected: new Set(rows),
});

/**
 * After rows went, by removal or by a filter: what is left stays selected, and the row that took the
 * place of a lost active one becomes active.
 */
export function keepExisting(
  selection: Selection,
  before: readonly string[],
  rows: readonly string[],
): Selection {
  const existing = new Set(rows);
  const lost = [...selection.selected].some((row) => !existing.has(row));
  const activeLost = selection.active !== null && !existing.has(selection.active);
  if (!lost && !activeLost) return selection;
  const selected = new Set([...selection.selected].filter((row) => existing.has(row)));
  if (!activeLost || selection.active === null) return { ...selection, selected };
  const place = before.indexOf(selection.active);
  const next =
    before.slice(place + 1).find((row) => existing.has(row)) ??
    before.slice(0, Math.max(0, place)).findLast((row) => existing.has(row)) ??
    null;
  return {
    active: next,
    anchor: next,
    selected: selected.size > 0 || next === null ? selected : new Set([next]),
  };
}
