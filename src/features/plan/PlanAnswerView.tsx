/** What a plan comes to: the worst of each failure, both curves over the day; its space, and what is advised. */
import { Info16Regular, Warning16Filled } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import { planChart } from "../../../app/charts/PlanChart.tsx";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import type { PlanAnswer } from "../../../app/domain/protection-plan/plan-answer.ts";
import {
  curveSentence,
  dayClock,
  planBasis,
} from "../../../app/domain/protection-plan/plan-text.ts";
import { ChartFrame } from "../../components/charts/ChartFrame.tsx";
import { FactList } from "../../components/ui/FactList.tsx";
import styles from "./PlanScreen.module.css";
import type { Moment } from "./PlanScreen.tsx";

interface PlanAnswerViewProps {
  readonly answer: PlanAnswer;
  readonly atSeconds: number;
  look(moment: Moment): void;
}

export function PlanAnswerView({ answer, atSeconds, look }: PlanAnswerViewProps): ReactNode {
  const { plan, curves } = answer;
  const { rpoSeconds, rtoSeconds } = plan.targets;
  const charts = useMemo(() => {
    const all = { curves, daySeconds: plan.daySeconds, atSeconds };
    return {
      loss: planChart({
        ...all,
        title: "Work that is lost",
        targetSeconds: rpoSeconds,
        secondsOf: ({ lossSeconds }) => lossSeconds,
      }),
      time: planChart({
        ...all,
        title: "Time of the way back",
        targetSeconds: rtoSeconds,
        secondsOf: ({ timeSeconds }) => timeSeconds,
      }),
    };
  }, [curves, plan.daySeconds, atSeconds, rpoSeconds, rtoSeconds]);
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
                  look({ failure: curve.failure, atSeconds: curve.worstLossAtSeconds })
                }
              >
                Look at {dayClock(curve.worstLossAtSeconds)}
              </button>
            )}
          </li>
        ))}
      </ul>
      <ChartFrame title="Work that is lost" chart={charts.loss} widest={900} />
      <ChartFrame title="Time of the way back" chart={charts.time} widest={900} />
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
