/** A lesson's steps as those of a presentation, resolved in the runs that it is told over. */
import { filledIn, type LessonStep } from "../../contract/lesson.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { isTold } from "../present/phase-of-band.ts";
import { creationPicture, surroundings, wholeLanes } from "../present/pictures.ts";
import type { Picture, PresentStep } from "../present/step.ts";
import { isPartOf } from "../timeline/creation.ts";
import type { Span } from "../timeline/span.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { creationAt, momentOfEvent, pushOfEvent, spanOfEvents, targetsOf } from "./event-moment.ts";
import { figureOf } from "./lesson-figures.ts";
import type { LessonRun } from "./lesson-run.ts";

export interface LessonPresentStep extends PresentStep {
  readonly shown: LessonRun;
  /** Laid under its lanes, paler; null: nothing is. */
  readonly under: LessonRun | null;
  /** What the paler line is. */
  readonly underName: string;
  readonly lanes: readonly string[];
}

export interface ToldRuns {
  /** In the order of the lesson's. */
  readonly runs: readonly LessonRun[];
  /** What they were before one thing was changed; null: nothing was. */
  readonly unchanged: readonly LessonRun[] | null;
}

/** An error names the step whose event or figure is missing. */
export function lessonSteps(
  steps: readonly LessonStep[],
  told: ToldRuns,
): Result<readonly LessonPresentStep[]> {
  const resolved: LessonPresentStep[] = [];
  for (const step of steps) {
    const one = lessonStep(step, told);
    if (!one.ok) return one;
    resolved.push(one.value);
  }
  return success(resolved);
}

function lessonStep(step: LessonStep, told: ToldRuns): Result<LessonPresentStep> {
  const missing = (what: string) =>
    failure("badInput", `step ‘${step.id}’: ${what} is not in the run`);
  const run = told.runs[step.run];
  if (run === undefined) return missing("its run");
  const endMs = momentOfEvent(run, step.at);
  const startMs = step.from === undefined ? endMs : momentOfEvent(run, step.from);
  if (endMs === null || startMs === null || startMs > endMs) return missing("its event");
  const picture = pictureOf(step, run);
  if (picture === null) return missing("what its picture shows");
  const lacking: string[] = [];
  const sentence = filledIn(step.sentence, (name) => {
    const found = figureOf(name, step.figures, ({ run: at = step.run, unchanged }) =>
      unchanged ? told.unchanged?.[at] : told.runs[at],
    );
    if (found === null) lacking.push(name);
    return found?.text ?? "";
  });
  if (lacking.length > 0) return missing(`figure ${lacking.join(", ")}`);
  const over = step.picture.kind === "lanes" ? step.picture.over : undefined;
  const changed = told.unchanged?.[step.run] ?? null;
  return success({
    ...{ id: step.id, sentence, startMs, endMs, open: false, picture },
    tells: happenedBy(run.timeline, endMs),
    ...{ shown: run, lanes: step.lanes },
    under: over === undefined ? changed : (told.runs[over] ?? null),
    underName: over === undefined ? "before" : "the other",
  });
}

/** Ids of all that has begun by a moment. */
const happenedBy = ({ bands }: Timeline, atMs: number): readonly string[] =>
  bands.flatMap(({ id, startMs, phase }) =>
    startMs > atMs ? [] : phase === "analysis" ? [id, asOfId(id)] : [id],
  );

const asOfId = (analysis: string): string => `as-of/${analysis}`;

function pictureOf({ picture, lanes }: LessonStep, run: LessonRun): Picture | null {
  const { timeline, pushes } = run;
  switch (picture.kind) {
    case "creation":
      return creationOf(timeline, picture.snapshot);
    case "phases": {
      const span = spanOfEvents(run, picture);
      return span === null ? null : inOrderOfTime(surroundings(timeline, span));
    }
    case "pages": {
      const [target] = targetsOf(pushes, picture.snapshot);
      return target === undefined ? null : { kind: "pages", view: wholeView(timeline), target };
    }
    case "page": {
      const push = "push" in picture.push ? pushOfEvent(pushes, picture.push) : null;
      const writes = picture.writes.map((event) => momentOfEvent(run, event));
      if (push === null || writes.includes(null)) return null;
      const writesMs = writes.flatMap((atMs) => atMs ?? []);
      return { kind: "page", view: wholeView(timeline), push, writesMs };
    }
    case "lanes": {
      const { startMs, endMs } = wholeView(timeline);
      const from = picture.from === undefined ? startMs : momentOfEvent(run, picture.from);
      const to = picture.to === undefined ? endMs : momentOfEvent(run, picture.to);
      if (from === null || to === null || to <= from) return null;
      return { kind: "lanes", view: { startMs: from, endMs: to }, counters: lanes };
    }
  }
}

/** Its rows as they begin, top down: so they are told. */
const inOrderOfTime = (picture: ReturnType<typeof surroundings>): Picture =>
  picture.kind === "phases"
    ? { ...picture, rows: [...new Set(picture.bands.flatMap(({ phase }) => phase ?? []))] }
    : picture;

const wholeView = (timeline: Timeline): Span => wholeLanes(timeline).view;

function creationOf(timeline: Timeline, nth: number): Picture | null {
  const creation = creationAt(timeline, nth);
  if (creation === null) return null;
  const bands = timeline.bands
    .filter(isTold)
    .filter((band) => band.snapshot === creation.snapshot && isPartOf(band, creation))
    .toSorted((a, b) => a.startMs - b.startMs);
  const analysis = bands.find(({ phase }) => phase === "analysis");
  const asOf = analysis === undefined ? null : { id: asOfId(analysis.id), atMs: analysis.startMs };
  return creationPicture({ creation, bands, asOf, gaps: [] }, timeline.endMs, false);
}
