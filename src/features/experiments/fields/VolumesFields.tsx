/** Volumes among which files are dealt, in the order of the scenario's list. */
import { Checkbox } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { dataVolumes } from "../../../../app/contract/placement.ts";
import type { Draft } from "../../../../app/domain/scenario-form/draft.ts";
import { setBackupVolumes, setDataVolumes } from "../../../../app/domain/scenario-form/edits.ts";
import { labelOf } from "../../../../app/domain/scenario-form/labels.ts";
import { useDesigner } from "../designer-context.ts";
import { FieldFrame } from "./FieldFrame.tsx";
import { useField } from "./use-field.ts";

/** One at least. */
export function DataVolumesField(): ReactNode {
  const { placement } = useDesigner().draft.present.scenario.storage;
  return (
    <VolumesField
      path={["storage", "placement", "data"]}
      chosen={dataVolumes(placement)}
      keepsOne
      set={setDataVolumes}
    />
  );
}

/** With none of them, backups go with the snapshots. */
export function BackupVolumesField(): ReactNode {
  const { backup } = useDesigner().draft.present.scenario.storage.placement;
  return (
    <VolumesField
      path={["storage", "placement", "backup"]}
      chosen={backup === null ? [] : [backup].flat()}
      keepsOne={false}
      set={setBackupVolumes}
    />
  );
}

interface VolumesFieldProps {
  readonly path: readonly string[];
  readonly chosen: readonly string[];
  readonly keepsOne: boolean;
  set(draft: Draft, names: readonly string[]): Draft;
}

function VolumesField({ path, chosen, keepsOne, set }: VolumesFieldProps): ReactNode {
  const { draft, edit } = useDesigner();
  const field = useField(path);
  const { volumes } = draft.present.scenario.storage;
  const names = [...new Set(volumes.map(({ name }) => name))];
  const choose = (name: string, isChosen: boolean): void => {
    const others = chosen.filter((other) => other !== name);
    const all = isChosen ? [...others, name] : others;
    edit((current) => set(current, all));
  };
  return (
    <FieldFrame field={field} look={{}}>
      {names.map((name, index) => (
        <Checkbox
          key={name}
          label={name}
          input={{ id: index === 0 ? field.controlId : `${field.controlId}-${name}` }}
          checked={chosen.includes(name)}
          disabled={keepsOne && chosen.length === 1 && chosen[0] === name}
          aria-label={`${labelOf(path)} on ${name}`}
          aria-describedby={field.noteId}
          onChange={(_, data) => choose(name, data.checked === true)}
        />
      ))}
    </FieldFrame>
  );
}
