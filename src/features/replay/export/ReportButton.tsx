/** Goes to the report; of the selection, where there is one. */
import { Button } from "@fluentui/react-components";
import { DocumentTextRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import { formatClock } from "../../../../app/domain/format/times.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { useNavigation } from "../../../state/shell/navigation.ts";

interface ReportButtonProps {
  readonly recording: RecordingRef;
  /** Local time of 0 ms, as the timeline has it. */
  readonly originMs: number;
  /** What is selected on the time axis; null: nothing. */
  readonly selection: Span | null;
}

export function ReportButton({ recording, originMs, selection }: ReportButtonProps): ReactNode {
  const openReport = useNavigation((state) => state.openReport);
  const span = selection === null ? null : spanWithLabel(selection, originMs);
  const open = (): void => openReport({ recording, span });
  useActions([
    { id: "replay.report", title: "Report on this recording", group: "File", run: open },
  ]);
  return (
    <Button
      size="small"
      icon={<DocumentTextRegular />}
      title={
        span === null
          ? "Report on the whole recording"
          : `Report on the whole recording, or on ${span.label}`
      }
      onClick={open}
    >
      Report
    </Button>
  );
}

const spanWithLabel = ({ startMs, endMs }: Span, originMs: number) => ({
  fromMs: startMs,
  toMs: endMs,
  label: `${formatClock(originMs, startMs)} to ${formatClock(originMs, endMs)}`,
});
