/** What the parts of the form share: the draft, what is wrong with it, and how it is changed. */
import { createContext, useContext } from "react";
import { type Path, printPath } from "../../../app/contract/schema-path.ts";
import type { Sweep } from "../../../app/contract/sweep.ts";
import type { Draft } from "../../../app/domain/scenario-form/draft.ts";

export interface Designer {
  readonly draft: Draft;
  /** What is wrong, by printed path. */
  readonly problems: ReadonlyMap<string, string>;
  /** What is varied of it; null: nothing. */
  readonly sweep: Sweep | null;
  edit(change: (draft: Draft) => Draft): void;
  /** Asks which values it takes in a sweep. */
  askSweep(path: Path): void;
}

export const DesignerContext = createContext<Designer | null>(null);

export function useDesigner(): Designer {
  const designer = useContext(DesignerContext);
  if (designer === null) throw new Error("a form field outside of the form");
  return designer;
}

/**
 * Where a control stands. A value of the question is in the form as well: two controls, each with an id
 * of its own.
 */
export type FieldPlace = "question" | "form";
export const FieldPlaceContext = createContext<FieldPlace>("form");

/** Id of the control of a value, by which a summary of errors leads to it. */
export const controlId = (path: Path, place: FieldPlace = "form"): string =>
  `${place === "question" ? "question" : "field"}-${printPath(path)}`;

/** Brings the control of a value into view, or else what is nearest around it. */
export function focusField(path: Path): void {
  for (let length = path.length; length > 0; --length) {
    const part = path.slice(0, length);
    const control =
      document.getElementById(controlId(part, "question")) ??
      document.getElementById(controlId(part));
    if (control === null) continue;
    openAround(control);
    control.scrollIntoView({ block: "center" });
    control.focus({ preventScroll: true });
    return;
  }
}

/** Brings the control of a value in the whole form into view, as far as it is not. */
export function showInForm(path: Path): void {
  const control = document.getElementById(controlId(path));
  if (control === null) return;
  openAround(control);
  control.scrollIntoView({ block: "nearest" });
}

/** What is closed can neither be seen nor take the focus. */
function openAround(control: Element): void {
  const closed = control.parentElement?.closest<HTMLDetailsElement>("details:not([open])");
  if (closed === null || closed === undefined) return;
  closed.open = true;
  openAround(closed);
}
