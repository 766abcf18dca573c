/** How far the runs of a study are; of what ended early, how to go on. */
import { Button, ProgressBar } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { pointName } from "../../../app/domain/studies/point-name.ts";
import { studyProgress } from "../../../app/domain/studies/study-progress.ts";
import { cancelStudy, resumeStudy } from "../../state/comparison/studies.ts";
import styles from "./CompareScreen.module.css";

interface StudyBarProps {
  readonly study: StudyState;
}

export function StudyBar({ study }: StudyBarProps): ReactNode {
  const { id, status, runs, notes } = study;
  const failed = runs.filter(({ status: of }) => of === "failed");
  const isDone = status === "completed" && failed.length === 0;
  const isWhole = isDone && runs.every(({ status: of }) => of === "completed");
  if (isWhole) return null;
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
        ? notes.join(" ")
        : `${countOf(failed.length, "run")} failed and ${failed.length === 1 ? "is" : "are"} left out: ${why ?? notes[0] ?? ""}`
      : `${status === "cancelled" ? "Cancelled" : "Interrupted"} after ${progress.text}.`;
  return (
    <section className={styles.study} aria-label="Runs of this comparison">
      <p className={styles.progress}>{told}</p>
      {!isDone && <Button onClick={() => void resumeStudy(id)}>Run what is missing</Button>}
    </section>
  );
}

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
