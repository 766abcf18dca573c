/** Adds what the charts show, over the time that is visible, to the report of the recording. */
import {
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { DocumentAddRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { AddedChartKind } from "../../../../app/contract/report-edits.ts";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { PlayerStore } from "../../../state/player/player.ts";
import { addSpanToReport, addToReport } from "../../../state/reports/report-edits.ts";

interface ReportMenuProps {
  readonly recording: RecordingRef;
  readonly player: PlayerStore;
  /** Ids of the lanes; none: the recording has none. */
  readonly lanes: readonly string[];
  readonly hasWaits: boolean;
  readonly hasResponses: boolean;
}

export function ReportMenu(props: ReportMenuProps): ReactNode {
  const { recording, player, lanes, hasWaits, hasResponses } = props;
  const add = (kind: AddedChartKind): void => {
    const { view } = player.getState();
    const { startMs, endMs } = view;
    if (kind !== "lanes") addSpanToReport(recording, kind, view);
    else addToReport(recording, { kind, fromMs: startMs, toMs: endMs, lanes: [...lanes] });
  };
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton
          appearance="subtle"
          icon={<DocumentAddRegular />}
          aria-label="Add to the report"
          title="Add to the report, over the time that is visible"
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => add("phases")}>Add the phases</MenuItem>
          {lanes.length > 0 && <MenuItem onClick={() => add("lanes")}>Add the lanes</MenuItem>}
          {hasWaits && <MenuItem onClick={() => add("waits")}>Add the waits over time</MenuItem>}
          {hasResponses && (
            <MenuItem onClick={() => add("responses")}>Add the response times</MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
