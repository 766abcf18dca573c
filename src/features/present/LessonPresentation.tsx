/** A lesson: its runs are computed first, in its middle one thing may be changed, and it goes on with that. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Lesson } from "../../../app/contract/lesson.ts";
import type { Result } from "../../../app/contract/result.ts";
import type { LessonRun } from "../../../app/domain/lessons/lesson-run.ts";
import { type LessonPresentStep, lessonSteps } from "../../../app/domain/lessons/lesson-steps.ts";
import { type LessonRunState, useLessonRun } from "../../state/lessons/lesson-run.ts";
import { beginLesson, cancelRun } from "../../state/lessons/lessons.ts";
import { useLibrary } from "../../state/library/library.ts";
import type { PresentedLesson } from "../../state/present/present.ts";
import { Computing } from "./Computing.tsx";
import { LessonStage } from "./LessonStage.tsx";
import { Waiting } from "./Waiting.tsx";

interface Begun {
  readonly ids: readonly string[];
  readonly problem: string | null;
}

const notBegun: Begun = { ids: [], problem: null };

/** Runs that it has begun and that nobody waits for any more are cancelled. */
function useBegun(id: string, choice: number | null, wanted: boolean): Begun {
  const [begun, setBegun] = useState(notBegun);
  useEffect(() => {
    setBegun(notBegun);
    if (!wanted) return;
    let left = false;
    let ids: readonly string[] = [];
    const cancel = (): void => {
      const { entries } = useLibrary.getState();
      for (const entry of entries) {
        if (ids.includes(entry.id) && entry.status === "running") cancelRun(entry.id);
      }
    };
    void beginLesson({ id, choice }).then((answer) => {
      if (answer.ok) ids = answer.value.map((entry) => entry.id);
      if (left) cancel();
      else setBegun({ ids, problem: answer.ok ? null : answer.error.message });
    });
    return () => {
      left = true;
      cancel();
    };
  }, [id, choice, wanted]);
  return begun;
}

interface Computed {
  readonly runs: readonly LessonRun[] | null;
  readonly share: number;
  readonly problem: string | null;
}

/** A lesson has two runs at most. */
function useComputed(lesson: Lesson, { ids, problem }: Begun): Computed {
  const first = useLessonRun(ids[0] ?? null, lesson);
  const second = useLessonRun(ids[1] ?? null, lesson);
  const states: readonly LessonRunState[] = [first, second].slice(0, ids.length);
  const [a, b] = [first.run, second.run];
  const runs = useMemo(() => {
    const here = [a, b].slice(0, ids.length).filter((run) => run !== null);
    return ids.length > 0 && here.length === ids.length ? here : null;
  }, [a, b, ids.length]);
  return {
    runs,
    share: states.reduce((sum, { computed }) => sum + computed, 0) / Math.max(1, states.length),
    problem: problem ?? states.find((state) => state.problem !== null)?.problem ?? null,
  };
}

export function LessonPresentation({ id, lesson }: PresentedLesson): ReactNode {
  const [choice, setChoice] = useState<number | "none" | null>(null);
  const isChanged = typeof choice === "number";
  const base = useComputed(lesson, useBegun(id, null, true));
  const changed = useComputed(lesson, useBegun(id, isChanged ? choice : null, isChanged));
  const told = useTold(lesson, base.runs, choice, changed.runs);
  if (base.problem !== null) {
    return <Waiting problem={base.problem} what="" />;
  }
  if (told === null) {
    return <Computing sentence={`${lesson.title}: ${lesson.teaches}`} share={base.share} />;
  }
  if (!told.ok) return <Waiting problem={told.error.message} what="" />;
  const change =
    isChanged && changed.runs === null
      ? { ...lesson.change.choices[choice], share: changed.share, problem: changed.problem }
      : null;
  return (
    <LessonStage
      {...{ lesson, choice }}
      steps={told.value}
      computing={
        change === null
          ? null
          : { sentence: change.sentence ?? "", share: change.share, problem: change.problem }
      }
      onChoose={setChoice}
    />
  );
}

/** The steps as far as it is known what they are: until the change, and from it on. */
function useTold(
  lesson: Lesson,
  base: readonly LessonRun[] | null,
  choice: number | "none" | null,
  changed: readonly LessonRun[] | null,
): Result<readonly LessonPresentStep[]> | null {
  const kept = useRef<Result<readonly LessonPresentStep[]> | null>(null);
  return useMemo(() => {
    if (base === null) return kept.current;
    const { steps, change } = lesson;
    const after = steps.findIndex((step) => step.id === change.after) + 1;
    const before = lessonSteps(steps.slice(0, after), { runs: base, unchanged: null });
    if (!before.ok) return before;
    const last = before.value.at(-1);
    const question =
      last === undefined
        ? []
        : [{ ...last, id: questionId, sentence: change.question, startMs: last.endMs }];
    const until = [...before.value, ...question];
    const rest = steps.slice(after);
    const on =
      choice === "none"
        ? lessonSteps(rest, { runs: base, unchanged: null })
        : choice !== null && changed !== null
          ? lessonSteps([change.tells, ...rest], { runs: changed, unchanged: base })
          : null;
    if (on !== null && !on.ok) return on;
    kept.current = { ok: true, value: [...until, ...(on?.value ?? [])] };
    return kept.current;
  }, [lesson, base, choice, changed]);
}

/** Id of the step that asks what to change. */
export const questionId = "question";
