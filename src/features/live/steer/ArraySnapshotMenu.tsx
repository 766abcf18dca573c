/** Snapshots that the array takes: one more, a backup of one by another host, or one less. */
import { MenuDivider, MenuItem } from "@fluentui/react-components";
import { StorageRegular } from "@fluentui/react-icons";
import type { Command, freezeKinds } from "../../../../app/contract/command.ts";
import {
  existingArraySnapshots,
  nextArraySnapshotName,
  nextBackupName,
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

export function ArraySnapshotMenu({ runId, timeline, scenario, enabled, ask }: AskingProps) {
  const send = (command: Command) => void sendCommand(runId, command);
  const closed = whyNoArraySnapshot(scenario);
  const name = nextArraySnapshotName(timeline, scenario);
  const backup = nextBackupName(timeline, scenario);
  const choices = scenario.server.engineVersion === "2016" ? [vss, suspend, none] : [vss, none];
  const creations = choices.map(({ freeze, words, keys }) => ({
    id: `run.array-snapshot.${freeze}`,
    title: `Take array snapshot ${name}${words}`,
    ...(keys === undefined ? {} : { keys }),
    run: () => send({ kind: "createArraySnapshot", name, freeze, copyOnly: false }),
  }));
  const existing = existingArraySnapshots(timeline).map((snapshot) => [
    {
      id: `run.array-snapshot.backup.${snapshot}`,
      title: `Back up ${snapshot} from another host`,
      run: () =>
        send({
          ...{ kind: "backup", name: backup, type: "full", copyOnly: false, files: 1 },
          arraySnapshot: snapshot,
        }),
    },
    {
      id: `run.array-snapshot.delete.${snapshot}`,
      title: `Delete ${snapshot}…`,
      run: () => ask({ kind: "deleteArraySnapshot", snapshot }),
    },
  ]);
  useActions(
    [...creations, ...existing.flat()].map((one) => ({
      ...one,
      group: "Run",
      enabled: enabled && closed === null,
    })),
  );
  return (
    <SubMenu text="Array snapshot" icon={<StorageRegular />} closed={closed}>
      {creations.map(({ id, title, run }) => (
        <MenuItem key={id} onClick={run}>
          {title}
        </MenuItem>
      ))}
      {existing.length > 0 && <MenuDivider />}
      {existing.flat().map(({ id, title, run }) => (
        <MenuItem key={id} onClick={run}>
          {title}
        </MenuItem>
      ))}
    </SubMenu>
  );
}
