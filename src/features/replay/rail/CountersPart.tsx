/** Figures of the counters that are shown, over the selection or the whole recording; and whose a drive is. */
import { Select } from "@fluentui/react-components";
import { useId, useMemo } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { Series } from "../../../../app/contract/rpc/timeline-data.ts";
import { formatReadable } from "../../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import { formatDuration } from "../../../../app/domain/format/times.ts";
import { type VolumeRole, volumeRoles } from "../../../../app/domain/perfmon/volumes.ts";
import { type LaneFigures, laneFigures } from "../../../../app/domain/timeline/lane-figures.ts";
import { type Lane, neededFor } from "../../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../../app/domain/timeline/viewport.ts";
import { ColumnHeads } from "../../../components/ui/ColumnHeads.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import { ReadingSoon } from "../../../components/ui/ReadingSoon.tsx";
import { useRecordingSeries } from "../../../state/recordings/recording-series.ts";
import { ChooseLanes } from "../charts/RecordingLanes.tsx";
import type { DriveRole, RecordingCounters } from "../charts/recording-counters.ts";
import styles from "./RailTabs.module.css";

export interface CountersTabProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  readonly counters: RecordingCounters;
  /** Selected; null: all of the time. */
  readonly span: Span | null;
}

export function CountersPart({ recording, timeline, counters, span }: CountersTabProps) {
  const { lanes, samples } = counters;
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const needed = useMemo(() => neededFor(lanes), [lanes]);
  const shown = span ?? extent;
  const request = { recording, ...needed, extent, view: shown, samples };
  const { series, problem, loading } = useRecordingSeries(request);
  const figures = useMemo(() => laneFigures(lanes, series, shown), [lanes, series, shown]);
  const clock = (atMs: number): string => formatMomentOf(timeline, atMs);
  return (
    <>
      <Panel
        title={span === null ? "Whole recording" : "Selection"}
        aside={<ChooseLanes counters={counters} />}
      >
        <p className={styles.prose}>
          {span === null
            ? "Select a phase, or drag in the charts with Shift held, for the figures of that time."
            : `${clock(span.startMs)} to ${clock(span.endMs)}, ${formatDuration(span.endMs - span.startMs)}`}
        </p>
        {problem !== null && <p className={styles.prose}>{problem}</p>}
        {problem === null &&
          (loading ? (
            <ReadingSoon label="Reading the counters" />
          ) : (
            <Figures lanes={lanes} figures={figures} series={series} />
          ))}
      </Panel>
      {counters.drives.length > 0 && <Drives counters={counters} />}
    </>
  );
}

interface FiguresProps {
  readonly lanes: readonly Lane[];
  readonly figures: ReadonlyMap<string, LaneFigures>;
  readonly series: Series;
}

function Figures({ lanes, figures, series }: FiguresProps) {
  const merged = series.samplesPerPoint;
  return (
    <>
      <table className={styles.table}>
        <ColumnHeads names={["Counter", "Min", "Mean", "Max"]} />
        <tbody>
          {lanes.map(({ id, title, unit }) => {
            const own = figures.get(id) ?? null;
            return (
              <tr key={id}>
                <th scope="row">
                  {title}
                  <span>{unit}</span>
                </th>
                <td>{formatReadable(own?.least)}</td>
                <td>{formatReadable(own?.mean)}</td>
                <td>{formatReadable(own?.most)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {merged > 1 && (
        <p className={styles.more}>
          Min and max are of means over up to {merged} samples: select a shorter time for single
          samples.
        </p>
      )}
    </>
  );
}

const roleNames: Readonly<Record<VolumeRole, string>> = {
  data: "the data files",
  log: "the log",
  snapshot: "the snapshots",
};

/** No counter of a server tells what lies on a drive. Once it is set, its counters become the lanes of a run. */
function Drives({ counters }: { readonly counters: RecordingCounters }) {
  return (
    <Panel title="What is on the drives">
      <p className={styles.prose}>
        Counters of disks do not say what lies on them. Choose which drive holds what, and its
        counters appear in the matching lanes.
      </p>
      {counters.drives.map((drive) => (
        <Drive key={`${drive.volume.host}/${drive.volume.drive}`} {...{ drive, counters }} />
      ))}
    </Panel>
  );
}

interface DriveProps {
  readonly drive: DriveRole;
  readonly counters: RecordingCounters;
}

function Drive({ drive: { volume, role }, counters }: DriveProps) {
  const id = useId();
  return (
    <div className={styles.drive}>
      <label htmlFor={id}>{volume.drive}</label>
      <Select
        id={id}
        size="small"
        value={role ?? ""}
        onChange={(_, { value }) =>
          counters.tellDrive(volume, volumeRoles.find((name) => name === value) ?? null)
        }
      >
        <option value="">not set</option>
        {volumeRoles.map((name) => (
          <option key={name} value={name}>
            {roleNames[name]}
          </option>
        ))}
      </Select>
    </div>
  );
}
