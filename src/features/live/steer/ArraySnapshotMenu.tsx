/** Snapshots that the array takes: one more, a backup of one by another host, or one less. */
import { MenuDivider, MenuItem } from "@fluentui/react-components";
import { StorageRegular } from "@fluentui/react-icons";
import type { Command, freezeKinds } from "../../../../app/contract/command.ts";
import {
  existingArraySnapshots,
  nextArraySnapshotName,
  nextBackupName,
  usableArraySnapshots,
  whyNoArraySnapshot,
} from "../../../../app/domain/run/steering.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { sendCommand } from "../commands.ts";
import { SubMenu } from "./SteerMenu.tsx";
import type { AskingProps } from "./steer-props.ts";

interface Choice {
  readonly freeze: (typeof freezeKinds)[number];
  /** Behind the snapshot's name. */
  readonly words: string;
  readonly keys?: string;
}

const vss: Choice = { freeze: "vss", words: "", keys: "Ctrl+Shift+A" };
const suspend: Choice = { freeze: "suspend", words: ", suspended (2022)" };
const none: Choice = { freeze: "none", words: " without a freeze" };

interface ArrayAction {
  readonly id: string;
  readonly title: string;
  readonly keys?: string;
  run(): void;
}

export interface ArrayActions {
  /** Why nothing of it can be done; null: it can. */
  readonly closed: string | null;
  readonly creations: readonly ArrayAction[];
  /** What can be done with each that there is. */
  readonly ofExisting: readonly ArrayAction[];
}

/** In the palette and by keys for as long as the run takes commands, whether the menu is open or not. */
export function useArrayActions(props: AskingProps): ArrayActions {
  const { runId, timeline, scenario, enabled, ask } = props;
  const send = (command: Command) => void sendCommand(runId, command);
  const closed = whyNoArraySnapshot(scenario);
  const name = nextArraySnapshotName(timeline, scenario);
  const backup = nextBackupName(timeline, scenario);
  const choices = scenario.server.engineVersion === "2016" ? [vss, suspend, none] : [vss, none];
  const creations = choices.map(
    ({ freeze, words, keys }): ArrayAction => ({
      id: `run.array-snapshot.${freeze}`,
      title: `Take array snapshot ${name}${words}`,
      ...(keys === undefined ? {} : { keys }),
      run: () => send({ kind: "createArraySnapshot", name, freeze, copyOnly: false }),
    }),
  );
  const backups = usableArraySnapshots(timeline).map(
    (snapshot): ArrayAction => ({
      id: `run.array-snapshot.backup.${snapshot}`,
      title: `Back up ${snapshot} from another host`,
      run: () =>
        send({
          ...{ kind: "backup", name: backup, type: "full", copyOnly: false, files: 1 },
          arraySnapshot: snapshot,
        }),
    }),
  );
  const deletions = existingArraySnapshots(timeline).map(
    (snapshot): ArrayAction => ({
      id: `run.array-snapshot.delete.${snapshot}`,
      title: `Delete ${snapshot}…`,
      run: () => ask({ kind: "deleteArraySnapshot", snapshot }),
    }),
  );
  const ofExisting = [...backups, ...deletions];
  useActions(
    [...creations, ...ofExisting].map((one) => ({
      ...one,
      group: "Run",
      enabled: enabled && closed === null,
    })),
  );
  return { closed, creations, ofExisting };
}

export function ArraySnapshotMenu({ closed, creations, ofExisting }: ArrayActions) {
  return (
    <SubMenu text="Array snapshot" icon={<StorageRegular />} closed={closed}>
      {creations.map(({ id, title, run }) => (
        <MenuItem key={id} onClick={run}>
          {title}
        </MenuItem>
      ))}
      {ofExisting.length > 0 && <MenuDivider />}
      {ofExisting.map(({ id, title, run }) => (
        <MenuItem key={id} onClick={run}>
          {title}
        </MenuItem>
      ))}
    </SubMenu>
  );
}
