/** One moment of failure: all ways back, the parts of the best, and its run. */
import { Button, Field, Select } from "@fluentui/react-components";
import { PlayRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import { planFailures } from "../../../app/contract/protection-plan.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { type PlanAnswer, waysAt } from "../../../app/domain/protection-plan/plan-answer.ts";
import { planOutcome } from "../../../app/domain/protection-plan/plan-outcome.ts";
import {
  outcomeSentences,
  partsText,
  wayText,
} from "../../../app/domain/protection-plan/plan-text.ts";
import {
  dayClock,
  durationText,
  failureAt,
  failureNames,
} from "../../../app/domain/protection-plan/plan-words.ts";
import { ColumnHeads } from "../../components/ui/ColumnHeads.tsx";
import { CommitField } from "../../components/ui/CommitField.tsx";
import { Panel } from "../../components/ui/Panel.tsx";
import { useRun } from "../../state/library/library.ts";
import { useRunDetails } from "../../state/library/run-details.ts";
import { lookAt, type Moment, type PlanRun, runWay, usePlan } from "../../state/plan/plan.ts";
import { useConnection } from "../../state/services/services.ts";
import styles from "./PlanScreen.module.css";

interface MomentPanelProps {
  readonly answer: PlanAnswer;
  readonly moment: Moment;
}

export function MomentPanel({ answer, moment }: MomentPanelProps): ReactNode {
  const { failure, atSeconds } = moment;
  const connected = useConnection() === "open";
  const ways = useMemo(() => waysAt(answer, failure, atSeconds), [answer, failure, atSeconds]);
  const [best] = ways;
  return (
    <Panel title="One failure">
      <div className={styles.row}>
        <Field label="What fails" size="small">
          <Select
            size="small"
            value={failure}
            onChange={(_, { value }) => {
              const chosen = planFailures.find((one) => one === value);
              if (chosen !== undefined) lookAt({ ...moment, failure: chosen });
            }}
          >
            {planFailures.map((one) => (
              <option key={one} value={one}>
                {failureNames[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="At" size="small">
          <CommitField
            className={styles.clock ?? ""}
            value={dayClock(atSeconds)}
            onCommit={(text) => {
              const seconds = secondsOf(text);
              if (seconds === null || seconds >= answer.plan.daySeconds) return false;
              lookAt({ ...moment, atSeconds: seconds });
              return true;
            }}
          />
        </Field>
        <Button
          appearance="primary"
          icon={<PlayRegular />}
          disabled={!connected || best === undefined}
          onClick={() => best !== undefined && void runWay(answer, best, atSeconds)}
        >
          Run this
        </Button>
      </div>
      {best === undefined ? (
        <p className={styles.problem}>There is no way back then.</p>
      ) : (
        <>
          <table className={styles.table} aria-label="Ways back">
            <ColumnHeads names={["Way back", "Loses", "Takes"]} />
            <tbody>
              {ways.slice(0, shownWays).map((way) => (
                <tr key={`${way.base.name} ${way.differential?.name ?? ""}`}>
                  <th scope="row">{wayText(way)}</th>
                  <td>{durationText(way.lossSeconds)}</td>
                  <td>{durationText(way.timeSeconds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {ways.length > shownWays && (
            <p className={styles.basis}>
              The best {shownWays} of {ways.length} are shown.
            </p>
          )}
          <p className={styles.basis}>{withUnitsKept(`The first takes: ${partsText(best)}.`)}</p>
        </>
      )}
      <PlannedRun />
    </Panel>
  );
}

const shownWays = 8;

/** "10:00", "10:00:30"; null: no time of a day. */
function secondsOf(text: string): number | null {
  const parts = /^\s*(\d{1,2}):([0-5]\d)(?::([0-5]\d))?\s*$/.exec(text);
  if (parts === null) return null;
  const [, hours, minutes, seconds = "0"] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The run that was made of a way back, once it has ended. */
function PlannedRun(): ReactNode {
  const run = usePlan((state) => state.run);
  return run === null ? null : <Ran {...run} />;
}

function Ran({ runId, atSeconds, way, model }: PlanRun): ReactNode {
  const status = useRun(runId)?.status;
  const details = useRunDetails(runId).value;
  if (status === undefined || (status !== "running" && details === null)) return null;
  const said = (): readonly string[] => {
    if (status === "running") return ["The way back is being run."];
    const summary = details?.summary ?? null;
    if (summary === null) return ["The run ended before its way back did."];
    const outcome = planOutcome(model, way, summary);
    return outcome.ok ? outcomeSentences(outcome.value) : [outcome.error.message];
  };
  return (
    <div className={styles.outcome} role="status" aria-label="What the run says">
      <p>{failureAt(way.failure, atSeconds)}, as it was run:</p>
      {said().map((text) => (
        <p key={text}>{withUnitsKept(text)}</p>
      ))}
    </div>
  );
}
