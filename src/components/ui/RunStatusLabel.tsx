/** A run's status by shape, word and colour; the same on every screen. */
import {
  CheckmarkCircle16Regular,
  DismissCircle16Regular,
  ErrorCircle16Regular,
  PlugDisconnected16Regular,
  RecordRegular,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import {
  runStatusWord,
  type ShownStatus,
  shownStatus,
} from "../../../app/domain/run/run-status.ts";
import styles from "./RunStatusLabel.module.css";

const icons: Readonly<Record<ShownStatus, ReactNode>> = {
  running: <RecordRegular fontSize={16} aria-hidden />,
  completed: <CheckmarkCircle16Regular aria-hidden />,
  unverified: <ErrorCircle16Regular aria-hidden />,
  failed: <ErrorCircle16Regular aria-hidden />,
  cancelled: <DismissCircle16Regular aria-hidden />,
  interrupted: <PlugDisconnected16Regular aria-hidden />,
};

interface RunStatusLabelProps {
  readonly run: Pick<RunEntry, "status" | "verified">;
}

export function RunStatusLabel({ run }: RunStatusLabelProps): ReactNode {
  const status = shownStatus(run);
  return (
    <span className={styles.label} data-status={status}>
      <span className={styles.icon}>{icons[status]}</span>
      {runStatusWord(run)}
    </span>
  );
}
