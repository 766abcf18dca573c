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
  /** Where the place is, in shares of the chart: the tip stands on the side that has more room. */
  readonly across: number;
  readonly down: number;
  /** How far down a chart reaches that is too narrow for a tip beside the place: the tip stands below or above it. */
  readonly narrowDownTo?: number | undefined;
}

const percent = (share: number): string => `${100 * share}%`;

const beside = (across: number, down: number): CSSProperties => ({
  ...(across > 0.5
    ? { right: `calc(${percent(1 - across)} + 12px)` }
    : { left: `calc(${percent(across)} + 12px)` }),
  ...(down > 0.5 ? { bottom: percent(1 - down) } : { top: percent(down) }),
});

/** Moved back by as much of itself as of the chart lies left of it, so that it leaves the chart nowhere. */
const belowOrAbove = (across: number, from: number, to: number): CSSProperties => ({
  left: percent(across),
  transform: `translateX(-${percent(across)})`,
  ...(from > 0.5
    ? { bottom: `calc(${percent(1 - from)} + 12px)` }
    : { top: `calc(${percent(to)} + 12px)` }),
});

export function ChartTip(props: ChartTipProps): ReactNode {
  const { heading, rows, across, down, narrowDownTo } = props;
  const place =
    narrowDownTo === undefined ? beside(across, down) : belowOrAbove(across, down, narrowDownTo);
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
