/**
 * What a bar or a mark is, under the pointer or where the keyboard is. For the eye alone: who hears the
 * chart is told by its cursor, and the table of phases and the list of records have all of it.
 */
import type { ReactNode } from "react";
import type { BarWords } from "./bar-words.ts";
import styles from "./PhaseChart.module.css";

interface BarTipProps {
  readonly words: BarWords;
  /** Where that lies of which it tells, px of the plot. */
  readonly x: number;
  readonly y: number;
  /** The width of the plot, px. */
  readonly width: number;
}

/** Kept inside the plot at its right edge, px. */
const widest = 340;

export function BarTip({ words: { title, times, figures }, x, y, width }: BarTipProps): ReactNode {
  const left = Math.max(Math.min(x + 12, width - widest), 0);
  return (
    <div className={styles.tip} style={{ left, top: y + 18 }} aria-hidden="true">
      <strong>{title}</strong>
      <span>{times}</span>
      {figures !== "" && <span>{figures}</span>}
    </div>
  );
}
