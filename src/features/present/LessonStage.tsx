/** The stage of a lesson whose runs are there: its steps, and the question in the middle. */
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Lesson } from "../../../app/contract/lesson.ts";
import type { LessonPresentStep } from "../../../app/domain/lessons/lesson-steps.ts";
import { lanesOf } from "../../../app/domain/timeline/lanes.ts";
import { Computing } from "./Computing.tsx";
import styles from "./Lesson.module.css";
import { questionId } from "./LessonPresentation.tsx";
import { Stage } from "./Stage.tsx";
import { type Press, useRecordedWalk } from "./use-walk.ts";
import { Waiting } from "./Waiting.tsx";

/** What is changed: the position of a choice, or nothing. */
export type Chosen = number | "none";

interface LessonStageProps {
  readonly lesson: Lesson;
  readonly steps: readonly LessonPresentStep[];
  /** Null: not asked yet. */
  readonly choice: Chosen | null;
  /** The changed run is on its way. */
  readonly computing: {
    readonly sentence: string;
    readonly share: number;
    readonly problem: string | null;
  } | null;
  onChoose(choice: Chosen): void;
}

export function LessonStage(props: LessonStageProps): ReactNode {
  const { lesson, steps, choice, computing, onChoose } = props;
  const { step: walked, position, atMs, told, press } = useRecordedWalk(steps);
  const step = steps.find(({ id }) => id === walked.id);
  const { choices } = lesson.change;
  const [at, setAt] = useState(0);
  const asks = step?.id === questionId;
  // What was chosen is told as soon as it is there.
  const isReady = choice !== null && computing === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => {
    if (asks && isReady) press("onward");
  }, [isReady, choice]);
  const lanes = useMemo(() => lanesOf(step?.lanes ?? []), [step]);
  const under = useMemo(
    () => (step?.under == null ? null : { series: step.under.series, name: step.underName }),
    [step],
  );
  // Those to come are not resolved yet: as many as there will be.
  const rest = lesson.steps.length - lesson.steps.findIndex(({ id }) => id === lesson.change.after);
  const count = isReady ? steps.length : steps.length + rest - 1;
  if (computing !== null) {
    const { sentence, share, problem } = computing;
    return problem === null ? (
      <Computing {...{ sentence, share }} />
    ) : (
      <Waiting {...{ problem }} what="" />
    );
  }
  if (step === undefined) return null;
  if (asks) {
    const choose = (): void => onChoose(at < choices.length ? at : "none");
    const ask = (what: Press): void => {
      if (choice !== null) press(what);
      else if (what === "choose" || (what === "onward" && at === choices.length)) choose();
      else if (what === "onward") setAt(at + 1);
      else if (what === "backward" && at > 0) setAt(at - 1);
      else press(what);
    };
    return (
      <Stage {...{ position, count }} sentence={step.sentence} shown={null} onPress={ask}>
        <Question labels={choices.map(({ label }) => label)} at={at} isAnswered={choice !== null} />
      </Stage>
    );
  }
  const { timeline, series, pushes } = step.shown;
  const { picture } = step;
  const shown = { picture, timeline, lanes, series, atMs, isNow: false, told, pushes, under };
  return <Stage sentence={step.sentence} {...{ shown, position, count }} onPress={press} />;
}

interface QuestionProps {
  readonly labels: readonly string[];
  readonly at: number;
  readonly isAnswered: boolean;
}

const Question = ({ labels, at, isAnswered }: QuestionProps): ReactNode => (
  <div className={styles.question}>
    <ol>
      {[...labels, "Nothing: the lesson goes on as it is"].map((label, position) => (
        <li key={label} aria-current={position === at}>
          {label}
        </li>
      ))}
    </ol>
    <p>
      {isAnswered
        ? "It has been changed. Page Down goes on."
        : "Page Down and Page Up move. Enter, F5 or the clicker’s black-screen key changes it."}
    </p>
  </div>
);
