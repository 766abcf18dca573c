/** One row of a form: label, control, unit, and below it help or what is wrong with the value. */
import type { ReactNode } from "react";
import styles from "./FieldRow.module.css";

interface FieldRowProps {
  readonly label: string;
  /** Id of the control, for the label. */
  readonly htmlFor: string;
  readonly unit?: string | undefined;
  /** Changed from its default: the label is set bold. */
  readonly changed?: boolean | undefined;
  readonly help?: ReactNode;
  /** What is wrong with the value, and what is allowed; the control names it by `${htmlFor}-error`. */
  readonly error?: string | null | undefined;
  /** Beside the control, such as "reset to default". */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function FieldRow(props: FieldRowProps): ReactNode {
  const { label, htmlFor, unit, changed, help, error, action, children } = props;
  return (
    <div className={styles.row}>
      <label htmlFor={htmlFor} className={changed === true ? styles.changed : styles.label}>
        {label}
      </label>
      <div className={styles.control}>
        {children}
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
        {action}
      </div>
      {error !== undefined && error !== null ? (
        <div id={`${htmlFor}-error`} className={styles.error} role="alert">
          {error}
        </div>
      ) : (
        help !== undefined && (
          <div id={`${htmlFor}-help`} className={styles.help}>
            {help}
          </div>
        )
      )}
    </div>
  );
}
