/** How far the runs of a study are; of what ended early, how to go on. */
import { Button, ProgressBar } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { pointName } from "../../../app/domain/studies/point-name.ts";
import { studyProgress } from "../../../app/domain/studies/study-progress.ts";
import { cancelStudy, resumeStudy } from "../../state/comparison/studies.ts";
import styles from "./CompareScreen.module.css";

interface StudyBarProps {
  readonly study: StudyState;
  /** Runs of each point that would be enough to prove what these are too few for. */
  readonly missing?: number;
}

export function StudyBar({ study, missing = 0 }: StudyBarProps): ReactNode {
  const { id, status, repeats, runs, notes } = study;
  const failed = runs.filter(({ status: of }) => of === "failed");
  const isDone = status === "completed" && failed.length === 0;
  const isWhole = isDone && runs.every(({ status: of }) => of === "completed");
  if (isWhole && missing === 0) return null;
  const progress = studyProgress(study);
  if (status === "running") {
    return (
      <section className={styles.study} aria-label="Runs of this comparison">
        <div className={styles.progress}>
          <span role="status">{progress.withTimeLeft}</span>
          <ProgressBar value={progress.over} max={progress.all} aria-label={progress.text} />
          <RunCells study={study} />
        </div>
        <Button onClick={() => void cancelStudy(id)}>Cancel</Button>
      </section>
    );
  }
  const [why] = failed.flatMap(({ error }) => error?.message ?? []);
  const told =
    status === "completed"
      ? isDone
        ? [...notes, ...(missing === 0 ? [] : [tooFewText(repeats, missing)])].join(" ")
        : `${countOf(failed.length, "run")} failed and ${failed.length === 1 ? "is" : "are"} left out: ${why ?? notes[0] ?? ""}`
      : `${status === "cancelled" ? "Cancelled" : "Interrupted"} after ${progress.text}.`;
  return (
    <section className={styles.study} aria-label="Runs of this comparison">
      <p className={styles.progress}>{told}</p>
      {!isDone && <Button onClick={() => void resumeStudy(id)}>Run what is missing</Button>}
      {isDone && missing > 0 && (
        <Button
          title={`${countOf(missing, "more run")} of each, with the seeds that follow`}
          onClick={() => void resumeStudy(id, repeats + missing)}
        >
          {`Run ${formatNumber(missing)} more to be sure`}
        </Button>
      )}
    </section>
  );
}

const tooFewText = (repeats: number, missing: number): string =>
  `${countOf(repeats, "run")} of each ${repeats === 1 ? "is" : "are"} too few to prove all that is told here: it takes ${formatNumber(repeats + missing)}.`;

/** More than these are no picture any more. */
const mostRows = 12;
const mostCells = 60;

/** A row a point, a cell a run: what is waited for, at it, over, and failed. */
function RunCells({ study: { points, repeats, runs } }: { readonly study: StudyState }): ReactNode {
  if (points.length > mostRows || repeats > mostCells) return null;
  return (
    <div className={styles.cells}>
      {points.map((point, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is known by its place
        <div key={at} className={styles.cellRow}>
          <span className={styles.cellName} title={pointName(point)}>
            {pointName(point)}
          </span>
          {runs
            .filter((run) => run.point === at)
            .map(({ repeat, seed, status }) => (
              <span
                key={repeat}
                className={styles.cell}
                data-status={status}
                title={`Seed ${seed}: ${status}`}
              />
            ))}
        </div>
      ))}
    </div>
  );
}
