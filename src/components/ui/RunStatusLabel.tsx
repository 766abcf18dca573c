/** A run's status by shape, word and colour; the same on every screen. */
import {
  CheckmarkCircle16Regular,
  DismissCircle16Regular,
  ErrorCircle16Regular,
  PlugDisconnected16Regular,
  RecordRegular,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RunStatus } from "../../../app/contract/rpc/runs.ts";
import styles from "./RunStatusLabel.module.css";
import { runStatusWord } from "./run-status.ts";

const icons: Readonly<Record<RunStatus, ReactNode>> = {
  running: <RecordRegular fontSize={16} aria-hidden />,
  completed: <CheckmarkCircle16Regular aria-hidden />,
  failed: <ErrorCircle16Regular aria-hidden />,
  cancelled: <DismissCircle16Regular aria-hidden />,
  interrupted: <PlugDisconnected16Regular aria-hidden />,
};

export function RunStatusLabel({ status }: { readonly status: RunStatus }): ReactNode {
  return (
    <span className={styles.label} data-status={status}>
      <span className={styles.icon}>{icons[status]}</span>
      {runStatusWord(status)}
    </span>
  );
}
