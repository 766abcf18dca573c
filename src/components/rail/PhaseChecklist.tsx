/** The phases of a creation, with what each took: where it is now, and what is still to come. */
import { ProgressBar } from "@fluentui/react-components";
import {
  CheckmarkRegular,
  CircleHalfFillRegular,
  CircleRegular,
  type FluentIcon,
} from "@fluentui/react-icons";
import type { DurationSign } from "../../../app/domain/duration-bound.ts";
import { formatPercent } from "../../../app/domain/format/numbers.ts";
import { formatDuration, formatRoughDuration } from "../../../app/domain/format/times.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import { Panel } from "../ui/Panel.tsx";
import type { CreationState, CreationStep } from "./creation-steps.ts";
import styles from "./Rail.module.css";
import { TermHelp } from "./TermHelp.tsx";

const icons: Readonly<Record<CreationStep["state"], FluentIcon>> = {
  done: CheckmarkRegular,
  current: CircleHalfFillRegular,
  pending: CircleRegular,
};
const words: Readonly<Record<CreationStep["state"], string>> = {
  done: "done",
  current: "under way",
  pending: "not started",
};

export function PhaseChecklist({ creation }: { readonly creation: CreationState }) {
  const { snapshot, steps, progress, remainingMs } = creation;
  return (
    <Panel title={titleOf(creation)}>
      <ol className={styles.steps} aria-label={`Phases of the creation of ${snapshot}`}>
        {steps.map((step) => (
          <Step key={step.phase} step={step} creation={creation} />
        ))}
      </ol>
      {creation.state === "creating" && progress !== null && (
        <div className={styles.progress}>
          <ProgressBar value={progress} thickness="medium" aria-label="Progress of the phase" />
          <div className={styles.split}>
            <span>{formatPercent(progress, 0)} of the phase</span>
            {remainingMs !== null && <span>≈ {formatRoughDuration(remainingMs)} left</span>}
          </div>
        </div>
      )}
      <div className={`${styles.split} ${styles.took}`}>
        <span>{totalOf(creation)}</span>
        <span>{withSign(creation.sign, creation.elapsedMs)}</span>
      </div>
      {creation.givenMs > 0 && (
        <div className={styles.split}>
          <span>of which set by the scenario</span>
          <span>{formatDuration(creation.givenMs)}</span>
        </div>
      )}
    </Panel>
  );
}

function titleOf({ state, snapshot }: CreationState): string {
  switch (state) {
    case "creating":
      return `Creating ‘${snapshot}’`;
    case "complete":
      return `‘${snapshot}’ created`;
    case "incomplete":
      return `‘${snapshot}’ not completed`;
  }
}

const totalOf = ({ state, fromStartup }: CreationState): string => {
  if (state === "complete") return "Took";
  return fromStartup ? "Since its start-up" : "Since the command";
};

interface StepProps {
  readonly step: CreationStep;
  readonly creation: CreationState;
}

function Step({ step, creation }: StepProps) {
  const Icon = icons[step.state];
  const word = wordOf(step, creation);
  return (
    <li data-state={step.state}>
      <span className={styles[step.state]} role="img" aria-label={word}>
        <Icon />
      </span>
      <span>
        <TermHelp term={phaseTerm(step.phase)} />
      </span>
      <span>{timeOf(step, word)}</span>
    </li>
  );
}

/** What a later phase has come after was there: a log does not tell of each of them. */
function wordOf({ phase, state }: CreationStep, creation: CreationState): string {
  if (state === "current" && creation.state === "incomplete") return "not finished";
  const later = creation.steps.slice(creation.steps.findIndex((step) => step.phase === phase) + 1);
  const isOver = creation.state === "complete" || later.some((step) => step.state !== "pending");
  return state === "pending" && isOver ? "not logged" : words[state];
}

const withSign = (sign: DurationSign, ms: number | null): string =>
  sign === "" ? formatDuration(ms) : `${sign} ${formatDuration(ms)}`;

function timeOf({ state, durationMs, instant, sign }: CreationStep, word: string): string {
  if (state === "pending") return word;
  if (instant) return "instant";
  if (state === "done") return withSign(sign, durationMs);
  return word === "not finished" ? word : `${formatDuration(durationMs)} so far`;
}
