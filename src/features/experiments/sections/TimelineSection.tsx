/** What happens when: the entries of the timeline, each with its trigger. */
import { Button, Select, Tooltip } from "@fluentui/react-components";
import {
  AddRegular,
  ArrowResetRegular,
  ArrowSortRegular,
  DeleteRegular,
} from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { refusedWith } from "../../../../app/contract/tpcc.ts";
import { resetAt } from "../../../../app/domain/scenario-form/draft.ts";
import {
  addEntry,
  isSorted,
  removeEntry,
  setEntryKind,
  sortTimeline,
  type TimelineKind,
} from "../../../../app/domain/scenario-form/edits.ts";
import { canReset } from "../../../../app/domain/scenario-form/field-state.ts";
import { tsqlOfEntry } from "../../../../app/domain/tsql/acts.ts";
import { TsqlDisclosure } from "../../../components/tsql/TsqlDisclosure.tsx";
import { copyText } from "../../../state/files/clipboard.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import { CheckField } from "../fields/CheckField.tsx";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { Clock, MomentField } from "../fields/MomentField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { TextField } from "../fields/TextField.tsx";
import {
  ArraySnapshotField,
  CheckedDatabaseField,
  CreateArraySnapshotFields,
} from "./ArraySnapshotFields.tsx";
import { FormSection } from "./FormSection.tsx";
import sectionStyles from "./sections.module.css";
import styles from "./TimelineSection.module.css";
import { TriggerChoice, TriggerDetails } from "./TriggerFields.tsx";

const kindNames: Readonly<Record<TimelineKind, string>> = {
  createSnapshot: "Create snapshot",
  createArraySnapshot: "Create array snapshot",
  deleteArraySnapshot: "Delete array snapshot",
  dropSnapshot: "Drop snapshot",
  revertSnapshot: "Revert to snapshot",
  setUsers: "Set users",
  setReportUsers: "Set report users",
  checkDatabase: "Check database",
  restartServer: "Restart server",
  updateTable: "Update table",
  rebuildIndex: "Rebuild index",
  createIndex: "Create index",
  selectInto: "Select into",
  dropTable: "Drop table",
  scanTable: "Scan table",
  damagePage: "Damage page",
  backup: "Backup",
  restore: "Restore",
  verifyBackup: "Verify backup",
};
const compressions = { none: "none", page: "page" } as const;
const restartModes = { clean: "shut down cleanly", crash: "crash" } as const;
const backupTypes = { full: "Full", differential: "Differential", log: "Log" } as const;
const allKinds = Object.keys(kindNames) as TimelineKind[];

const ofArrays: ReadonlySet<TimelineKind> = new Set(["createArraySnapshot", "deleteArraySnapshot"]);

/** Those that the load's database can be given; only simulated storage has an array. */
const kindsOf = ({ workload, mode }: Scenario): TimelineKind[] =>
  allKinds.filter(
    (kind) =>
      refusedWith(workload.profile, kind) === null && (mode === "virtual" || !ofArrays.has(kind)),
  );

export function TimelineSection(): ReactNode {
  const { draft } = useDesigner();
  const { timeline } = draft.present.scenario;
  return (
    <FormSection
      id="timeline"
      title="Snapshots and timeline"
      aside="times from the start of the run, or as its clock shows them"
    >
      {timeline.length === 0 ? (
        <p className={sectionStyles.note} id={controlId(["timeline"])} tabIndex={-1}>
          Nothing is planned: the run measures the load alone, and takes live commands.
        </p>
      ) : (
        <ol className={styles.entries} aria-label="Entries of the timeline">
          {timeline.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place in the scenario
            <Entry key={index} index={index} />
          ))}
        </ol>
      )}
      <TimelineButtons />
    </FormSection>
  );
}

function Entry({ index }: { readonly index: number }): ReactNode {
  const { draft, edit } = useDesigner();
  const entry = draft.present.scenario.timeline[index];
  if (entry === undefined) return null;
  const { kind } = entry.command;
  const kinds = kindsOf(draft.present.scenario);
  const context = `Entry ${index + 1}`;
  return (
    <li className={styles.entry}>
      <TriggerChoice index={index} context={context} />
      <Select
        className={styles.kind}
        size="small"
        select={{ id: controlId(["timeline", index, "command", "kind"]) }}
        aria-label={`${context}, what happens`}
        value={kind}
        onChange={(_, { value }) =>
          edit((current) => setEntryKind(current, index, value as TimelineKind))
        }
      >
        {(kinds.includes(kind) ? kinds : [kind, ...kinds]).map((choice) => (
          <option key={choice} value={choice}>
            {kindNames[choice]}
          </option>
        ))}
      </Select>
      <div className={styles.subject}>
        <Subject kind={kind} index={index} context={context} />
      </div>
      <Tooltip content="Remove" relationship="label">
        <Button
          appearance="subtle"
          size="small"
          icon={<DeleteRegular />}
          aria-label={`Remove entry ${index + 1}, ${kindNames[kind].toLowerCase()}`}
          onClick={() => edit((current) => removeEntry(current, index))}
        />
      </Tooltip>
      <TriggerDetails index={index} context={context} />
      <div className={styles.tsql}>
        <EntryTsql index={index} />
      </div>
    </li>
  );
}

function EntryTsql({ index }: { readonly index: number }): ReactNode {
  const { scenario } = useDesigner().draft.present;
  const kind = scenario.timeline[index]?.command.kind;
  const tsql = tsqlOfEntry(scenario, index);
  if (kind === undefined || tsql === null) return null;
  const of = `entry ${index + 1}, ${kindNames[kind].toLowerCase()}`;
  return <TsqlDisclosure tsql={tsql} of={of} copy={copyText} />;
}

interface SubjectProps {
  readonly kind: TimelineKind;
  readonly index: number;
  readonly context: string;
}

/** What an entry's command needs to know. */
function Subject({ kind, index, context }: SubjectProps): ReactNode {
  const path = ["timeline", index, "command"] as const;
  switch (kind) {
    case "setUsers":
      return <NumberField path={[...path, "users"]} label="to" context={context} compact />;
    case "restartServer":
      return (
        <ChoiceField
          path={[...path, "mode"]}
          label="by"
          context={context}
          names={restartModes}
          compact
        />
      );
    case "updateTable":
      return (
        <NumberField path={[...path, "batchRows"]} label="rows a batch" context={context} compact />
      );
    case "scanTable":
      return (
        <>
          <NumberField path={[...path, "maxDop"]} label="MAXDOP" context={context} compact />
          <TextField
            path={[...path, "snapshot"]}
            label="in"
            placeholder="itself"
            context={context}
            compact
            mono
          />
        </>
      );
    case "setReportUsers":
      return (
        <>
          <TextField path={[...path, "name"]} label="of" context={context} compact mono />
          <NumberField path={[...path, "users"]} label="to" context={context} compact />
        </>
      );
    case "rebuildIndex":
      return (
        <>
          <NumberField path={[...path, "index"]} label="number" context={context} compact />
          <CheckField path={[...path, "online"]} label="online" context={context} compact />
          <ChoiceField
            path={[...path, "compression"]}
            label="compression"
            context={context}
            names={compressions}
            compact
          />
        </>
      );
    case "createIndex":
      return (
        <>
          <NumberField path={[...path, "index"]} label="number" context={context} compact />
          <CheckField path={[...path, "online"]} label="online" context={context} compact />
          <CheckField
            path={[...path, "sortInTempdb"]}
            label="sort in tempdb"
            context={context}
            compact
          />
        </>
      );
    case "selectInto":
      return (
        <>
          <TextField path={[...path, "name"]} label="named" context={context} compact mono />
          <NumberField path={[...path, "rows"]} label="rows" context={context} compact />
        </>
      );
    case "backup":
      return <BackupFields index={index} context={context} />;
    case "restore":
      return <RestoreFields index={index} context={context} />;
    case "damagePage":
      return (
        <TextField
          path={[...path, "page"]}
          label="number"
          placeholder="drawn"
          context={context}
          compact
          mono
        />
      );
    case "checkDatabase":
      return <CheckedDatabaseField index={index} context={context} />;
    case "createArraySnapshot":
      return <CreateArraySnapshotFields index={index} context={context} />;
    case "revertSnapshot":
      return (
        <>
          <TextField path={[...path, "name"]} label="named" context={context} compact mono />
          <CheckField
            path={[...path, "closeConnections"]}
            label="throws users out"
            context={context}
            compact
          />
        </>
      );
    case "verifyBackup":
      return (
        <>
          <TextField path={[...path, "name"]} label="named" context={context} compact mono />
          <CheckField
            path={[...path, "checksum"]}
            label="with checksums"
            context={context}
            compact
          />
        </>
      );
    case "createSnapshot":
    case "deleteArraySnapshot":
    case "dropSnapshot":
    case "dropTable":
      return <TextField path={[...path, "name"]} label="named" context={context} compact mono />;
  }
}

/** The tail is asked for where it means something: of the database that users work on. */
function RestoreFields({ index, context }: Omit<SubjectProps, "kind">): ReactNode {
  const { scenario } = useDesigner().draft.present;
  const command = scenario.timeline[index]?.command;
  if (command?.kind !== "restore") return null;
  const path = ["timeline", index, "command"] as const;
  const volumes = ["", ...scenario.storage.volumes.map(({ name }) => name)];
  return (
    <>
      <ArraySnapshotField
        {...{ index, context }}
        chosen={command.arraySnapshot}
        label="from"
        else="backups"
      />
      <MomentField path={[...path, "stopAtSeconds"]} label="to" context={context} compact />
      <Clock seconds={command.stopAtSeconds} />
      <TextField
        path={[...path, "as"]}
        label="as"
        placeholder="itself"
        context={context}
        compact
        mono
      />
      {command.as === null ? (
        <CheckField path={[...path, "backUpTail"]} label="tail first" context={context} compact />
      ) : (
        <>
          {(command.arraySnapshot == null || command.volume !== null) && (
            <ChoiceField
              path={[...path, "volume"]}
              label="on"
              context={context}
              choices={volumes}
              names={{ "": "the same volumes" }}
              compact
            />
          )}
          <CheckField path={[...path, "recovery"]} label="recovery" context={context} compact />
        </>
      )}
      <CheckField path={[...path, "replace"]} label="replace" context={context} compact />
      <CheckField
        path={[...path, "continueAfterError"]}
        label="continue after errors"
        context={context}
        compact
      />
    </>
  );
}

/** Copy-only is asked for where it means something, and where it is an error that can be taken back. */
function BackupFields({ index, context }: Omit<SubjectProps, "kind">): ReactNode {
  const command = useDesigner().draft.present.scenario.timeline[index]?.command;
  if (command?.kind !== "backup") return null;
  const path = ["timeline", index, "command"] as const;
  return (
    <>
      <TextField path={[...path, "name"]} label="named" context={context} compact mono />
      <ChoiceField
        path={[...path, "type"]}
        label="type"
        context={context}
        names={backupTypes}
        compact
      />
      {(command.type === "full" || command.arraySnapshot != null) && (
        <ArraySnapshotField
          {...{ index, context }}
          chosen={command.arraySnapshot}
          label="of"
          else="the database"
        />
      )}
      {(command.type !== "differential" || command.copyOnly) && (
        <CheckField path={[...path, "copyOnly"]} label="copy only" context={context} compact />
      )}
      <NumberField path={[...path, "files"]} label="files" context={context} compact />
      <NumberField path={[...path, "bufferCount"]} label="buffers" context={context} compact />
      <NumberField
        path={[...path, "maxTransferSizeKiB"]}
        label="transfers"
        context={context}
        compact
      />
      <NumberField path={[...path, "blockSizeBytes"]} label="blocks" context={context} compact />
      <CheckField path={[...path, "compression"]} label="compressed" context={context} compact />
      <CheckField path={[...path, "init"]} label="overwrite" context={context} compact />
      <CheckField path={[...path, "format"]} label="format" context={context} compact />
      <CheckField path={[...path, "toNul"]} label="to NUL" context={context} compact />
      <CheckField
        path={[...path, "checksum"]}
        label="checksums"
        context={context}
        leftOut
        compact
      />
      <CheckField
        path={[...path, "continueAfterError"]}
        label="continue after errors"
        context={context}
        compact
      />
      {(command.type === "log" || command.noTruncate === true) && (
        <CheckField path={[...path, "noTruncate"]} label="no truncate" context={context} compact />
      )}
    </>
  );
}

function TimelineButtons(): ReactNode {
  const { draft, edit } = useDesigner();
  const [announced, announce] = useState("");
  const { timeline } = draft.present.scenario;
  const add = (kind: TimelineKind): void => {
    edit((current) => addEntry(current, kind));
    announce(`${kindNames[kind]} added as entry ${timeline.length + 1}`);
  };
  return (
    <div className={styles.buttons}>
      {kindsOf(draft.present.scenario).map((kind) => (
        <Button key={kind} size="small" icon={<AddRegular />} onClick={() => add(kind)}>
          {kindNames[kind]}
        </Button>
      ))}
      <span className={styles.spring} />
      {!isSorted(draft.present.scenario) && (
        <Button
          size="small"
          appearance="subtle"
          icon={<ArrowSortRegular />}
          onClick={() => edit(sortTimeline)}
        >
          Sort by time
        </Button>
      )}
      {canReset(draft, ["timeline"]) && (
        <Button
          size="small"
          appearance="subtle"
          icon={<ArrowResetRegular />}
          onClick={() => edit((current) => resetAt(current, ["timeline"]))}
        >
          Reset the timeline
        </Button>
      )}
      <span className={styles.hidden} role="status">
        {announced}
      </span>
    </div>
  );
}
