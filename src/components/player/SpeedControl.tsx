/** How fast it plays: one of a few, as radio buttons that look like one control. */
import { type ReactNode, useId } from "react";
import styles from "./TransportBar.module.css";

/** Seconds of the timeline per second. */
export const speeds = [0.1, 1, 10, 100] as const;

interface SpeedControlProps {
  readonly speed: number;
  onSpeed(speed: number): void;
}

export function SpeedControl({ speed, onSpeed }: SpeedControlProps): ReactNode {
  const name = useId();
  return (
    <fieldset className={styles.speeds}>
      <legend className={styles.legend}>Speed</legend>
      {speeds.map((each) => (
        <label key={each} className={styles.speed}>
          <input type="radio" name={name} checked={each === speed} onChange={() => onSpeed(each)} />
          {each}×
        </label>
      ))}
    </fieldset>
  );
}
