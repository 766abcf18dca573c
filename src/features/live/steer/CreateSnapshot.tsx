/** A new snapshot, with the first name that is free or one that is typed. */
import { Button, Input, Tooltip } from "@fluentui/react-components";
import { CameraAddRegular } from "@fluentui/react-icons";
import { type KeyboardEvent, useId, useState } from "react";
import {
  nextFreeName,
  problemOfName,
  takenNames,
  usedNames,
} from "../../../../app/domain/run/steering.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { sendCommand } from "../commands.ts";
import styles from "./SteerRow.module.css";
import type { SteerProps } from "./steer-props.ts";

export function CreateSnapshot({ runId, timeline, scenario, enabled }: SteerProps) {
  // What is typed stays, until it was given or is taken back; the suggestion follows the run.
  const [typed, setTyped] = useState<string | null>(null);
  const problemId = useId();
  const name = typed ?? nextFreeName(scenario.database.name, usedNames(timeline));
  const problem = problemOfName(name, takenNames(timeline));
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
        visible={problem !== null && enabled}
        content={{ id: problemId, children: problem ?? "" }}
        positioning="above-start"
      >
        <Input
          size="small"
          className={styles.name ?? ""}
          aria-label="Name of the new snapshot"
          aria-invalid={problem !== null}
          disabled={!enabled}
          title={name}
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
