/** The stage while a run is computed: what it is for, and how far it has come. */
import type { ReactNode } from "react";
import { formatPercent } from "../../../app/domain/format/numbers.ts";
import styles from "./Lesson.module.css";
import { Stage } from "./Stage.tsx";

interface ComputingProps {
  readonly sentence: string;
  /** 0 to 1. */
  readonly share: number;
}

const nothing = (): void => undefined;

export const Computing = ({ sentence, share }: ComputingProps): ReactNode => (
  <Stage {...{ sentence }} shown={null} position={0} count={1} onPress={nothing}>
    <div className={styles.computing}>
      <progress value={share} max={1} aria-label="Computing the run" />
      <p>{`The run is computed: ${formatPercent(share, 0)}. Escape leaves.`}</p>
    </div>
  </Stage>
);
