/** Which server it is: a preset or figures of one's own, and those that decide most. */
import { Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import {
  type ServerPresetName,
  serverPreset,
  serverPresetNames,
} from "../../../../app/contract/server-presets.ts";
import { serverChoiceOf, setServer } from "../../../../app/domain/scenario-form/servers.ts";
import { useDesigner } from "../designer-context.ts";
import { FieldFrame, type FieldLook } from "../fields/FieldFrame.tsx";
import fieldStyles from "../fields/fields.module.css";
import { NumberField } from "../fields/NumberField.tsx";
import { useField } from "../fields/use-field.ts";

/** A choice sets figures, each of which has a reset of its own: the choice has none. */
export function ServerChooser(): ReactNode {
  const { draft } = useDesigner();
  const field = useField(["server", "basedOn"]);
  const chosen = serverChoiceOf(draft.present.scenario.server);
  const help = chosen === null ? "figures of your own" : serverPreset(chosen).description;
  return (
    <FieldFrame field={{ ...field, resettable: false }} look={{ label: "Server", help }}>
      <Select
        className={fieldStyles.input}
        select={{ id: field.controlId }}
        title={chosen === null ? undefined : serverPreset(chosen).title}
        value={chosen ?? ""}
        aria-describedby={field.noteId}
        onChange={(_, { value }) =>
          field.edit((before) => setServer(before, value as ServerPresetName))
        }
      >
        {chosen === null && <option value="">Own server</option>}
        {serverPresetNames.map((name) => (
          <option key={name} value={name}>
            {serverPreset(name).title}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}

/** What of a server decides most. */
export function ServerFigures({ level }: Pick<FieldLook, "level">): ReactNode {
  return (
    <>
      <NumberField
        path={["server", "schedulers"]}
        help="each runs one session at a time"
        level={level}
      />
      <NumberField path={["server", "coreSpeedPercent"]} level={level} />
      <NumberField path={["server", "memoryMiB"]} level={level} />
    </>
  );
}
