/** Asks up to when the database is restored, and says what becomes of those who use it. */
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  Radio,
  RadioGroup,
  Switch,
} from "@fluentui/react-components";
import { type FormEvent, useState } from "react";
import { durationText } from "../../../app/domain/format/report-text.ts";
import { sendCommand } from "./commands.ts";
import styles from "./RestoreDialog.module.css";
import {
  choiceOf,
  consequencesOf,
  firstChoice,
  problemOfStop,
  type RestoreChoice,
  restoreCommand,
} from "./restore-choice.ts";

interface RestoreDialogProps {
  readonly runId: string;
  /** Engine time now, ms: it goes on while the dialog is open. */
  readonly nowMs: number;
  /** When the last update of the whole table began, engine time in ms; null: there was none. */
  readonly mistakeMs: number | null;
  readonly enabled: boolean;
  close(): void;
}

export function RestoreDialog({ runId, nowMs, mistakeMs, enabled, close }: RestoreDialogProps) {
  const [choice, setChoice] = useState(() => firstChoice(nowMs, mistakeMs));
  const change = (parts: Partial<RestoreChoice>): void => setChoice({ ...choice, ...parts });
  const problem = problemOfStop(choice, nowMs);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem !== null || !enabled) return;
    void sendCommand(runId, restoreCommand(choice));
    close();
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <form onSubmit={submit}>
          <DialogBody>
            <DialogTitle>Restore the database</DialogTitle>
            <DialogContent className={styles.fields ?? ""}>
              <Field label="Up to">
                <RadioGroup
                  value={choice.to}
                  onChange={(_, { value }) =>
                    change(choiceOf(value as RestoreChoice["to"], nowMs, mistakeMs))
                  }
                >
                  {mistakeMs !== null && (
                    <Radio
                      value="mistake"
                      label={`A second before the table was updated, at ${durationText(mistakeMs)}`}
                    />
                  )}
                  <Radio value="end" label="The end of what is backed up" />
                  <Radio value="time" label="A time" />
                </RadioGroup>
              </Field>
              {choice.to === "time" && (
                <Field
                  label="Engine time"
                  validationMessage={problem}
                  validationState={problem === null ? "none" : "error"}
                >
                  <Input
                    value={choice.stopAt}
                    inputMode="decimal"
                    contentAfter="s"
                    onChange={(_, { value }) => change({ stopAt: value })}
                  />
                </Field>
              )}
              <Switch
                label="Back up the tail of the log first"
                checked={choice.backUpTail}
                onChange={(_, { checked }) => change({ backUpTail: checked })}
              />
              {!choice.backUpTail && (
                <Checkbox
                  label="Replace the database although the tail is not backed up"
                  checked={choice.replace}
                  onChange={(_, { checked }) => change({ replace: checked === true })}
                />
              )}
              <p className={styles.words} role="status">
                {problem === null && consequencesOf(choice)}
              </p>
            </DialogContent>
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" appearance="primary" disabled={problem !== null || !enabled}>
                Restore
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
