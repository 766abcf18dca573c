/** What a run speaks for changing, each with its figures and the comparison that tests it. */
import { Button } from "@fluentui/react-components";
import type { Advice } from "../../../../app/contract/advice.ts";
import type { Recommendation } from "../../../../app/contract/recommendation.ts";
import type { RunEntry } from "../../../../app/contract/rpc/runs.ts";
import { promiseText } from "../../../../app/domain/advisor/advice-text.ts";
import { valueText } from "../../../../app/domain/statistics/metric.ts";
import { FactList } from "../../../components/ui/FactList.tsx";
import { askRecommended } from "../../../state/comparison/compare-with.ts";
import type { Loading } from "../../../state/services/fetching.ts";
import { useConnection } from "../../../state/services/services.ts";
import styles from "./RailTabs.module.css";

export interface RecommendationsProps {
  readonly run: Pick<RunEntry, "id">;
  readonly advice: Loading<Advice>;
  readonly isOfSelection: boolean;
}

export function Recommendations({ run, advice, isOfSelection }: RecommendationsProps) {
  const { value, message } = advice;
  if (value === null) return <p className={styles.nothing}>{message ?? "Looking at the run…"}</p>;
  if (value.recommendations.length === 0) {
    return (
      <p className={styles.nothing}>
        {isOfSelection
          ? "Nothing to recommend for this span."
          : "Nothing to recommend. Snapscope looks for a bottleneck that a setting widens, sparse files on a busy volume of the database’s, several snapshots under load, and snapshots that index maintenance meets."}
      </p>
    );
  }
  return (
    <ul className={styles.findings} aria-label="Recommendations">
      {value.recommendations.map((recommendation) => (
        <RecommendationItem key={recommendation.rule} run={run} recommendation={recommendation} />
      ))}
    </ul>
  );
}

interface RecommendationItemProps extends Pick<RecommendationsProps, "run"> {
  readonly recommendation: Recommendation;
}

function RecommendationItem({ run, recommendation }: RecommendationItemProps) {
  const connected = useConnection() === "open";
  const { title, reason, evidence, change, promise } = recommendation;
  return (
    <li className={styles.finding}>
      <h3>{title}</h3>
      <p>{reason}</p>
      <FactList
        facts={evidence.map(({ label, value, unit }) => ({
          name: label,
          value: valueText(unit, value),
        }))}
      />
      <p>What would change: {change}</p>
      <p>{promiseText(promise)}</p>
      <Button
        size="small"
        disabled={!connected}
        onClick={() => void askRecommended(run, recommendation)}
      >
        Run and compare…
      </Button>
    </li>
  );
}
