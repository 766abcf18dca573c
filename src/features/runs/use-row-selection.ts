/** The selection of a list whose rows come and go. */
import { useRef, useState } from "react";
import { choose, keepExisting, noSelection, type Selection } from "./row-selection.ts";

/** `rows` are the ids in the order shown; the first is chosen to begin with. */
export function useRowSelection(
  rows: readonly string[],
): [Selection, (selection: Selection) => void] {
  const [selection, setSelection] = useState(() => {
    const [first] = rows;
    return first === undefined
      ? noSelection
      : choose(noSelection, rows, first, { ctrl: false, shift: false });
  });
  const before = useRef(rows);
  const current = keepExisting(selection, before.current, rows);
  before.current = rows;
  // Set while rendering, as React provides for state that follows from props.
  if (current !== selection) setSelection(current);
  return [current, setSelection];
}
