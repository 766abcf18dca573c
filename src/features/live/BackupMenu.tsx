/** What a DBA does so that nothing is lost, and when something was. */
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ArchiveRegular, ChevronDownRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { backupTypes } from "../../../app/contract/command.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { atBegin } from "../../../app/domain/format/report-text.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { useActions } from "../../state/shell/actions.ts";
import { sendCommand } from "./commands.ts";
import { RestoreDialog } from "./RestoreDialog.tsx";
import styles from "./SteerRow.module.css";
import { nextBackupName } from "./steering.ts";

export interface BackupMenuProps {
  readonly runId: string;
  readonly timeline: Timeline;
  readonly scenario: Scenario;
  readonly enabled: boolean;
}

export function BackupMenu({ runId, timeline, scenario, enabled }: BackupMenuProps) {
  const [restoring, setRestoring] = useState(false);
  const name = nextBackupName(timeline, scenario);
  const backups = backupTypes.map((type) => ({
    id: `run.backup.${type}`,
    title: `${atBegin(type)} backup ${name}`,
    run: () => void sendCommand(runId, { kind: "backup", name, type, copyOnly: false, files: 1 }),
  }));
  const restore = {
    id: "run.restore",
    title: "Restore…",
    run: () => setRestoring(true),
  };
  useActions([...backups, restore].map((one) => ({ ...one, group: "Run", enabled })));
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button size="small" icon={<ArchiveRegular />} disabled={!enabled}>
            Backup
            <ChevronDownRegular className={styles.chevron ?? ""} />
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {backups.map(({ id, title, run }) => (
              <MenuItem key={id} onClick={run}>
                {title}
              </MenuItem>
            ))}
            <MenuDivider />
            <MenuItem onClick={restore.run}>{restore.title}</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {restoring && (
        <RestoreDialog
          {...{ runId, timeline, scenario, enabled }}
          close={() => setRestoring(false)}
        />
      )}
    </>
  );
}
