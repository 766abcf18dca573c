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
  Select,
  Switch,
} from "@fluentui/react-components";
import { type FormEvent, useState } from "react";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import { formatTidyDuration } from "../../../../app/domain/format/times.ts";
import { commitsLostInRestore } from "../../../../app/domain/run/destructive-acts.ts";
import {
  choiceOf,
  consequencesOf,
  firstChoice,
  hasTail,
  mistakesOf,
  problemOfName,
  problemOfStop,
  type RestoreChoice,
  refusalOf,
  restoreCommand,
} from "../../../../app/domain/run/restore-choice.ts";
import { usableArraySnapshots } from "../../../../app/domain/run/steering.ts";
import { tsqlOfNext } from "../../../../app/domain/tsql/acts.ts";
import { TsqlDisclosure } from "../../../components/tsql/TsqlDisclosure.tsx";
import { copyText } from "../../../state/files/clipboard.ts";
import { sendCommand } from "../commands.ts";
import styles from "./Dialogs.module.css";
import type { SteerProps } from "./steer-props.ts";

/** What the dialog begins with; null: backups. */
export type RestoreSource = Pick<RestoreChoice, "arraySnapshot">;

interface RestoreDialogProps extends SteerProps {
  readonly from: RestoreSource;
  close(): void;
}

export function RestoreDialog(props: RestoreDialogProps) {
  const { runId, timeline, scenario, enabled, from, close } = props;
  const nowMs = timeline.endMs;
  const mistakes = hasTail(scenario) ? mistakesOf(timeline) : [];
  const [choice, setChoice] = useState<RestoreChoice>(() => ({
    ...firstChoice(nowMs, mistakes),
    ...from,
    clockOriginMs: timeline.originMs,
  }));
  const change = (parts: Partial<RestoreChoice>): void => setChoice({ ...choice, ...parts });
  const wrongName = problemOfName(choice);
  const problem = problemOfStop(choice, nowMs);
  const commitsAfter = (atMs: number) => commitsLostInRestore(scenario, timeline, atMs);
  const isWrong = problem !== null || wrongName !== null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWrong || !enabled) return;
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
              <SourceChoice
                choice={choice}
                change={change}
                names={usableArraySnapshots(timeline)}
              />
              <Field label="Up to">
                <RadioGroup
                  value={choice.to}
                  onChange={(_, { value }) =>
                    change(choiceOf(value as RestoreChoice["to"], nowMs, mistakes))
                  }
                >
                  {mistakes.map(({ kind, what, atMs }) => (
                    <Radio
                      key={kind}
                      value={kind}
                      label={`A second before ${what}, at ${formatMomentOf(timeline, atMs)} (${formatTidyDuration(atMs)})`}
                    />
                  ))}
                  <Radio value="end" label="The end of what is backed up" />
                  <Radio value="time" label="A time" />
                </RadioGroup>
              </Field>
              {choice.to === "time" && (
                <Field
                  label="Engine time"
                  hint="in seconds, or as the clock shows it, such as 21:49:11"
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
              <Field
                label="Under another name"
                hint="empty: the database itself"
                validationMessage={wrongName}
                validationState={wrongName === null ? "none" : "error"}
              >
                <Input
                  value={choice.as}
                  spellCheck={false}
                  onChange={(_, { value }) => change({ as: value.trim() })}
                />
              </Field>
              {choice.as === "" && hasTail(scenario) && (
                <TailChoice choice={choice} change={change} />
              )}
              {choice.as !== "" && <NameChoice choice={choice} change={change} />}
              <Checkbox
                label="Take backups with damaged pages, too (WITH CONTINUE_AFTER_ERROR)"
                checked={choice.continueAfterError}
                onChange={(_, { checked }) => change({ continueAfterError: checked === true })}
              />
              <p className={styles.words} role="status">
                {!isWrong &&
                  (refusalOf(choice, timeline, scenario) ??
                    consequencesOf(choice, timeline, scenario, commitsAfter))}
              </p>
              {!isWrong && (
                <TsqlDisclosure
                  tsql={tsqlOfNext(restoreCommand(choice), timeline, scenario)}
                  of="the restore"
                  copy={copyText}
                />
              )}
            </DialogContent>
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" appearance="primary" disabled={isWrong || !enabled}>
                Restore
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly choice: RestoreChoice;
  change(parts: Partial<RestoreChoice>): void;
}

/** What it begins with, where there is a choice. */
function SourceChoice({
  choice,
  change,
  names,
}: ChoiceProps & { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Field label="From">
      <Select
        value={choice.arraySnapshot ?? ""}
        onChange={(_, { value }) => change({ arraySnapshot: value === "" ? null : value })}
      >
        <option value="">The last full backup</option>
        {names.map((name) => (
          <option key={name} value={name}>
            Array snapshot {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** What becomes of the database that users work on. */
function TailChoice({ choice, change }: ChoiceProps) {
  return (
    <>
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
    </>
  );
}

/** What becomes of the database under another name. */
function NameChoice({ choice, change }: ChoiceProps) {
  return (
    <>
      <Switch
        label="Leave it restoring (WITH NORECOVERY)"
        checked={!choice.recovery}
        onChange={(_, { checked }) => change({ recovery: !checked })}
      />
      <Checkbox
        label="Replace what was restored under this name before"
        checked={choice.replace}
        onChange={(_, { checked }) => change({ replace: checked === true })}
      />
    </>
  );
}
