/** How many snapshots the run creates. */
import { Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import {
  plannedSnapshots,
  setSnapshotCount,
} from "../../../../app/domain/scenario-form/planned-snapshots.ts";
import { useDesigner } from "../designer-context.ts";
import { FieldFrame } from "../fields/FieldFrame.tsx";
import fieldStyles from "../fields/fields.module.css";
import { useField } from "../fields/use-field.ts";

/** How many snapshots the published tests had at once. */
const usualCounts = [0, 1, 2, 3, 4, 5];

export function SnapshotCount(): ReactNode {
  const { draft } = useDesigner();
  const field = useField(["timeline"]);
  const count = plannedSnapshots(draft.present.scenario).length;
  const changed = count !== plannedSnapshots(draft.base).length;
  const counts = usualCounts.includes(count) ? usualCounts : [...usualCounts, count];
  return (
    <FieldFrame
      // The timeline's own reset and error are in the form: they are of more than this number.
      field={{ ...field, changed, resettable: false, problem: null }}
      look={{ label: "Snapshots", help: "created during the run", stacked: true }}
    >
      <Select
        className={fieldStyles.input}
        select={{ id: field.controlId }}
        value={String(count)}
        aria-describedby={field.noteId}
        onChange={(_, { value }) => field.edit((before) => setSnapshotCount(before, Number(value)))}
      >
        {counts.map((choice) => (
          <option key={choice} value={String(choice)}>
            {choice === 0 ? "None" : String(choice)}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
