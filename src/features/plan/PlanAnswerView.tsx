/** What a plan comes to: the worst of each failure, both curves over the day; its space, and what is advised. */
import { Info16Regular, Warning16Filled } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import type { PlanAnswer } from "../../../app/domain/protection-plan/plan-answer.ts";
import { curveSentence, planBasis } from "../../../app/domain/protection-plan/plan-text.ts";
import { dayClock } from "../../../app/domain/protection-plan/plan-words.ts";
import { PlanDrawing } from "../../components/plan/PlanDrawing.tsx";
import { FactList } from "../../components/ui/FactList.tsx";
import { lookAt } from "../../state/plan/plan.ts";
import styles from "./PlanScreen.module.css";

interface PlanAnswerViewProps {
  readonly answer: PlanAnswer;
  readonly atSeconds: number;
}

export function PlanAnswerView({ answer, atSeconds }: PlanAnswerViewProps): ReactNode {
  const { curves } = answer;
  return (
    <>
      <ul className={styles.conclusions} aria-label="The worst of the day">
        {curves.map((curve) => (
          <li key={curve.failure}>
            {withUnitsKept(curveSentence(curve))}{" "}
            {curve.worstLossSeconds !== 0 && (
              <button
                type="button"
                className={styles.link}
                onClick={() =>
                  lookAt({ failure: curve.failure, atSeconds: curve.worstLossAtSeconds })
                }
              >
                Look at {dayClock(curve.worstLossAtSeconds)}
              </button>
            )}
          </li>
        ))}
      </ul>
      <PlanDrawing answer={answer} atSeconds={atSeconds} />
    </>
  );
}

/** What it takes, and what is advised. */
export function PlanSpaceAndAdvice({ answer }: Pick<PlanAnswerViewProps, "answer">): ReactNode {
  const { advice } = answer;
  return (
    <>
      <FactList facts={spaceFacts(answer)} columns />
      {advice.length > 0 && (
        <ul className={styles.advice} aria-label="Advice">
          {advice.map(({ id, kind, text }) => (
            <li key={id} className={styles.advised} data-kind={kind}>
              {kind === "warning" ? (
                <Warning16Filled className={styles.sign ?? ""} aria-label="Warning" />
              ) : (
                <Info16Regular className={styles.sign ?? ""} aria-label="Note" />
              )}
              <span>{withUnitsKept(text)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.basis}>{planBasis}</p>
    </>
  );
}

function spaceFacts({ space, model, sets }: PlanAnswer) {
  const { mostBackupBytes, mostSparseBytes, reserves } = space;
  return [
    { name: "Load", value: `${formatNumber(model.load.transactionsPerSecond)} transactions/s` },
    { name: "Backups, at most", value: formatBytes(mostBackupBytes) },
    ...(mostSparseBytes === 0
      ? []
      : [{ name: "Sparse files, at most", value: formatBytes(mostSparseBytes) }]),
    ...reserves.map(({ volume, withOneMoreBytes, reserveBytes }) => ({
      name: `Reserve of ${volume}`,
      value: `${formatBytes(withOneMoreBytes)}${reserveBytes === null ? "" : ` of ${formatBytes(reserveBytes)}`}, with one snapshot more`,
    })),
    {
      name: "In a day",
      value: countOf(
        sets.filter(({ startSeconds }) => startSeconds >= 0).length,
        "backup or snapshot",
        "backups and snapshots",
      ),
    },
  ];
}
