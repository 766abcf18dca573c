/** In the place of the button that started an export, while its file is made: what it is, and a way to cancel it. */
import { Button, Spinner } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./ExportRunning.module.css";

interface ExportRunningProps {
  readonly label: string;
  /** "the PDF", "the records". */
  readonly what: string;
  cancel(): void;
}

export function ExportRunning({ label, what, cancel }: ExportRunningProps): ReactNode {
  const part = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // With the menu that started it the focus is gone.
    if (document.activeElement === document.body) part.current?.querySelector("button")?.focus();
  }, []);
  return (
    <span ref={part} className={styles.running}>
      <Spinner size="tiny" aria-label={`Exporting ${what}`} />
      <span aria-hidden="true">{label}</span>
      <Button
        appearance="subtle"
        size="small"
        icon={<DismissRegular />}
        aria-label={`Cancel the export of ${what}`}
        title="Cancel"
        onClick={cancel}
      />
    </span>
  );
}
