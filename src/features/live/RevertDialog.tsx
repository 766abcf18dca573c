/** Asks before the database goes back to a snapshot, and says what that takes away. */
import { durationText } from "../../../app/domain/format/report-text.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { ConfirmDialog } from "../../components/ui/ConfirmDialog.tsx";
import { sendCommand } from "./commands.ts";
import { lostInRevert } from "./steering.ts";

export interface RevertDialogProps {
  readonly runId: string;
  /** It goes on while the dialog is open. */
  readonly timeline: Timeline;
  readonly database: string;
  readonly snapshot: string;
  readonly enabled: boolean;
  close(): void;
}

export function RevertDialog(props: RevertDialogProps) {
  const { runId, timeline, database, snapshot, enabled, close } = props;
  const lost = lostInRevert(timeline, snapshot);
  const revert = (): void => {
    void sendCommand(runId, { kind: "revertSnapshot", name: snapshot, closeConnections: true });
    close();
  };
  return (
    <ConfirmDialog
      title={`Revert ${database} to ${snapshot}?`}
      leave="Cancel"
      act="Revert"
      enabled={enabled}
      confirm={revert}
      close={close}
    >
      {lost === null
        ? "Everything that was committed after the snapshot's point in time is lost."
        : `Everything that was committed after ${durationText(lost.asOfMs)} is lost: ${durationText(lost.forMs)} of work.`}{" "}
      The log is made anew, so that no log backup goes on from an earlier one. The users are thrown
      out, with what they have under way, and come back when the database is open again.
    </ConfirmDialog>
  );
}
