/** Files on their way in: which, how much of them is sent, and how to stop it. */
import { Button, ProgressBar } from "@fluentui/react-components";
import { type ReactNode, useId } from "react";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import styles from "./OpeningProgress.module.css";

interface OpeningProgressProps {
  readonly names: readonly string[];
  readonly sentBytes: number;
  /** 0 where nothing has to be sent. */
  readonly totalBytes: number;
  readonly onCancel: () => void;
}

/** "ERRORLOG", "ERRORLOG and 2 more files". */
export function namesInShort([first = "files", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${countOf(others.length, "more file")}`;
}

export function OpeningProgress(props: OpeningProgressProps): ReactNode {
  const { names, sentBytes, totalBytes, onCancel } = props;
  const id = useId();
  const sending = sentBytes < totalBytes;
  return (
    <div className={styles.progress}>
      <span id={id} className={styles.text} role="status" title={names.join(", ")}>
        Opening {namesInShort(names)}
      </span>
      {/* A screen reader would read each step of it aloud; the bar says it when asked. */}
      <span className={styles.amount}>
        {sending ? `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)} sent` : ""}
      </span>
      <ProgressBar
        className={styles.bar}
        aria-labelledby={id}
        {...(sending ? { value: sentBytes / totalBytes } : {})}
      />
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
