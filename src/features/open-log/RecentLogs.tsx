/** Logs that were opened before. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from "@fluentui/react-components";
import { DeleteRegular, DocumentTextRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { LogEntry } from "../../../app/contract/rpc/services.ts";
import { formatBytes } from "../../components/format/bytes.ts";
import { countOf } from "../../components/format/numbers.ts";
import { formatMoment, formatMomentWithZone } from "../../components/format/times.ts";
import { Panel } from "../../components/ui/Panel.tsx";
import { useNavigation } from "../../state/navigation.ts";
import styles from "./RecentLogs.module.css";
import { type RecentLogsState, useRecentLogs } from "./use-recent-logs.ts";

export function RecentLogs(): ReactNode {
  const recent = useRecentLogs();
  const { status, logs } = recent;
  return (
    <div className={styles.panel}>
      <Panel title="Opened before" aside={status === "ready" ? countOf(logs.length, "log") : null}>
        <Content recent={recent} />
      </Panel>
    </div>
  );
}

function Content({ recent }: { readonly recent: RecentLogsState }): ReactNode {
  const { status, message, logs, reload, remove } = recent;
  const [leaving, setLeaving] = useState<LogEntry | null>(null);
  if (status === "loading") return <p className={styles.note}>Reading the list…</p>;
  if (status === "failed") {
    return (
      <p className={styles.failed} role="alert">
        The list cannot be read: {message}{" "}
        <Button size="small" onClick={reload}>
          Try again
        </Button>
      </p>
    );
  }
  if (logs.length === 0) {
    return (
      <p className={styles.note}>
        None yet. A log that was opened is kept here until it is removed.
      </p>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {logs.map((log) => (
          <Log key={log.id} log={log} remove={() => setLeaving(log)} />
        ))}
      </ul>
      {leaving !== null && (
        <ConfirmRemoval
          log={leaving}
          close={() => setLeaving(null)}
          remove={() => {
            setLeaving(null);
            void remove(leaving);
          }}
        />
      )}
    </>
  );
}

interface LogProps {
  readonly log: LogEntry;
  remove(): void;
}

function Log({ log, remove }: LogProps): ReactNode {
  const openReplay = useNavigation((state) => state.openReplay);
  const { id, fileName, openedAt, records, bytes } = log;
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.log}
        onClick={() => openReplay({ kind: "log", logId: id })}
      >
        <DocumentTextRegular fontSize={16} aria-hidden />
        <span className={styles.texts}>
          <span className={styles.name}>{fileName}</span>
          <span className={styles.facts} title={formatMomentWithZone(openedAt)}>
            {countOf(records, "record")}, {formatBytes(bytes)}, opened {formatMoment(openedAt)}
          </span>
        </span>
      </button>
      <Button
        appearance="subtle"
        size="small"
        icon={<DeleteRegular />}
        aria-label={`Remove ${fileName}, opened ${formatMoment(openedAt)}`}
        title="Remove from this list"
        onClick={remove}
      />
    </li>
  );
}

interface ConfirmRemovalProps {
  readonly log: LogEntry;
  remove(): void;
  close(): void;
}

/** The kept copy cannot be brought back, and pasted text is nowhere else: this one asks first. */
function ConfirmRemoval({ log, remove, close }: ConfirmRemovalProps): ReactNode {
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Remove {log.fileName}?</DialogTitle>
          <DialogContent>
            Snapscope's copy of the log is deleted. The file that it was opened from stays as it is.
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>Keep</Button>
            <Button appearance="primary" onClick={remove}>
              Remove
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
