/** Computes the figure on this machine, as a study of the library, and says whether it is what was shipped. */
import { Button, ProgressBar } from "@fluentui/react-components";
import { ArrowSortRegular, PlayRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import { isMissing, type StudyState } from "../../../app/contract/rpc/studies.ts";
import { hashesText, verdictCounts } from "../../../app/domain/figures/figure-text.ts";
import { studyProgress } from "../../../app/domain/studies/study-progress.ts";
import { cancelStudy, resumeStudy, useStudy } from "../../state/comparison/studies.ts";
import { computeHere, useFigureHere, useStudyOf } from "../../state/figures/figures.ts";
import { useConnection } from "../../state/services/services.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import styles from "./FiguresScreen.module.css";

export function RunHere({ answer: { figure } }: { readonly answer: FigureAnswer }): ReactNode {
  const connected = useConnection() === "open";
  const earlierId = useStudyOf(figure.id);
  const [startedId, setStarted] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const { study } = useStudy(startedId ?? earlierId);
  const start = async (): Promise<void> => {
    setStarting(true);
    setStarted(await computeHere(figure.id));
    setStarting(false);
  };
  return (
    <>
      {study !== null && <Here id={figure.id} study={study} />}
      {study?.status !== "running" && (
        <Button
          appearance="primary"
          icon={<PlayRegular />}
          disabled={!connected || starting}
          onClick={() => void start()}
        >
          {starting ? "Starting…" : "Run it here"}
        </Button>
      )}
    </>
  );
}

function Here({ id, study }: { readonly id: string; readonly study: StudyState }): ReactNode {
  const openStudy = useNavigation((state) => state.openStudy);
  const { value } = useFigureHere(id, study);
  const { runs, status } = study;
  const progress = studyProgress(study);
  if (status === "running") {
    return (
      <>
        <span className={styles.here} role="status">
          {progress.withTimeLeft}
        </span>
        <ProgressBar
          className={styles.progress ?? ""}
          value={progress.over}
          max={progress.all}
          aria-label={progress.text}
        />
        <Button onClick={() => void cancelStudy(study.id)}>Cancel</Button>
      </>
    );
  }
  const isDone = status === "completed" && !runs.some(isMissing);
  return (
    <>
      <span className={styles.here} role="status">
        {value === null
          ? `Here: ${progress.text}`
          : `Here: ${verdictCounts(value.answer.checks)}. ${hashesText(value.hashes)}`}
      </span>
      <Button icon={<ArrowSortRegular />} onClick={() => openStudy(study)}>
        Its runs
      </Button>
      {!isDone && <Button onClick={() => void resumeStudy(study.id)}>Run what is missing</Button>}
    </>
  );
}
