/** Asks before the database goes back to a snapshot, and says what that takes away. */
import type { Command } from "../../../app/contract/command.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { revertNow } from "../../../app/domain/forecast/forecast-text.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { formatTidyDuration } from "../../../app/domain/format/times.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { tsqlOfNext } from "../../../app/domain/tsql/acts.ts";
import { TsqlDisclosure } from "../../components/tsql/TsqlDisclosure.tsx";
import { ConfirmDialog } from "../../components/ui/ConfirmDialog.tsx";
import { copyText } from "../../state/files/clipboard.ts";
import { useForecast } from "../../state/recordings/forecast.ts";
import { sendCommand } from "./commands.ts";
import { lostInRevert } from "./steering.ts";

export interface RevertDialogProps {
  readonly runId: string;
  /** It goes on while the dialog is open. */
  readonly timeline: Timeline;
  readonly scenario: Scenario;
  readonly snapshot: string;
  readonly enabled: boolean;
  close(): void;
}

export function RevertDialog(props: RevertDialogProps) {
  const { runId, timeline, scenario, snapshot, enabled, close } = props;
  const lost = lostInRevert(timeline, snapshot);
  const takes = revertNow(useForecast({ timeline, scenario, atMs: timeline.endMs }), snapshot);
  const command: Command = { kind: "revertSnapshot", name: snapshot, closeConnections: true };
  const revert = (): void => {
    void sendCommand(runId, command);
    close();
  };
  return (
    <ConfirmDialog
      title={`Revert ${scenario.database.name} to ${snapshot}?`}
      leave="Cancel"
      act="Revert"
      enabled={enabled}
      confirm={revert}
      close={close}
    >
      {lost === null
        ? "Everything that was committed after the snapshot's point in time is lost."
        : `Everything that was committed after ${formatMomentOf(timeline, lost.asOfMs)} (${formatTidyDuration(lost.asOfMs)}) is lost: ${formatTidyDuration(lost.forMs)} of work.`}{" "}
      The log is made anew, so that no log backup goes on from an earlier one. The users are thrown
      out, with what they have under way, and come back when the database is open again. {takes}
      <TsqlDisclosure
        tsql={tsqlOfNext(command, timeline, scenario)}
        of={`the revert to ${snapshot}`}
        copy={copyText}
      />
    </ConfirmDialog>
  );
}
