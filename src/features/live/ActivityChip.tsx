/** What the run does now: by shape, word and colour. */
import { Spinner } from "@fluentui/react-components";
import {
  CheckmarkCircle16Regular,
  DismissCircle16Regular,
  ErrorCircle16Regular,
  PauseCircle20Regular,
  PlugDisconnected16Regular,
  RecordRegular,
  ShieldCheckmark16Regular,
  WeatherSunnyLowRegular,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RunActivity } from "../../../app/domain/run/run-commands.ts";
import styles from "./RunBar.module.css";
import type { Activity } from "./run-state.ts";

const icons: Readonly<Record<RunActivity, ReactNode>> = {
  starting: <Spinner size="extra-tiny" aria-hidden="true" />,
  warmup: <WeatherSunnyLowRegular fontSize={16} />,
  running: <RecordRegular fontSize={16} />,
  paused: <PauseCircle20Regular />,
  creating: <Spinner size="extra-tiny" aria-hidden="true" />,
  restarting: <Spinner size="extra-tiny" aria-hidden="true" />,
  reverting: <Spinner size="extra-tiny" aria-hidden="true" />,
  restoring: <Spinner size="extra-tiny" aria-hidden="true" />,
  verifying: <ShieldCheckmark16Regular />,
  disconnected: <PlugDisconnected16Regular />,
  stopping: <Spinner size="extra-tiny" aria-hidden="true" />,
  completed: <CheckmarkCircle16Regular />,
  failed: <ErrorCircle16Regular />,
  cancelled: <DismissCircle16Regular />,
  interrupted: <PlugDisconnected16Regular />,
};

export function ActivityChip({ activity }: { readonly activity: Activity }) {
  return (
    <>
      <div className={styles.chip} data-kind={activity.kind} data-testid="run-activity">
        <span className={styles.chipIcon} aria-hidden="true">
          {icons[activity.kind]}
        </span>
        <span className={styles.chipLines}>
          <span className={styles.chipText}>{activity.text}</span>
          {activity.detail !== null && <span className={styles.chipDetail}>{activity.detail}</span>}
        </span>
      </div>
      {/* Progress changes ten times a second; only a new phase is worth saying. */}
      <div className={styles.announcement} role="status">
        {activity.announcement}
      </div>
    </>
  );
}
