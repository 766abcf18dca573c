/** The state of the moment, to be read from the back of a room: by shape, word and colour. */
import { Spinner } from "@fluentui/react-components";
import {
  CheckmarkCircle20Regular,
  DismissCircle20Regular,
  ErrorCircle20Regular,
  PauseCircle20Regular,
  PlugDisconnected20Regular,
  RecordRegular,
  ShieldCheckmark20Regular,
  WeatherSunnyLowRegular,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { Activity } from "../../../../app/domain/run/run-activity.ts";
import type { RunActivity } from "../../../../app/domain/run/run-commands.ts";
import styles from "./RunBar.module.css";

const icons: Readonly<Record<RunActivity, ReactNode>> = {
  starting: <Spinner size="tiny" aria-hidden="true" />,
  warmup: <WeatherSunnyLowRegular fontSize={20} />,
  running: <RecordRegular fontSize={20} />,
  paused: <PauseCircle20Regular />,
  creating: <Spinner size="tiny" aria-hidden="true" />,
  restarting: <Spinner size="tiny" aria-hidden="true" />,
  reverting: <Spinner size="tiny" aria-hidden="true" />,
  restoring: <Spinner size="tiny" aria-hidden="true" />,
  verifying: <ShieldCheckmark20Regular />,
  disconnected: <PlugDisconnected20Regular />,
  stopping: <Spinner size="tiny" aria-hidden="true" />,
  completed: <CheckmarkCircle20Regular />,
  failed: <ErrorCircle20Regular />,
  cancelled: <DismissCircle20Regular />,
  interrupted: <PlugDisconnected20Regular />,
};

export function StateOfMoment({ activity }: { readonly activity: Activity }) {
  const { kind, text, detail } = activity;
  return (
    <>
      <div
        className={styles.moment}
        data-kind={kind}
        data-testid="run-activity"
        title={detail === null ? text : `${text} · ${detail}`}
      >
        <span className={styles.icon} aria-hidden="true">
          {icons[kind]}
        </span>
        <span className={styles.lines}>
          <span className={styles.text}>{text}</span>
          {detail !== null && <span className={styles.detail}>{detail}</span>}
        </span>
      </div>
      {/* Progress changes ten times a second; only a new phase is worth saying. */}
      <div className={styles.announcement} role="status">
        {activity.announcement}
      </div>
    </>
  );
}
