/** One experiment: the bar over it, the form, the preview: columns of the screen, beside the list. */
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from "@fluentui/react-components";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { PresetEntry } from "../../../app/contract/rpc/services.ts";
import type { Path } from "../../../app/contract/schema-path.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { countChanges } from "../../../app/domain/scenario-form/differences.ts";
import { redo, undo } from "../../../app/domain/scenario-form/draft.ts";
import {
  type FieldIssue,
  issuesByPlace,
  issuesOf,
} from "../../../app/domain/scenario-form/issues.ts";
import { placeOf } from "../../../app/domain/scenario-form/labels.ts";
import { sweepText } from "../../../app/domain/studies/sweep-text.ts";
import { FilePicker } from "../../components/ui/FilePicker.tsx";
import {
  type DesignedExperiment,
  editDraft,
  saveAsOwn,
  setSweep,
} from "../../state/experiments/drafts.ts";
import { matchesShortcut } from "../../state/shell/keys.ts";
import { isMac } from "../../state/shell/platform.ts";
import { useStatus } from "../../state/shell/status.ts";
import { Advanced, useAdvancedOpen } from "./Advanced.tsx";
import styles from "./Designer.module.css";
import { DesignerBar } from "./DesignerBar.tsx";
import { DesignerContext, type Designer as DesignerModel, focusField } from "./designer-context.ts";
import { Preview } from "./preview/Preview.tsx";
import { Question } from "./question/Question.tsx";
import { SaveAsDialog } from "./SaveAsDialog.tsx";
import { SectionRow } from "./SectionRow.tsx";
import { SweepDialog } from "./SweepDialog.tsx";
import { SweptFieldDialog } from "./SweptFieldDialog.tsx";
import { loadScenarioFile, useDesignerCommands } from "./use-designer-commands.ts";
import { type Refusal, useStart } from "./use-start.ts";

interface DesignerProps {
  readonly experiment: DesignedExperiment;
  readonly preset: PresetEntry | null;
}

export function Designer({ experiment, preset }: DesignerProps): ReactNode {
  const { id, draft, own, file, sweep } = experiment;
  const { present } = draft;
  const starter = useStart(draft);
  const [advanced] = useAdvancedOpen();
  const column = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  const [sweptPath, askSweep] = useState<Path | null>(null);
  const [choosingSwept, chooseSwept] = useState(false);
  useFocusedInSight(column);
  const found = useMemo(() => issuesOf(present), [present]);
  const refused = starter.refusal?.issue ?? null;
  const issues = useMemo(() => (refused === null ? found : [...found, refused]), [found, refused]);
  const edit = useCallback<DesignerModel["edit"]>((change) => editDraft(id, change), [id]);
  const model = useMemo(
    (): DesignerModel => ({
      draft,
      problems: issuesByPlace(issues),
      sweep,
      edit,
      askSweep,
    }),
    [draft, issues, sweep, edit],
  );
  const commands = useDesignerCommands({
    experiment,
    issues: found,
    starter,
    askName: () => setNaming(true),
    pickScenario: () => picker.current?.click(),
    chooseSwept: () => chooseSwept(true),
  });
  // A text field would take these keys for itself, and undo only what was typed into it last.
  const onKeyDown = (event: KeyboardEvent): void => {
    const press = event.nativeEvent;
    const mac = isMac();
    const matches = (keys: string) => matchesShortcut(keys, press, mac);
    if (matches("Ctrl+Z")) edit(undo);
    else if (matches("Ctrl+Y") || matches("Ctrl+Shift+Z")) edit(redo);
    else return;
    event.preventDefault();
  };
  const title = own || preset === null ? present.scenario.name : preset.title;
  useStatus({
    title,
    left: ["Saved automatically", "Ctrl+Z undo, Ctrl+Y redo"],
    right: ["Bold labels: changed from the preset"],
  });
  return (
    <DesignerContext value={model}>
      <div className={styles.top}>
        <DesignerBar
          title={title}
          origin={originOf(experiment, preset)}
          own={own}
          starting={starter.starting}
          commands={commands}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields in it */}
      <div className={styles.form} onKeyDown={onKeyDown}>
        <Problems
          issues={found}
          refusal={starter.refusal}
          dismiss={starter.dismiss}
          clean={starter.clean}
        />
        {advanced && <SectionRow issues={issues} column={column} />}
        <div ref={column} className={styles.column}>
          <Question preset={preset} />
          <Advanced issues={issues} />
        </div>
      </div>
      <div className={styles.preview}>
        <Preview preset={preset} file={file} issues={issues} />
      </div>
      <FilePicker
        ref={picker}
        label="Scenario file"
        onPick={(file) => void loadScenarioFile(file)}
      />
      {choosingSwept && (
        <SweptFieldDialog
          scenario={present.scenario}
          close={() => chooseSwept(false)}
          choose={(path) => {
            chooseSwept(false);
            askSweep(path);
          }}
        />
      )}
      {sweptPath !== null && (
        <SweepDialog
          path={sweptPath}
          scenario={present.scenario}
          sweep={sweep}
          close={() => askSweep(null)}
          take={(next) => {
            askSweep(null);
            setSweep(id, next);
          }}
        />
      )}
      {naming && (
        <SaveAsDialog
          suggested={own ? `${present.scenario.name} 2` : `${title}, mine`}
          close={() => setNaming(false)}
          save={(name) => {
            setNaming(false);
            saveAsOwn(id, name);
          }}
        />
      )}
    </DesignerContext>
  );
}

/** What one types in stays in sight when the column gets lower, as by the message that it is not allowed. */
function useFocusedInSight(column: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = column.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const focused = document.activeElement;
      if (element.contains(focused)) focused?.scrollIntoView({ block: "nearest" });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [column]);
}

/** "preset; 2 values changed; sweep of users 10, 20, 40". */
function originOf(
  { own, draft, file, sweep }: DesignedExperiment,
  preset: PresetEntry | null,
): string {
  const from = preset === null ? `from ${file ?? "a file"}` : `from preset ${preset.title}`;
  const changes = countChanges(draft.base, draft.present.scenario);
  const changed = changes === 0 ? "no value changed" : `${countOf(changes, "value")} changed`;
  const varied = sweep === null ? "" : `; sweep of ${sweepText(sweep)}`;
  return `${own ? from : "preset"}; ${changed}${varied}`;
}

interface ProblemsProps {
  readonly issues: readonly FieldIssue[];
  readonly refusal: Refusal | null;
  dismiss(): void;
  clean(): Promise<void>;
}

const shownProblems = 3;

/** What keeps the experiment from running, next to Run, each leading to its field. */
function Problems({ issues, refusal, dismiss, clean }: ProblemsProps): ReactNode {
  return (
    <div aria-live="polite">
      {issues.length > 0 && (
        <MessageBar intent="error" layout="multiline" className={styles.problems}>
          <MessageBarBody>
            <MessageBarTitle>
              {issues.length === 1
                ? "One value keeps this from running."
                : `${issues.length} values keep this from running.`}
            </MessageBarTitle>
            <ul className={styles.problemList}>
              {issues.slice(0, shownProblems).map(({ path, place, message }) => (
                <li key={place}>
                  <button type="button" className={styles.problem} onClick={() => focusField(path)}>
                    {placeOf(path)}: {message}
                  </button>
                </li>
              ))}
            </ul>
          </MessageBarBody>
        </MessageBar>
      )}
      {refusal !== null && (
        <MessageBar intent="error" layout="multiline" className={styles.problems}>
          <MessageBarBody>
            <MessageBarTitle>The run was not started.</MessageBarTitle> {refusal.failure.message}
          </MessageBarBody>
          <MessageBarActions>
            {refusal.failure.code === "folderLeftover" && (
              <Button size="small" appearance="primary" onClick={() => void clean()}>
                Remove the files
              </Button>
            )}
            <Button size="small" onClick={dismiss}>
              Dismiss
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
    </div>
  );
}
