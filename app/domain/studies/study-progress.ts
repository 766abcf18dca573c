/** How far the runs of a study are. */
import { isOver, type StudyState } from "../../contract/rpc/studies.ts";
import { countOf, formatNumber } from "../format/numbers.ts";
import { formatRoughDuration } from "../format/times.ts";

export interface StudyProgress {
  readonly over: number;
  readonly all: number;
  /** "1 of 2 runs". */
  readonly text: string;
  /** The progress with the time that is left, while it runs and is known. */
  readonly withTimeLeft: string;
}

export function studyProgress({ runs, remainingMs }: StudyState): StudyProgress {
  const over = runs.filter(isOver).length;
  const text = `${formatNumber(over)} of ${countOf(runs.length, "run")}`;
  const left = remainingMs === undefined ? "" : `, about ${formatRoughDuration(remainingMs)} left`;
  return { over, all: runs.length, text, withTimeLeft: `${text}${left}` };
}
