/** A run that a lesson is told over: all that its events and figures are read from. */
import type { Lesson, LessonFigure, LessonStep } from "../../contract/lesson.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Summary } from "../../contract/summary.ts";
import type { PushLog } from "../page-map/push-log.ts";
import { lanesOf, neededFor } from "../timeline/lanes.ts";
import type { Timeline } from "../timeline/timeline.ts";

export interface LessonRun {
  readonly timeline: Timeline;
  readonly summary: Summary;
  readonly pushes: PushLog;
  /** Of all of its time, with the lanes of the lesson. */
  readonly series: Series;
}

const laneOf = (figure: LessonFigure): readonly string[] => ("lane" in figure ? [figure.lane] : []);

const lanesOfStep = ({ lanes, figures }: LessonStep): readonly string[] => [
  ...lanes,
  ...Object.values(figures).flatMap(laneOf),
];

/** What a series has to have for all steps of a lesson. */
export const seriesNeeds = ({ steps, change }: Lesson): ReturnType<typeof neededFor> =>
  neededFor(lanesOf([...new Set([...steps, change.tells].flatMap(lanesOfStep))]));
