/** A run as a step of a series: what each step changed and came to, and what the next would be. */
import { Button } from "@fluentui/react-components";
import { PlayFilled } from "@fluentui/react-icons";
import type { Advice } from "../../../../app/contract/advice.ts";
import type { RunEntry } from "../../../../app/contract/rpc/runs.ts";
import type { Step } from "../../../../app/contract/step.ts";
import { promiseText } from "../../../../app/domain/advisor/advice-text.ts";
import { rateText, timesText } from "../../../../app/domain/advisor/step-text.ts";
import { metricHeading, valueText } from "../../../../app/domain/statistics/metric.ts";
import { ButtonKbd } from "../../../components/ui/Kbd.tsx";
import { openStep, useSteps } from "../../../state/recordings/steps.ts";
import type { Loading } from "../../../state/services/fetching.ts";
import { runAction } from "../../../state/shell/actions.ts";
import { ariaKeys, keyCaps } from "../../../state/shell/keys.ts";
import { isMac } from "../../../state/shell/platform.ts";
import styles from "./RailTabs.module.css";
import { nextStepAction, nextStepKeys, useCanRunStep } from "./use-next-step.ts";

export interface StepsPartProps {
  readonly run: Pick<RunEntry, "id" | "status">;
  readonly advice: Loading<Advice>;
}

/** Nothing where the run is of no series and nothing can be proposed. */
export function StepsPart({ run, advice }: StepsPartProps) {
  const steps = useSteps(run).value ?? [];
  const next = advice.value?.recommendations[0] ?? null;
  if (steps.length < 2 && next === null) return null;
  return (
    <>
      <h2 className={styles.heading}>Step by step</h2>
      <section className={styles.finding} aria-label="Step by step">
        <StepTable steps={steps} shown={run.id} />
        {next === null ? (
          <p className={styles.last}>No further change is proposed.</p>
        ) : (
          <div className={styles.next}>
            <p>
              Next: <strong>{next.title}</strong> {next.change} {promiseText(next.promise)}
            </p>
            <NextButton />
          </div>
        )}
      </section>
    </>
  );
}

function NextButton() {
  const mac = isMac();
  return (
    <Button
      size="small"
      appearance="primary"
      icon={<PlayFilled />}
      disabled={!useCanRunStep()}
      aria-keyshortcuts={ariaKeys(nextStepKeys, mac)}
      onClick={() => runAction(nextStepAction)}
    >
      Run the next step
      <ButtonKbd caps={keyCaps(nextStepKeys, mac)} />
    </Button>
  );
}

interface StepTableProps {
  readonly steps: readonly Step[];
  /** The run that is on the page. */
  readonly shown: string;
}

function StepTable({ steps, shown }: StepTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Step, bound by</th>
          <th scope="col">{metricHeading(steps[0]?.result?.name ?? "result")}</th>
          <th scope="col">Speed-up</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ runId, change, bound, result, bytesPerSecond, timesFirst }, at) => {
          const title = `${at + 1}. ${change ?? "As it was asked for"}`;
          return (
            <tr key={runId}>
              <th scope="row">
                {runId === shown ? (
                  title
                ) : (
                  <button
                    type="button"
                    className={styles.link}
                    title="Open its run"
                    onClick={() => openStep(runId)}
                  >
                    {title}
                  </button>
                )}
                <span>{bound ?? "nothing"}</span>
              </th>
              <td>
                {result === null ? "–" : valueText(result.unit, result.value)}
                {bytesPerSecond !== null && (
                  <>
                    <br />
                    {rateText(bytesPerSecond)}
                  </>
                )}
              </td>
              <td>{timesFirst === null ? "–" : timesText(timesFirst)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
