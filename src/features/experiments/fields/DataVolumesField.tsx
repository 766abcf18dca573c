/** Volumes among which files are dealt: one at least, in the order of the scenario's list. */
import { Checkbox } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { dataVolumes } from "../../../../app/contract/placement.ts";
import { setDataVolumes } from "../../../../app/domain/scenario-form/edits.ts";
import { labelOf } from "../../../../app/domain/scenario-form/labels.ts";
import { useDesigner } from "../designer-context.ts";
import { FieldFrame } from "./FieldFrame.tsx";
import { useField } from "./use-field.ts";

const path = ["storage", "placement", "data"];

export function DataVolumesField(): ReactNode {
  const { draft, edit } = useDesigner();
  const field = useField(path);
  const { volumes, placement } = draft.present.scenario.storage;
  const chosen = dataVolumes(placement);
  const names = [...new Set(volumes.map(({ name }) => name))];
  const choose = (name: string, isChosen: boolean): void => {
    const others = chosen.filter((other) => other !== name);
    const all = isChosen ? [...others, name] : others;
    edit((current) => setDataVolumes(current, all));
  };
  return (
    <FieldFrame field={field} look={{}}>
      {names.map((name, index) => (
        <Checkbox
          key={name}
          label={name}
          input={{ id: index === 0 ? field.controlId : `${field.controlId}-${name}` }}
          checked={chosen.includes(name)}
          disabled={chosen.length === 1 && chosen[0] === name}
          aria-label={`${labelOf(path)} on ${name}`}
          aria-describedby={field.noteId}
          onChange={(_, data) => choose(name, data.checked === true)}
        />
      ))}
    </FieldFrame>
  );
}
