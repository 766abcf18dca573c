/** A row of the form: label, control, reset, help; below them what is wrong with the value. */
import { Button } from "@fluentui/react-components";
import { ArrowResetRegular, ErrorCircle16Filled } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import styles from "./FieldFrame.module.css";
import type { FieldModel } from "./use-field.ts";

interface FieldFrameProps {
  readonly field: FieldModel;
  readonly label: string;
  /** Of the element that the field is in, for screen readers: "Volume Q". */
  readonly context?: string | undefined;
  readonly help?: string | undefined;
  /** In a card: label and control only. */
  readonly compact?: boolean | undefined;
  readonly children: ReactNode;
}

export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { field, label, context, compact, children } = props;
  const help = props.help ?? field.schema?.help ?? "";
  const name = context === undefined ? label : `${context}, ${label}`;
  return (
    <div className={compact === true ? styles.compact : styles.row}>
      <label
        htmlFor={field.controlId}
        className={field.changed ? styles.changed : styles.label}
        title={compact === true ? help : undefined}
      >
        {context !== undefined && <span className={styles.hidden}>{context}, </span>}
        {label}
        {field.changed && <span className={styles.hidden}>, changed from the preset</span>}
      </label>
      <div className={styles.control}>{children}</div>
      <div className={styles.reset}>
        {field.reset !== null && (
          <Button
            appearance="subtle"
            size="small"
            icon={<ArrowResetRegular />}
            aria-label={`Reset ${name} to the preset's value`}
            title="Reset to the preset's value"
            onClick={field.reset}
          />
        )}
      </div>
      <FieldNote field={field} help={help} hideHelp={compact === true} />
    </div>
  );
}

interface FieldNoteProps {
  readonly field: FieldModel;
  readonly help: string;
  readonly hideHelp: boolean;
}

function FieldNote({ field, help, hideHelp }: FieldNoteProps): ReactNode {
  if (field.problem !== null) {
    return (
      <div id={field.noteId} className={styles.error}>
        <span className={styles.errorIcon}>
          <ErrorCircle16Filled aria-hidden />
        </span>
        <span>{field.problem}</span>
      </div>
    );
  }
  return (
    <div id={field.noteId} className={hideHelp ? styles.hidden : styles.help}>
      {help}
    </div>
  );
}
