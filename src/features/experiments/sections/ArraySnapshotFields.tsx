/** What entries of the timeline ask of an array snapshot: to take one, to begin with one, to back one up. */
import type { ReactNode } from "react";
import {
  arrayVolumes,
  plannedArraySnapshots,
  plannedCopies,
} from "../../../../app/domain/scenario-form/array-snapshots.ts";
import { useDesigner } from "../designer-context.ts";
import { CheckField } from "../fields/CheckField.tsx";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { TextField } from "../fields/TextField.tsx";
import { SetVolumesField } from "../fields/VolumesFields.tsx";

interface EntryProps {
  readonly index: number;
  readonly context: string;
}

/** Copy-only is asked for where it means something: without a freeze there is no differential of it anyway. */
export function CreateArraySnapshotFields({ index, context }: EntryProps): ReactNode {
  const { scenario } = useDesigner().draft.present;
  const command = scenario.timeline[index]?.command;
  if (command?.kind !== "createArraySnapshot") return null;
  const path = ["timeline", index, "command"] as const;
  const shared = { context, compact: true };
  return (
    <>
      <TextField path={[...path, "name"]} label="named" mono {...shared} />
      <ChoiceField path={[...path, "freeze"]} label="freeze" {...shared} />
      {(command.freeze !== "none" || command.copyOnly) && (
        <CheckField path={[...path, "copyOnly"]} label="copy only" {...shared} />
      )}
      {(arrayVolumes(scenario).length > 1 || command.volumes != null) && (
        <SetVolumesField path={[...path, "volumes"]} chosen={command.volumes ?? []} {...shared} />
      )}
    </>
  );
}

interface SourceProps extends EntryProps {
  readonly chosen: string | null | undefined;
  readonly label: string;
  /** What it is where it is no array snapshot. */
  readonly else: string;
}

/** An array snapshot of the plan, where there is one. */
export function ArraySnapshotField(props: SourceProps): ReactNode {
  const { index, context, chosen, label } = props;
  const names = plannedArraySnapshots(useDesigner().draft.present.scenario);
  if (names.length === 0 && chosen == null) return null;
  return (
    <ChoiceField
      path={["timeline", index, "command", "arraySnapshot"]}
      label={label}
      context={context}
      choices={["", ...names]}
      names={{ "": props.else }}
      compact
    />
  );
}

/** The database itself, or one that is restored beside it, where there is one. */
export function CheckedDatabaseField({ index, context }: EntryProps): ReactNode {
  const { scenario } = useDesigner().draft.present;
  const command = scenario.timeline[index]?.command;
  if (command?.kind !== "checkDatabase") return null;
  const copies = plannedCopies(scenario);
  if (copies.length === 0 && command.database == null) return null;
  return (
    <ChoiceField
      path={["timeline", index, "command", "database"]}
      label="of"
      context={context}
      choices={["", ...copies]}
      names={{ "": scenario.database.name }}
      compact
    />
  );
}
