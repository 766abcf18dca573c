/** A titled part of a screen: title at left, what qualifies it at right, content below. */
import { type ReactNode, useId } from "react";
import styles from "./Panel.module.css";

interface PanelProps {
  readonly title: string;
  /** Unit, count or state of what the panel shows: "ms/s, last 10 s". */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, aside, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </header>
      {children}
    </section>
  );
}
