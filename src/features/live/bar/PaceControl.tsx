/** How many seconds of engine time pass in a second: a choice of one among a few. */
import { useId } from "react";
import { paceLabel, pacesWith } from "../../../../app/domain/run/pace.ts";
import styles from "./RunBar.module.css";

export interface PaceControlProps {
  /** 0: as fast as it goes. Any other number may have been given by the scenario. */
  readonly pace: number | null;
  readonly onChange: (pace: number) => void;
  readonly disabled: boolean;
}

const help =
  "Engine seconds per second. Pace changes how fast a run is shown, never what it measures.";

export function PaceControl({ pace, onChange, disabled }: PaceControlProps) {
  const name = useId();
  const helpId = useId();
  const choices = pacesWith(pace);
  return (
    <fieldset className={styles.pace} disabled={disabled} aria-describedby={helpId} title={help}>
      <legend>Pace</legend>
      <span id={helpId} hidden>
        {help}
      </span>
      <div className={styles.segments}>
        {choices.map((choice) => (
          <label key={choice} className={styles.segment}>
            <input
              type="radio"
              name={name}
              checked={choice === pace}
              onChange={() => onChange(choice)}
            />
            <span>{paceLabel(choice)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
