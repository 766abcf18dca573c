/** What a control needs of the value that it shows. */
import { useId } from "react";
import { type ScenarioField, scenarioField } from "../../../../app/contract/scenario-form.ts";
import { type Path, printPath, valueAt } from "../../../../app/contract/schema-path.ts";
import { resetAt } from "../../../../app/domain/scenario-form/draft.ts";
import { canReset, isChanged } from "../../../../app/domain/scenario-form/field-state.ts";
import { controlId, type Designer, useDesigner } from "../designer-context.ts";

export interface FieldModel extends Pick<Designer, "edit"> {
  readonly path: Path;
  readonly place: string;
  readonly controlId: string;
  /** For `aria-describedby`. */
  readonly noteId: string;
  readonly value: unknown;
  readonly unreadable: string | undefined;
  readonly problem: string | null;
  readonly changed: boolean;
  /** Null where there is nothing to go back to. */
  readonly reset: (() => void) | null;
  readonly schema: ScenarioField | null;
}

export function useField(path: Path): FieldModel {
  const { draft, problems, edit } = useDesigner();
  const place = printPath(path);
  const { scenario, unreadable } = draft.present;
  return {
    path,
    place,
    controlId: controlId(path),
    noteId: useId(),
    value: valueAt(scenario, path),
    unreadable: unreadable[place],
    problem: problems.get(place) ?? null,
    changed: isChanged(draft, path) || unreadable[place] !== undefined,
    reset:
      canReset(draft, path) || unreadable[place] !== undefined
        ? () => edit((current) => resetAt(current, path))
        : null,
    schema: scenarioField(path, scenario),
    edit,
  };
}
