/** What is asked of the sides: the metric that is told of first, and from which size on a difference matters. */
import { Select } from "@fluentui/react-components";
import { type ReactNode, useId } from "react";
import {
  type ComparedMetric,
  type ComparisonOfSides,
  usualLeastEffect,
} from "../../../app/contract/comparison.ts";
import { metricHeading, shareText } from "../../../app/domain/statistics/metric.ts";
import { type ComparisonPlace, useNavigation } from "../../state/shell/navigation.ts";
import styles from "./CompareBar.module.css";

interface ComparisonQuestionBarProps {
  readonly place: ComparisonPlace;
  /** Null: there is no answer yet. */
  readonly comparison: ComparisonOfSides | null;
}

const leastEffects = [0, 0.005, usualLeastEffect, 0.02, 0.05, 0.1];

export function ComparisonQuestionBar(props: ComparisonQuestionBarProps): ReactNode {
  const { place, comparison } = props;
  const id = useId();
  const change = useNavigation((state) => state.changeComparison);
  const metrics = comparison === null ? [] : metricsOf(comparison);
  const shown = place.metric ?? place.primary ?? comparison?.metric ?? comparison?.primary ?? "";
  const told = metrics.some((one) => one.id === shown) ? shown : (comparison?.metric ?? "");
  return (
    <>
      <label htmlFor={`${id}-metric`} className={styles.role}>
        Metric
      </label>
      <Select
        select={{ id: `${id}-metric` }}
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
      <label
        htmlFor={`${id}-least`}
        className={styles.role}
        title="A difference that is shown to be smaller is told as “no difference that matters”"
      >
        Matters from
      </label>
      <Select
        select={{ id: `${id}-least` }}
        className={styles.least ?? ""}
        value={String(place.leastEffect ?? usualLeastEffect)}
        onChange={(_, { value }) => change({ leastEffect: Number(value) })}
      >
        {leastEffects.map((share) => (
          <option key={share} value={String(share)}>
            {share === 0 ? "any size" : shareText(share)}
          </option>
        ))}
      </Select>
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
