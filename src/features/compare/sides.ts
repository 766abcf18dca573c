/** The sides of a comparison with their recordings: as they were chosen, or those of a study. */
import type { ComparisonQuestion } from "../../../app/contract/rpc/comparisons.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import type { ComparedSidePlace, ComparisonPlace } from "../../state/shell/navigation.ts";

export interface ShownSide {
  readonly name: string;
  readonly recordings: readonly RecordingRef[];
}

/** The sides that are shown; those of a study are the runs of each point that were completed. */
export const shownSides = (
  sides: readonly ComparedSidePlace[],
  study: StudyState | null,
): readonly ShownSide[] =>
  sides.map(({ name, recordings, point }) => ({
    name,
    recordings: point === null ? recordings : runsOf(study, point),
  }));

const runsOf = (study: StudyState | null, point: number): readonly RecordingRef[] =>
  (study?.runs ?? []).flatMap(({ point: of, status, runId }): RecordingRef[] =>
    of === point && status === "completed" && runId !== undefined
      ? [{ kind: "run", id: runId }]
      : [],
  );

/** Null: not every side has something to compare. */
export function questionOf(
  sides: readonly ShownSide[],
  { primary, metric, leastEffect }: Pick<ComparisonPlace, "primary" | "metric" | "leastEffect">,
): ComparisonQuestion | null {
  if (sides.length < 2 || sides.some(({ recordings }) => recordings.length === 0)) return null;
  return {
    sides: sides.map(({ name, recordings }) => ({ name, recordings: [...recordings] })),
    ...(primary === null ? {} : { primary }),
    ...(metric === undefined ? {} : { metric }),
    ...(leastEffect === undefined ? {} : { leastEffect }),
  };
}
