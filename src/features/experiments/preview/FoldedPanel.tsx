/** A part of the preview that is opened by whoever wants it. */
import { type ReactNode, useId } from "react";
import styles from "./FoldedPanel.module.css";

interface FoldedPanelProps {
  readonly title: string;
  /** What there is to see, so that one need not open it: "1 warning". */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function FoldedPanel({ title, aside, children }: FoldedPanelProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.panel}>
      <details className={styles.details}>
        <summary className={styles.summary}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </summary>
        <div className={styles.content}>{children}</div>
      </details>
    </section>
  );
}
