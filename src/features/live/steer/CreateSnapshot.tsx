/** A new snapshot, with the first name that is free or one that is typed. */
import { Button, Input, Tooltip } from "@fluentui/react-components";
import { CameraAddRegular } from "@fluentui/react-icons";
import { useId } from "react";
import {
  nextFreeName,
  problemOfName,
  takenNames,
  usedNames,
} from "../../../../app/domain/run/steering.ts";
import { useDraftText } from "../../../components/ui/use-draft-text.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { sendCommand } from "../commands.ts";
import styles from "./SteerRow.module.css";
import type { SteerProps } from "./steer-props.ts";

export function CreateSnapshot({ runId, timeline, scenario, enabled }: SteerProps) {
  // What is typed stays, until it was given or is taken back; the suggestion follows the run.
  const {
    text: name,
    type,
    commit: create,
    onKeyDown,
  } = useDraftText({
    value: nextFreeName(scenario.database.name, usedNames(timeline)),
    commitsUnchanged: true,
    onCommit: (chosen) =>
      enabled && problemOfName(chosen, takenNames(timeline)) === null
        ? sendCommand(runId, { kind: "createSnapshot", name: chosen })
        : false,
  });
  const problemId = useId();
  const problem = problemOfName(name, takenNames(timeline));
  useActions([
    {
      id: "run.create-snapshot",
      title: `Create snapshot ${name}`,
      group: "Run",
      keys: "Ctrl+Shift+S",
      enabled: enabled && problem === null,
      run: create,
    },
  ]);
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
          onChange={(_, data) => type(data.value)}
          onKeyDown={onKeyDown}
        />
      </Tooltip>
      <Button
        size="small"
        icon={{ className: styles.icon, children: <CameraAddRegular /> }}
        disabled={!enabled || problem !== null}
        onClick={create}
      >
        Create snapshot
      </Button>
    </>
  );
}
