/** How far the runs of a study are; of what ended early, how to go on. */
import { Button, ProgressBar } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { isOver, type StudyState } from "../../../app/contract/rpc/studies.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatRoughDuration } from "../../../app/domain/format/times.ts";
import { cancelStudy, resumeStudy } from "../../state/comparison/studies.ts";
import styles from "./CompareScreen.module.css";

export function StudyBar({ study }: { readonly study: StudyState }): ReactNode {
  const { id, status, runs, remainingMs, notes } = study;
  const over = runs.filter(isOver).length;
  const failed = runs.filter(({ status: of }) => of === "failed");
  const isDone = status === "completed" && failed.length === 0;
  if (isDone && runs.every(({ status: of }) => of === "completed")) return null;
  const progress = `${formatNumber(over)} of ${countOf(runs.length, "run")}`;
  if (status === "running") {
    const left =
      remainingMs === undefined ? "" : `, about ${formatRoughDuration(remainingMs)} left`;
    return (
      <section className={styles.study} aria-label="Runs of this comparison">
        <div className={styles.progress}>
          <span role="status">{`${progress}${left}`}</span>
          <ProgressBar value={over} max={runs.length} aria-label={progress} />
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
      : `${status === "cancelled" ? "Cancelled" : "Interrupted"} after ${progress}.`;
  return (
    <section className={styles.study} aria-label="Runs of this comparison">
      <p className={styles.progress}>{told}</p>
      {!isDone && <Button onClick={() => void resumeStudy(id)}>Run what is missing</Button>}
    </section>
  );
}
