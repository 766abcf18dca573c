/**
 * Where an answer stands. While another one is computed, the one before keeps its room without its
 * sentences, and in their place stands what is computed: nobody reads the old answer as the new one's.
 */
import { Spinner } from "@fluentui/react-components";
import type { ReactNode } from "react";
import styles from "./CompareScreen.module.css";

interface AnswerFrameProps {
  /** What is computed: "Comparing one snapshot with two snapshots"; null: what is shown is the answer. */
  readonly computing: string | null;
  /** Null: there has been no answer yet. */
  readonly children: ReactNode;
}

export function AnswerFrame({ computing, children }: AnswerFrameProps): ReactNode {
  return (
    <div className={styles.frame} aria-busy={computing !== null}>
      <div className={styles.computing} role="status">
        {computing !== null && (
          <Spinner size="tiny" label={<span className={styles.said}>{`${computing}…`}</span>} />
        )}
      </div>
      {children}
    </div>
  );
}
