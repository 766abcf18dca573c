/** Cells that tables of comparisons share: a value with its interval, a chance, a verdict. */
import { ArrowDown12Regular, ArrowUp12Regular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { Comparison, Interval } from "../../../app/contract/comparison.ts";
import { bareText, intervalText } from "../../../app/domain/statistics/metric.ts";
import { outcomeText } from "../../../app/domain/statistics/outcome-text.ts";
import styles from "./MetricTable.module.css";

interface ValueProps {
  readonly unit: Comparison["metric"]["unit"];
  readonly value: number;
  readonly interval: Interval | null;
  /** What it is compared with, and itself: sizes are all in one unit. */
  readonly among: readonly number[];
}

export function Value({ unit, value, interval, among }: ValueProps): ReactNode {
  return (
    <td className={styles.figure}>
      <span className={styles.value}>{bareText(unit, value, among)}</span>
      {interval !== null && (
        <span className={styles.interval}>{intervalText(unit, interval, among)}</span>
      )}
    </td>
  );
}

/** Colour, arrow and word: never one of them alone. */
export function VerdictWord({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { outcome, shift } = comparison;
  if (outcome.kind !== "proven") return outcomeText(comparison);
  const Arrow = shift > 0 ? ArrowUp12Regular : ArrowDown12Regular;
  return (
    <>
      <Arrow aria-hidden />
      {outcomeText(comparison)}
    </>
  );
}
