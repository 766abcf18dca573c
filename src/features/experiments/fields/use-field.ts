/**
 * What a control needs of the value that it shows. The model is the same object for as long as nothing
 * of it changes, so that typing in one field renders that field and no other.
 */
import { useContext, useId, useMemo } from "react";
import { type ScenarioField, scenarioField } from "../../../../app/contract/scenario-form.ts";
import { type Path, printPath, valueAt } from "../../../../app/contract/schema-path.ts";
import { canReset, isChanged } from "../../../../app/domain/scenario-form/field-state.ts";
import { pathOf } from "../../../../app/domain/scenario-form/issues.ts";
import { sweptValuesText } from "../../../../app/domain/studies/sweep-text.ts";
import { controlId, type Designer, FieldPlaceContext, useDesigner } from "../designer-context.ts";

export interface FieldModel extends Pick<Designer, "edit" | "askSweep"> {
  readonly path: Path;
  readonly controlId: string;
  /** For `aria-describedby`. */
  readonly noteId: string;
  readonly value: unknown;
  /** Typed text that is no value. */
  readonly unreadable: string | undefined;
  readonly problem: string | null;
  readonly changed: boolean;
  readonly resettable: boolean;
  /** The values that it takes in a sweep; null: it does not vary. */
  readonly varied: string | null;
  readonly schema: ScenarioField | null;
}

/** The model of a single value: those are compared as they are. */
export function useField(path: Path): FieldModel {
  const { draft, problems, sweep, edit, askSweep } = useDesigner();
  const at = useContext(FieldPlaceContext);
  const noteId = useId();
  const place = printPath(path);
  const { scenario } = draft.present;
  const value = valueAt(scenario, path);
  const unreadable = draft.present.unreadable[place];
  const problem = problems.get(place) ?? null;
  const changed = isChanged(draft, path) || unreadable !== undefined;
  const resettable = canReset(draft, path) || unreadable !== undefined;
  const parameter = sweep?.parameters.find((one) => one.path === place);
  const varied = parameter === undefined ? null : sweptValuesText(parameter);
  const schema = scenarioField(path, scenario);
  return useMemo(() => {
    const said = { value, unreadable, problem, changed, resettable, varied, schema };
    const model = { ...said, noteId, edit, askSweep };
    return { ...model, path: pathOf(place), controlId: controlId(pathOf(place), at) };
  }, [
    place,
    at,
    value,
    unreadable,
    problem,
    changed,
    resettable,
    varied,
    schema,
    noteId,
    edit,
    askSweep,
  ]);
}
