/** Captures that were opened before. */
import { Button } from "@fluentui/react-components";
import { DeleteRegular, DocumentTextRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { CaptureEntry } from "../../../app/contract/rpc/captures.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { formatMoment, formatMomentWithZone } from "../../../app/domain/format/times.ts";
import { Choice } from "../../components/ui/Choice.tsx";
import { ConfirmDialog } from "../../components/ui/ConfirmDialog.tsx";
import { Panel } from "../../components/ui/Panel.tsx";
import { removeCapture, useCaptures } from "../../state/recordings/captures.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import styles from "./RecentCaptures.module.css";

export function RecentCaptures(): ReactNode {
  const { status, captures } = useCaptures();
  const count = status === "ready" ? String(captures.length) : null;
  return (
    <div className={styles.panel}>
      <Panel title="Opened before" aside={count}>
        <Content />
      </Panel>
    </div>
  );
}

function Content(): ReactNode {
  const { status, message, captures, again } = useCaptures();
  const [leaving, setLeaving] = useState<CaptureEntry | null>(null);
  if (status === "loading") return <p className={styles.note}>Reading the list…</p>;
  if (status === "failed") {
    return (
      <p className={styles.failed} role="alert">
        The list cannot be read: {message}{" "}
        <Button size="small" onClick={again}>
          Try again
        </Button>
      </p>
    );
  }
  if (captures.length === 0) {
    return (
      <p className={styles.note}>None yet. What was opened is listed here until it is removed.</p>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {captures.map((capture) => (
          <Capture key={capture.id} capture={capture} remove={() => setLeaving(capture)} />
        ))}
      </ul>
      {leaving !== null && (
        <ConfirmRemoval
          capture={leaving}
          close={() => setLeaving(null)}
          remove={() => {
            setLeaving(null);
            void removeCapture(leaving);
          }}
        />
      )}
    </>
  );
}

interface CaptureProps {
  readonly capture: CaptureEntry;
  remove(): void;
}

function Capture({ capture, remove }: CaptureProps): ReactNode {
  const openReplay = useNavigation((state) => state.openReplay);
  const { id, title, openedAt } = capture;
  return (
    <li className={styles.row}>
      <Choice
        icon={<DocumentTextRegular className={styles.icon ?? ""} fontSize={16} aria-hidden />}
        choose={() => openReplay({ kind: "capture", id })}
      >
        <span className={styles.name} title={capture.files.map(({ name }) => name).join(", ")}>
          {title}
        </span>
        <span className={styles.facts} title={formatMomentWithZone(openedAt)}>
          {factsOf(capture).join(", ")}
        </span>
      </Choice>
      <Button
        appearance="subtle"
        size="small"
        icon={<DeleteRegular />}
        aria-label={`Remove ${title}, opened ${formatMoment(openedAt)}`}
        title="Remove from this list"
        onClick={remove}
      />
    </li>
  );
}

function factsOf({ files, records, openedAt }: CaptureEntry): readonly string[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    ...(files.length > 1 ? [countOf(files.length, "file")] : []),
    // Unknown until it was read to its end once.
    ...(records === null ? [] : [countOf(records, "record")]),
    formatBytes(bytes),
    `opened ${formatMoment(openedAt)}`,
  ];
}

interface ConfirmRemovalProps {
  readonly capture: CaptureEntry;
  remove(): void;
  close(): void;
}

/** A kept copy cannot be brought back, and pasted text is nowhere else: this one asks first. */
function ConfirmRemoval({ capture, remove, close }: ConfirmRemovalProps): ReactNode {
  return (
    <ConfirmDialog
      title={`Remove ${capture.title}?`}
      leave="Keep"
      act="Remove"
      confirm={remove}
      close={close}
    >
      It is taken off the list, and what Snapscope has copied of it is deleted. The files that it
      was opened from stay as they are.
    </ConfirmDialog>
  );
}
