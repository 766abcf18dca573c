/** An arrow over a stretch, as on a technical drawing, with room for its length in the middle. */
import type { ReactNode } from "react";
import styles from "./PhaseChart.module.css";

interface DimensionArrowProps {
  readonly left: number;
  readonly right: number;
  /** Room for a label in the middle; 0: the line goes through. */
  readonly gap: number;
  /** Its height in the row. */
  readonly middle: number;
}

const inset = 3;
const head = 4;

export function DimensionArrow({ left, right, gap, middle }: DimensionArrowProps): ReactNode {
  const width = right - left;
  const end = width - inset;
  // Long arms beside a label would be a line across the chart; a short one points as well.
  const arm = gap === 0 ? end : Math.min(Math.max((width - gap) / 2, inset + head), inset + 16);
  const heads =
    `M${inset + head} ${middle - head}L${inset} ${middle}L${inset + head} ${middle + head}` +
    `M${end - head} ${middle - head}L${end} ${middle}L${end - head} ${middle + head}`;
  const line =
    gap === 0
      ? `M${inset} ${middle}H${end}`
      : `M${inset} ${middle}H${arm}M${width - arm} ${middle}H${end}`;
  return <path className={styles.arrow} transform={`translate(${left} 0)`} d={`${line}${heads}`} />;
}
