/** Asks which values a field takes in a sweep, and how often each is run. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from "@fluentui/react-components";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { type Path, printPath, valueAt } from "../../../app/contract/schema-path.ts";
import { parsePath } from "../../../app/contract/set-path.ts";
import { usualRepeats } from "../../../app/contract/study.ts";
import type { Sweep } from "../../../app/contract/sweep.ts";
import { metricName, throughputId } from "../../../app/domain/comparison/run-metrics.ts";
import { language } from "../../../app/domain/format/language.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { inFormWords } from "../../../app/domain/scenario-form/issues.ts";
import { settingName, settingTitle } from "../../../app/domain/scenario-form/setting-text.ts";
import { expandSweep } from "../../../app/domain/studies/expand-sweep.ts";
import { neededRepeats } from "../../../app/domain/studies/needed-repeats.ts";
import { parseValues, valuesText } from "../../../app/domain/studies/parse-over.ts";
import { usualIds } from "../../../app/domain/studies/study-results.ts";
import { RepeatsField } from "../../components/compare/RepeatsField.tsx";
import { planOf } from "../../state/experiments/scenario-files.ts";
import styles from "./SweepDialog.module.css";

/** Which point of a file it is of is told by the value: there is one field here. */
const problemText = (message: string): string =>
  inFormWords(message.replace(/^points\[\d+\] \([^)]*\): (?!is the same)/, ""));

interface SweepDialogProps {
  readonly path: Path;
  readonly scenario: Scenario;
  /** What is varied already; null: nothing. */
  readonly sweep: Sweep | null;
  /** Null: nothing is varied any more. */
  take(sweep: Sweep | null): void;
  close(): void;
}

export function SweepDialog({ path, scenario, sweep, take, close }: SweepDialogProps): ReactNode {
  const printed = printPath(path);
  const varied = sweep?.parameters.find((parameter) => parameter.path === printed);
  const others = (sweep?.parameters ?? []).filter((parameter) => parameter !== varied);
  const [text, setText] = useState(
    varied === undefined ? String(valueAt(scenario, path) ?? "") : valuesText(varied),
  );
  const [repeats, setRepeats] = useState(sweep?.repeats ?? usualRepeats);
  const [problem, setProblem] = useState<string | null>(null);
  const parsed = parseValues(printed, text);
  const asked = parsed.ok ? { parameters: [...others, parsed.value], repeats } : null;
  const points = asked === null ? null : expandSweep(asked);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const planned = asked === null ? parsed : planOf(scenario, asked);
    if (!planned.ok) setProblem(problemText(planned.error.message));
    else if (asked !== null) take(asked);
  };
  const withoutThis = (): void =>
    take(others.length === 0 ? null : { parameters: others, repeats });
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <form onSubmit={submit}>
          <DialogBody>
            <DialogTitle>{`Sweep: ${settingTitle(path)}`}</DialogTitle>
            <DialogContent className={styles.fields}>
              <Field
                label="Values"
                hint="A list, such as 100, 200, 400; or from..to/step, such as 100..400/100"
                validationMessage={problem}
                validationState={problem === null ? "none" : "error"}
              >
                <Input
                  value={text}
                  autoFocus
                  onChange={(_, { value }) => {
                    setText(value);
                    setProblem(null);
                  }}
                />
              </Field>
              <RepeatsField
                repeats={repeats}
                needed={neededRepeats(
                  points?.ok === true ? points.value.length : 2,
                  toldBeside(scenario),
                )}
                metric={metricName(throughputId)}
                change={setRepeats}
              />
              {problem === null && points?.ok === true && (
                <p className={styles.words}>
                  {`${countOf(points.value.length, "point")}, ${countOf(points.value.length * repeats, "run")}${withOthers(others)}. “Run sweep” stands beside Run.`}
                </p>
              )}
            </DialogContent>
            <DialogActions>
              {varied !== undefined && <Button onClick={withoutThis}>Do not vary</Button>}
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" appearance="primary">
                Vary
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}

/** Metrics that are told of beside throughput; without a snapshot there is no creation. */
const toldBeside = ({ timeline }: Scenario): number =>
  usualIds.length - (timeline.some(({ command }) => command.kind === "createSnapshot") ? 1 : 2);

/** Every combination is run. */
function withOthers(others: Sweep["parameters"]): string {
  if (others.length === 0) return "";
  const names = others.map(({ path }) => settingName(parsePath(path)));
  return ` with ${new Intl.ListFormat(language).format(names)}, which ${others.length === 1 ? "varies" : "vary"} too`;
}
