/** What else a DBA does to a database, and what a disk or a server does to a DBA. */
import { MenuDivider, MenuGroup, MenuGroupHeader, MenuItem } from "@fluentui/react-components";
import {
  ArchiveRegular,
  ArrowClockwiseRegular,
  DeleteRegular,
  MoreHorizontalRegular,
  ShieldCheckmarkRegular,
  WarningRegular,
} from "@fluentui/react-icons";
import { backupTypes, type Command } from "../../../../app/contract/command.ts";
import { atBegin } from "../../../../app/domain/format/report-text.ts";
import {
  existingCopies,
  existingSnapshots,
  nextBackupName,
  readableCopies,
} from "../../../../app/domain/run/steering.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { sendCommand } from "../commands.ts";
import { ArraySnapshotMenu, useArrayActions } from "./ArraySnapshotMenu.tsx";
import { SteerMenu, SubMenu } from "./SteerMenu.tsx";
import type { AskingProps } from "./steer-props.ts";
import { IndexMenu, TableMenu } from "./TableMenus.tsx";

interface BackupChoice {
  readonly id: string;
  readonly type: (typeof backupTypes)[number];
  /** Behind the backup's name. */
  readonly words: string;
  readonly options: Partial<Extract<Command, { kind: "backup" }>>;
}

const backupChoices: readonly BackupChoice[] = [
  ...backupTypes.map((type) => ({ id: type, type, words: "", options: {} })),
  { id: "noChecksum", type: "full", words: " without checksums", options: { checksum: false } },
  {
    id: "continueAfterError",
    type: "full",
    words: " of what is damaged, too",
    options: { continueAfterError: true },
  },
  {
    id: "noTruncate",
    type: "log",
    words: " of a damaged database",
    options: { noTruncate: true },
  },
];

export function MoreMenu(props: AskingProps) {
  const { runId, timeline, scenario, enabled, ask } = props;
  const send = (command: Command) => void sendCommand(runId, command);
  const array = useArrayActions(props);
  const name = nextBackupName(timeline, scenario);
  const backups = backupChoices.map(({ id, type, words, options }) => ({
    id: `run.backup.${id}`,
    title: `${atBegin(type)} backup ${name}${words}`,
    run: () => send({ kind: "backup", name, type, copyOnly: false, files: 1, ...options }),
  }));
  const checks = [
    {
      id: "run.check-database",
      title: "Check database",
      run: () => send({ kind: "checkDatabase" }),
    },
    ...readableCopies(timeline).map((database) => ({
      id: `run.check-database.${database}`,
      title: `Check database ${database}`,
      run: () => send({ kind: "checkDatabase", database }),
    })),
  ];
  useActions([...backups, ...checks].map((one) => ({ ...one, group: "Run", enabled })));
  const snapshots = existingSnapshots(timeline);
  const copies = existingCopies(timeline);
  return (
    <SteerMenu text="More" icon={<MoreHorizontalRegular />} enabled={enabled}>
      <MenuGroup>
        <MenuGroupHeader>Data</MenuGroupHeader>
        <TableMenu {...props} />
        <IndexMenu {...props} />
        <SubMenu
          text="Drop snapshot or database"
          icon={<DeleteRegular />}
          closed={
            snapshots.length + copies.length === 0
              ? "There is no snapshot and no restored database"
              : null
          }
        >
          {snapshots.map((snapshot) => (
            <MenuItem key={snapshot} onClick={() => ask({ kind: "dropSnapshot", snapshot })}>
              Drop {snapshot}…
            </MenuItem>
          ))}
          {copies.map((copy) => (
            <MenuItem key={copy} onClick={() => ask({ kind: "dropCopy", copy })}>
              Drop database {copy}…
            </MenuItem>
          ))}
        </SubMenu>
      </MenuGroup>
      <MenuDivider />
      <MenuGroup>
        <MenuGroupHeader>Maintenance</MenuGroupHeader>
        <SubMenu text="Backup" icon={<ArchiveRegular />}>
          {backups.map(({ id, title, run }) => (
            <MenuItem key={id} onClick={run}>
              {title}
            </MenuItem>
          ))}
        </SubMenu>
        <ArraySnapshotMenu {...array} />
        {checks.map(({ id, title, run }) => (
          <MenuItem key={id} icon={<ShieldCheckmarkRegular />} onClick={run}>
            {title}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuDivider />
      <MenuGroup>
        <MenuGroupHeader>Server</MenuGroupHeader>
        <SubMenu text="Restart server" icon={<ArrowClockwiseRegular />}>
          <MenuItem onClick={() => send({ kind: "restartServer", mode: "clean" })}>
            After a clean shutdown
          </MenuItem>
          <MenuItem onClick={() => ask({ kind: "crash" })}>After a crash…</MenuItem>
        </SubMenu>
        <MenuItem icon={<WarningRegular />} onClick={() => ask({ kind: "damage" })}>
          Damage a page on the disk…
        </MenuItem>
      </MenuGroup>
    </SteerMenu>
  );
}
