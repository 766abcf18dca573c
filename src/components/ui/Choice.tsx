/** Lists from which one thing is chosen and shown: presets, figures, captures. */
import type { ReactNode } from "react";
import styles from "./Choice.module.css";

interface ChoicesProps {
  /** Above them; null: none. */
  readonly title?: string | null;
  /** A `li` each. */
  readonly children: ReactNode;
}

export const Choices = ({ title = null, children }: ChoicesProps): ReactNode => (
  <>
    {title !== null && <h2 className={styles.group}>{title}</h2>}
    <ul className={styles.choices}>{children}</ul>
  </>
);

interface ChoiceProps {
  readonly isShown?: boolean;
  readonly icon?: ReactNode;
  choose(): void;
  /** Texts, one below the other. */
  readonly children: ReactNode;
}

export const Choice = ({ isShown = false, icon, choose, children }: ChoiceProps): ReactNode => (
  <button
    type="button"
    className={styles.choice}
    aria-current={isShown ? "true" : undefined}
    onClick={choose}
  >
    {icon}
    <span className={styles.texts}>{children}</span>
  </button>
);
