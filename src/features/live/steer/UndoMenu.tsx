/** Back behind a mistake: by a revert to a snapshot, or by a restore of backups. */
import { MenuDivider, MenuItem } from "@fluentui/react-components";
import { ArrowUndoRegular } from "@fluentui/react-icons";
import { existingSnapshots } from "../../../../app/domain/run/steering.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { SteerMenu } from "./SteerMenu.tsx";
import type { AskingProps } from "./steer-props.ts";

export interface UndoMenuProps extends AskingProps {
  restore(): void;
}

export function UndoMenu({ timeline, enabled, ask, restore }: UndoMenuProps) {
  const reverts = existingSnapshots(timeline).map((snapshot) => ({
    id: `run.revert.${snapshot}`,
    title: `Revert to ${snapshot}…`,
    run: () => ask({ kind: "revert", snapshot }),
  }));
  const restoring = { id: "run.restore", title: "Restore…", run: restore };
  useActions([...reverts, restoring].map((one) => ({ ...one, group: "Run", enabled })));
  return (
    <SteerMenu text="Undo a mistake" icon={<ArrowUndoRegular />} enabled={enabled}>
      {reverts.map(({ id, title, run }) => (
        <MenuItem key={id} onClick={run}>
          {title}
        </MenuItem>
      ))}
      {reverts.length > 0 && <MenuDivider />}
      <MenuItem onClick={restoring.run}>{restoring.title}</MenuItem>
    </SteerMenu>
  );
}
