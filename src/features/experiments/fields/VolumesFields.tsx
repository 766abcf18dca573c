/** Volumes among which files are dealt, in the order of the scenario's list. */
import { Checkbox } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { dataVolumes } from "../../../../app/contract/placement.ts";
import type { Path } from "../../../../app/contract/schema-path.ts";
import { arrayVolumes } from "../../../../app/domain/scenario-form/array-snapshots.ts";
import { type Draft, setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { setBackupVolumes, setDataVolumes } from "../../../../app/domain/scenario-form/edits.ts";
import { useDesigner } from "../designer-context.ts";
import { FieldFrame, type FieldLook, type FieldProps, nameOf } from "./FieldFrame.tsx";
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

interface SetVolumesFieldProps extends FieldProps {
  readonly chosen: readonly string[];
}

/** Volumes of an array snapshot; with none of them, all that have files of the database. */
export function SetVolumesField({ path, chosen, ...look }: SetVolumesFieldProps): ReactNode {
  const { scenario } = useDesigner().draft.present;
  return (
    <VolumesField
      path={path}
      look={{ ...look, label: "of" }}
      of={[...new Set([...arrayVolumes(scenario), ...chosen])]}
      chosen={chosen}
      keepsOne={false}
      set={(draft, names) => setValue(draft, path, names.length === 0 ? null : names)}
    />
  );
}

interface VolumesFieldProps {
  readonly path: Path;
  readonly chosen: readonly string[];
  readonly keepsOne: boolean;
  readonly look?: FieldLook;
  /** Those that can be chosen; default: all. */
  readonly of?: readonly string[];
  set(draft: Draft, names: readonly string[]): Draft;
}

function VolumesField(props: VolumesFieldProps): ReactNode {
  const { path, chosen, keepsOne, look = {}, set } = props;
  const { draft, edit } = useDesigner();
  const field = useField(path);
  const { volumes } = draft.present.scenario.storage;
  const names = props.of ?? [...new Set(volumes.map(({ name }) => name))];
  const choose = (name: string, isChosen: boolean): void => {
    const others = chosen.filter((other) => other !== name);
    const all = isChosen ? [...others, name] : others;
    edit((current) => set(current, all));
  };
  return (
    <FieldFrame field={field} look={look}>
      {names.map((name, index) => (
        <Checkbox
          key={name}
          label={name}
          input={{ id: index === 0 ? field.controlId : `${field.controlId}-${name}` }}
          checked={chosen.includes(name)}
          disabled={keepsOne && chosen.length === 1 && chosen[0] === name}
          aria-label={`${nameOf(field, look)} on ${name}`}
          aria-describedby={field.noteId}
          onChange={(_, data) => choose(name, data.checked === true)}
        />
      ))}
    </FieldFrame>
  );
}
