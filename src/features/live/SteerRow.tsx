/** What can be changed while the run runs: snapshots, users, the table, backups, the server. Each act is recorded with the run. */
import {
  Button,
  Input,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Tooltip,
} from "@fluentui/react-components";
import {
  ArrowUndoRegular,
  CameraAddRegular,
  ChevronDownRegular,
  DeleteRegular,
  ShieldCheckmarkRegular,
} from "@fluentui/react-icons";
import { type KeyboardEvent, type ReactElement, useId, useState } from "react";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { ActList } from "../../components/tsql/ActList.tsx";
import { copyText } from "../../state/files/clipboard.ts";
import { useActions } from "../../state/shell/actions.ts";
import { BackupMenu } from "./BackupMenu.tsx";
import { sendCommand } from "./commands.ts";
import { ReportUsers } from "./ReportUsers.tsx";
import { RestartServer } from "./RestartServer.tsx";
import { RevertDialog } from "./RevertDialog.tsx";
import styles from "./SteerRow.module.css";
import { existingSnapshots, nextFreeName, problemOfName, usedNames } from "./steering.ts";
import { TableMenu } from "./TableMenu.tsx";
import { UsersControl } from "./UsersControl.tsx";

export interface SteerRowProps {
  readonly runId: string;
  readonly timeline: Timeline;
  readonly scenario: Scenario;
  readonly enabled: boolean;
}

export function SteerRow(props: SteerRowProps) {
  return (
    <section className={styles.row} aria-label="Controls of the run">
      <span className={styles.title}>Controls</span>
      <CreateSnapshot {...props} />
      <span className={styles.divider} />
      <UsersControl {...props} />
      <span className={styles.divider} />
      <ReportUsers {...props} />
      <span className={styles.divider} />
      <DropMenu {...props} />
      <RevertMenu {...props} />
      <span className={styles.divider} />
      <TableMenu {...props} />
      <CheckDatabase {...props} />
      <BackupMenu {...props} />
      <span className={styles.divider} />
      <RestartServer {...props} />
      <RecordedActions {...props} />
    </section>
  );
}

/** What was done so far, with its T-SQL. */
function RecordedActions({ timeline, scenario }: SteerRowProps) {
  const recorded = timeline.acts.filter(
    ({ outcome, transport }) => outcome === "applied" && !transport,
  );
  return (
    <Popover positioning="above-end" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button className={styles.acts ?? ""} size="small" appearance="subtle">
          {countOf(recorded.length, "action")} recorded
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.actList ?? ""} aria-label="Recorded actions, with T-SQL">
        <ActList timeline={timeline} scenario={scenario} copy={copyText} />
      </PopoverSurface>
    </Popover>
  );
}

function CheckDatabase({ runId, enabled }: SteerRowProps) {
  return (
    <Button
      size="small"
      icon={<ShieldCheckmarkRegular />}
      disabled={!enabled}
      onClick={() => void sendCommand(runId, { kind: "checkDatabase" })}
    >
      Check database
    </Button>
  );
}

function CreateSnapshot({ runId, timeline, scenario, enabled }: SteerRowProps) {
  const used = usedNames(timeline);
  // What is typed stays, until it was given or is taken back; the suggestion follows the run.
  const [typed, setTyped] = useState<string | null>(null);
  const problemId = useId();
  const name = typed ?? nextFreeName(scenario.database.name, used);
  const problem = problemOfName(name, existingSnapshots(timeline));
  const create = async () => {
    if (problem !== null || !enabled) return;
    if (await sendCommand(runId, { kind: "createSnapshot", name })) setTyped(null);
  };
  useActions([
    {
      id: "run.create-snapshot",
      title: `Create snapshot ${name}`,
      group: "Run",
      keys: "Ctrl+Shift+S",
      enabled: enabled && problem === null,
      run: () => void create(),
    },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") void create();
    if (event.key === "Escape") setTyped(null);
  };
  return (
    <>
      <Tooltip
        relationship="description"
        visible={problem !== null}
        content={{ id: problemId, children: problem ?? "" }}
        positioning="above-start"
      >
        <Input
          size="small"
          className={styles.name ?? ""}
          aria-label="Name of the new snapshot"
          aria-invalid={problem !== null}
          disabled={!enabled}
          value={name}
          onChange={(_, data) => setTyped(data.value)}
          onKeyDown={onKeyDown}
        />
      </Tooltip>
      <Button
        size="small"
        icon={<CameraAddRegular />}
        disabled={!enabled || problem !== null}
        onClick={() => void create()}
      >
        Create snapshot
      </Button>
    </>
  );
}

function DropMenu({ runId, timeline, enabled }: SteerRowProps) {
  return (
    <SnapshotMenu
      text="Drop snapshot"
      verb="Drop"
      icon={<DeleteRegular />}
      names={existingSnapshots(timeline)}
      enabled={enabled}
      choose={(name) => void sendCommand(runId, { kind: "dropSnapshot", name })}
    />
  );
}

function RevertMenu({ runId, timeline, scenario, enabled }: SteerRowProps) {
  const [snapshot, ask] = useState<string | null>(null);
  return (
    <>
      <SnapshotMenu
        text="Revert"
        verb="Revert to"
        icon={<ArrowUndoRegular />}
        names={existingSnapshots(timeline)}
        enabled={enabled}
        choose={ask}
      />
      {snapshot !== null && (
        <RevertDialog
          {...{ runId, timeline, scenario, snapshot, enabled }}
          close={() => ask(null)}
        />
      )}
    </>
  );
}

interface SnapshotMenuProps {
  readonly text: string;
  readonly verb: string;
  readonly icon: ReactElement;
  readonly names: readonly string[];
  readonly enabled: boolean;
  choose(name: string): void;
}

/** What can be done with one of the snapshots that there are. */
function SnapshotMenu({ text, verb, icon, names, enabled, choose }: SnapshotMenuProps) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" icon={icon} disabled={!enabled || names.length === 0}>
          {text}
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {names.map((name) => (
            <MenuItem key={name} onClick={() => choose(name)}>
              {verb} {name}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
