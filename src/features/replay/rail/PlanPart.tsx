/** The timeline that the run was given and what became of each entry, from its summary; all that was asked of it. */
import type { RunDetails } from "../../../../app/contract/rpc/timeline-data.ts";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import { formatDuration } from "../../../../app/domain/format/times.ts";
import {
  outcomeNames,
  type PlannedStep,
  plannedSteps,
} from "../../../../app/domain/timeline/planned-steps.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { ActList } from "../../../components/tsql/ActList.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import { copyText } from "../../../state/files/clipboard.ts";
import type { PlayerStore } from "../../../state/player/player.ts";
import styles from "./PlanPart.module.css";

interface PlanTabProps {
  readonly run: RunDetails | null;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
}

export function PlanPart({ run, timeline, player }: PlanTabProps) {
  return (
    <>
      <Plan run={run} timeline={timeline} player={player} />
      {run !== null && (
        <Panel title="Actions" aside="planned or by hand">
          <ActList timeline={timeline} scenario={run.scenario} copy={copyText} />
        </Panel>
      )}
    </>
  );
}

function Plan({ run, timeline, player }: PlanTabProps) {
  const summary = run?.summary ?? null;
  if (summary === null) {
    return (
      <Panel title="Plan">
        <p className={styles.prose}>
          This run has no summary, which tells what became of each planned action. The marks above
          the charts show the actions themselves.
        </p>
      </Panel>
    );
  }
  const steps = plannedSteps(summary);
  return (
    <Panel title="Plan" aside="of the timeline">
      {steps.length === 0 ? (
        <p className={styles.prose}>
          {summary.scenario.timeline.length === 0
            ? "Nothing was planned."
            : "This run is of an earlier version, which did not record what became of its plan."}
        </p>
      ) : (
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place in the scenario
            <Step key={index} step={step} timeline={timeline} player={player} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface StepProps extends Pick<PlanTabProps, "timeline" | "player"> {
  readonly step: PlannedStep;
}

function Step({ step, timeline, player }: StepProps) {
  const { name, what, when, outcome, firedMs, tookMs, reason } = step;
  return (
    <li className={styles.step} data-outcome={outcome}>
      <p className={styles.what}>
        {firedMs === null ? (
          what
        ) : (
          <button
            type="button"
            title="Put the playhead there"
            onClick={() => player.getState().seek(firedMs)}
          >
            {what}
          </button>
        )}
        {name !== null && <span className={styles.name}> {name}</span>}
      </p>
      <p className={styles.when}>planned {when}</p>
      <p className={styles.outcome}>
        {firedMs !== null && `${formatMomentOf(timeline, firedMs)}, `}
        {outcomeNames[outcome]}
        {tookMs !== null && tookMs > 0 && ` in ${formatDuration(tookMs)}`}
        {reason !== "" && `: ${reason}`}
      </p>
    </li>
  );
}
