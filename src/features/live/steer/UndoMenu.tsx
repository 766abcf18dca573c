/** Back behind a mistake: by a revert to a snapshot, or by a restore of backups or of an array snapshot. */
import { MenuDivider, MenuItem } from "@fluentui/react-components";
import { ArrowUndoRegular } from "@fluentui/react-icons";
import { existingSnapshots, usableArraySnapshots } from "../../../../app/domain/run/steering.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { SteerMenu } from "./SteerMenu.tsx";
import type { AskingProps } from "./steer-props.ts";

export interface UndoMenuProps extends AskingProps {
  /** `arraySnapshot`: what it begins with, until another is chosen; null: backups. */
  restore(arraySnapshot: string | null): void;
}

export function UndoMenu({ timeline, enabled, ask, restore }: UndoMenuProps) {
  const reverts = existingSnapshots(timeline).map((snapshot) => ({
    id: `run.revert.${snapshot}`,
    title: `Revert to ${snapshot}…`,
    run: () => ask({ kind: "revert", snapshot }),
  }));
  const restores = [null, ...usableArraySnapshots(timeline)].map((snapshot) => ({
    id: snapshot === null ? "run.restore" : `run.restore.${snapshot}`,
    title: snapshot === null ? "Restore…" : `Restore array snapshot ${snapshot}…`,
    run: () => restore(snapshot),
  }));
  useActions([...reverts, ...restores].map((one) => ({ ...one, group: "Run", enabled })));
  return (
    <SteerMenu text="Undo a mistake" icon={<ArrowUndoRegular />} enabled={enabled}>
      {reverts.map(({ id, title, run }) => (
        <MenuItem key={id} onClick={run}>
          {title}
        </MenuItem>
      ))}
      {reverts.length > 0 && <MenuDivider />}
      {restores.map(({ id, title, run }) => (
        <MenuItem key={id} onClick={run}>
          {title}
        </MenuItem>
      ))}
    </SteerMenu>
  );
}
