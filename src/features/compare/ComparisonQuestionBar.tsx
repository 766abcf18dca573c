/** What is asked of the sides: the metric that is told of first, and from which size on a difference matters. */
import { Select } from "@fluentui/react-components";
import { type ReactNode, useId } from "react";
import type { ComparedMetric, ComparisonOfSides } from "../../../app/contract/comparison.ts";
import { metricHeading } from "../../../app/domain/statistics/metric.ts";
import { type ComparisonPlace, useNavigation } from "../../state/shell/navigation.ts";
import styles from "./CompareBar.module.css";
import { LeastEffectField } from "./LeastEffectField.tsx";

interface ComparisonQuestionBarProps {
  readonly place: ComparisonPlace;
  /** Null: there is no answer yet. */
  readonly comparison: ComparisonOfSides | null;
}

export function ComparisonQuestionBar(props: ComparisonQuestionBarProps): ReactNode {
  const { place, comparison } = props;
  const id = useId();
  const change = useNavigation((state) => state.changeComparison);
  const metrics = comparison === null ? [] : metricsOf(comparison);
  const shown = place.metric ?? place.primary ?? comparison?.metric ?? comparison?.primary ?? "";
  const told = metrics.some((one) => one.id === shown) ? shown : (comparison?.metric ?? "");
  return (
    <>
      <label htmlFor={id} className={styles.role}>
        Metric
      </label>
      <Select
        select={{ id }}
        className={styles.metric ?? ""}
        value={told}
        disabled={metrics.length === 0}
        onChange={(_, { value }) => change({ metric: value })}
      >
        {metrics.map((one) => (
          <option key={one.id} value={one.id}>
            {metricHeading(one.comparison.metric.name)}
            {one.id === place.primary ? " (named beforehand)" : ""}
          </option>
        ))}
      </Select>
      <LeastEffectField />
    </>
  );
}

/** What is measured of any side and the base, in the order of the table. */
function metricsOf({ against }: ComparisonOfSides): readonly ComparedMetric[] {
  const known = new Map<string, ComparedMetric>();
  for (const metric of against.flatMap(({ metrics }) => metrics)) {
    if (!known.has(metric.id)) known.set(metric.id, metric);
  }
  return [...known.values()];
}
