/** Which step of how many: one dot for each. */
import type { ReactNode } from "react";
import styles from "./Stage.module.css";

interface DotsProps {
  /** From 0. */
  readonly position: number;
  readonly count: number;
}

export function Dots({ position, count }: DotsProps): ReactNode {
  return (
    <div className={styles.dots} role="img" aria-label={`Step ${position + 1} of ${count}`}>
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <span key={at} data-is={at === position ? "here" : at < position ? "past" : "next"} />
      ))}
    </div>
  );
}
