/** Adds charts to the report from here: of what is selected in the recording, else of what was last on screen of it. */
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { AddRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import {
  type AddedChart,
  type AddedChartKind,
  maxReportLanes,
} from "../../../app/contract/report-edits.ts";
import type { RecordingOverview } from "../../../app/contract/rpc/recordings.ts";
import type { ReportSubject } from "../../../app/contract/rpc/services.ts";
import { formatClock } from "../../../app/domain/format/times.ts";
import { clockOrigin } from "../../../app/domain/timeline/clock.ts";
import { lanesOfCounters } from "../../../app/domain/timeline/counter-lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { placeIn } from "../../state/recordings/left-off.ts";
import { useRecording } from "../../state/recordings/recording.ts";

const titles: Readonly<Record<AddedChartKind, string>> = {
  lanes: "Lanes",
  phases: "Phases",
  waits: "Waits",
  responses: "Response times",
};

interface AddChartMenuProps {
  readonly subject: ReportSubject;
  /** The report takes another one. */
  readonly hasRoom: boolean;
  onAdd(chart: Omit<AddedChart, "id">): void;
}

export function AddChartMenu({ subject, hasRoom, onAdd }: AddChartMenuProps): ReactNode {
  const { overview } = useRecording(subject.recording);
  const kinds = useMemo(() => (overview === null ? [] : kindsOf(overview)), [overview]);
  const span = overview === null ? null : spanOf(subject, overview);
  const clock = (atMs: number): string =>
    overview === null ? "" : formatClock(clockOrigin(overview.origin), atMs);
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          icon={<AddRegular />}
          disabled={!hasRoom || span === null || kinds.length === 0}
        >
          Add a chart
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {kinds.map((kind) => (
            <MenuItem
              key={kind}
              subText={span === null ? "" : `${clock(span.startMs)} to ${clock(span.endMs)}`}
              onClick={() => {
                if (span === null || overview === null) return;
                const lanes = kind === "lanes" ? lanesIn(overview) : [];
                onAdd({ kind, lanes, fromMs: span.startMs, toMs: span.endMs });
              }}
            >
              {titles[kind]}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** What is selected, else the part that was looked at last, else all of it. */
function spanOf({ recording, span }: ReportSubject, { endMs }: RecordingOverview): Span {
  if (span !== null) return { startMs: span.fromMs, endMs: span.toMs };
  return placeIn(recording).recall()?.view ?? { startMs: 0, endMs };
}

/** A server's files have results of waits, and no samples of them. */
const kindsOf = (overview: RecordingOverview): readonly AddedChartKind[] => [
  ...(lanesIn(overview).length > 0 ? (["lanes"] as const) : []),
  ...(overview.phases.some(({ snapshot }) => snapshot !== null) ? (["phases"] as const) : []),
  ...(overview.run !== null ? (["waits", "responses"] as const) : []),
];

/** The usual ones; which others are looked at is chosen beside the lanes. */
function lanesIn({ counters }: RecordingOverview): string[] {
  const lanes = lanesOfCounters(counters.filter(({ samples }) => samples > 0));
  const standard = lanes.filter((lane) => lane.standard);
  return (standard.length > 0 ? standard : lanes).slice(0, maxReportLanes).map(({ id }) => id);
}
