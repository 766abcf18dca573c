/** Below an answer: how sure it is, and the runs that are missing for a proof. */
import { Button } from "@fluentui/react-components";
import { CheckmarkCircleRegular, QuestionCircleRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { Comparison } from "../../../app/contract/comparison.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { surenessText } from "../../../app/domain/statistics/answer-text.ts";
import { resumeStudy } from "../../state/comparison/studies.ts";
import styles from "./Sureness.module.css";

interface SurenessProps {
  readonly comparison: Comparison;
  /** Null: the runs are of no study, and cannot be made more. */
  readonly study: StudyState | null;
  /** Runs of each point that would be enough to prove what these are too few for. */
  readonly missing: number;
}

export function Sureness({ comparison, study, missing }: SurenessProps): ReactNode {
  const isSure = comparison.outcome.kind !== "notProven";
  const needed = study === null || missing === 0 ? 0 : study.repeats + missing;
  return (
    <div className={styles.sureness}>
      <span className={styles.chip} data-sure={isSure}>
        {isSure ? <CheckmarkCircleRegular aria-hidden /> : <QuestionCircleRegular aria-hidden />}
        {surenessText(comparison, needed)}
      </span>
      {study !== null && missing > 0 && (
        <Button
          size="small"
          title={`${countOf(missing, "more run")} of each, with the seeds that follow: enough to prove all that is told here`}
          onClick={() => void resumeStudy(study.id, needed)}
        >
          {`Run ${formatNumber(missing)} more`}
        </Button>
      )}
    </div>
  );
}
