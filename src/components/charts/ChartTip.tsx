/**
 * What a chart shows at the pointer, or where the keyboard is: all values of one place with their units. For the
 * eye alone: who hears the chart is told the same by its cursor.
 */
import type { CSSProperties, ReactNode } from "react";
import styles from "./ChartTip.module.css";

export interface TipRow {
  readonly key: string | number;
  /** A piece of its line or bar. */
  readonly sign: ReactNode;
  /** Empty where the chart has one series only. */
  readonly name: string;
  /** With its unit. */
  readonly value: string;
  /** Such as its interval. */
  readonly further?: string | undefined;
}

interface ChartTipProps {
  readonly heading: string;
  readonly rows: readonly TipRow[];
  /** Of the place, as shares of the chart: the tip stands on the side that has more room. */
  readonly across: number;
  readonly down: number;
}

export function ChartTip({ heading, rows, across, down }: ChartTipProps): ReactNode {
  const place: CSSProperties = {
    ...(across > 0.5
      ? { right: `calc(${100 * (1 - across)}% + 12px)` }
      : { left: `calc(${100 * across}% + 12px)` }),
    ...(down > 0.5 ? { bottom: `${100 * (1 - down)}%` } : { top: `${100 * down}%` }),
  };
  return (
    <div className={styles.tip} style={place} aria-hidden="true" data-chart-tip="">
      <strong className={styles.heading}>{heading}</strong>
      {rows.map(({ key, sign, name, value, further }) => (
        <div key={key} className={styles.row}>
          <span className={styles.sign}>{sign}</span>
          <span className={styles.name}>{name}</span>
          <span className={styles.value}>{value}</span>
          {further !== undefined && <span className={styles.further}>{further}</span>}
        </div>
      ))}
    </div>
  );
}
