/** On what everything lies: one kind of device for all volumes, or what the experiment came with. */
import { Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { devicePreset, isDevicePreset } from "../../../../app/contract/device-presets.ts";
import { usedVolumes } from "../../../../app/contract/placement.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { sameValue } from "../../../../app/domain/scenario-form/differences.ts";
import {
  deviceGroups,
  ownDisks,
  putAsBefore,
  putOnDevice,
  type StorageChoice,
  storageChoiceOf,
} from "../../../../app/domain/scenario-form/one-device.ts";
import { useDesigner } from "../designer-context.ts";
import { FieldFrame } from "../fields/FieldFrame.tsx";
import fieldStyles from "../fields/fields.module.css";
import { useField } from "../fields/use-field.ts";

/** Not one of the presets: the volumes as the experiment came, and as they were made in the form. */
const asBefore = "as before";
const asInForm = "as in the form";

export function StorageChoiceField(): ReactNode {
  const { draft, problems } = useDesigner();
  const field = useField(["storage", "volumes"]);
  const { scenario } = draft.present;
  const choice = storageChoiceOf(scenario);
  const before = storageChoiceOf(draft.base);
  const untouched = sameValue(scenario.storage.volumes, draft.base.storage.volumes);
  const onDevice = isDevicePreset(choice);
  const value = onDevice ? choice : untouched && !isDevicePreset(before) ? asBefore : asInForm;
  // A device that is too small for what lies on it is chosen here: so it is told here, too.
  const tooSmall = onDevice
    ? [...problems].find(([place]) => /^storage\.volumes\.\d+\.device\b/.test(place))?.[1]
    : undefined;
  return (
    <FieldFrame
      field={{
        ...field,
        changed: choice !== before || (!onDevice && !untouched),
        resettable: false,
        problem: tooSmall ?? null,
      }}
      look={{
        label: "Storage",
        help: onDevice ? eachOnOne(scenario) : differing(scenario),
        stacked: true,
      }}
    >
      <Select
        className={fieldStyles.input}
        select={{ id: field.controlId }}
        title={onDevice ? devicePreset(choice).title : undefined}
        value={value}
        aria-invalid={tooSmall !== undefined}
        aria-describedby={field.noteId}
        onChange={(_, { value: chosen }) =>
          field.edit((current) =>
            isDevicePreset(chosen)
              ? putOnDevice(current, chosen)
              : chosen === asBefore
                ? putAsBefore(current)
                : current,
          )
        }
      >
        {value === asInForm && <option value={asInForm}>{titleInForm(choice)}</option>}
        {!isDevicePreset(before) && <option value={asBefore}>{titleBefore(before)}</option>}
        {deviceGroups.map(({ title, names }) => (
          <optgroup key={title} label={title}>
            {names.map((name) => (
              <option key={name} value={name}>
                {devicePreset(name).title}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </FieldFrame>
  );
}

const titleBefore = (before: StorageChoice): string =>
  before === ownDisks ? "This machine’s disks" : "Mixed devices";

const titleInForm = (choice: StorageChoice): string =>
  choice === ownDisks ? "This machine’s disks, as set" : "Mixed devices, as set";

const differing = ({ mode }: Scenario): string =>
  mode === "real" ? "folders as drawn above" : "as drawn above";

/** "one each for Q, J and P": volumes are not one device because they are of one kind. */
function eachOnOne({ storage: { volumes, placement } }: Scenario): string {
  const used = usedVolumes(placement);
  const names = volumes.flatMap(({ name }) => (used.includes(name) ? [name] : []));
  const last = names.at(-1) ?? "";
  if (names.length < 2) return "one, shared by data, log, tempdb, snapshots and backups";
  return `one each for ${names.slice(0, -1).join(", ")} and ${last}`;
}
