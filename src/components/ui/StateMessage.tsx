/** What a screen shows instead of content: that there is none yet, or why there is none. */
import { ErrorCircle24Regular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import styles from "./StateMessage.module.css";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.state}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  /** What happened, where, and what to do: the message of the failure. */
  readonly message: string;
  /** More for who has to find the cause. */
  readonly detail?: string | null | undefined;
  readonly actions?: ReactNode;
}

export function ErrorState({ title, message, detail, actions }: ErrorStateProps): ReactNode {
  return (
    <div className={styles.state} role="alert">
      <div className={styles.errorIcon}>
        <ErrorCircle24Regular aria-hidden />
      </div>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.body}>{message}</div>
      {detail !== undefined && detail !== null && detail !== "" && (
        <details className={styles.details}>
          <summary>Details</summary>
          {/* Scrolls, so it must be reachable by keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
          <pre className={styles.detail} tabIndex={0}>
            {detail}
          </pre>
        </details>
      )}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
