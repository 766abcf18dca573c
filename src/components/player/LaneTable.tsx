/** The lanes as a table: what the plots show, for who reads instead of looking. */
import type { ReactNode } from "react";
import { Table, type TableColumn } from "../../../app/charts/DataTable.tsx";
import { formatReadable } from "../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { inEngine, type Lane, pointAt, valueAt } from "../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import styles from "./LaneTable.module.css";
import { phaseTitle } from "./phase-look.ts";
import { phaseAt } from "./phase-rows.ts";

interface LaneTableProps {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly view: Span;
}

/** More would be reading a file; zooming in shows the points between. */
const mostRows = 60;

export function LaneTable({ timeline, lanes, view }: LaneTableProps): ReactNode {
  const { timeMs } = timeline.series;
  const first = pointAt(timeline.series, view.startMs);
  const last = Math.min(pointAt(timeline.series, view.endMs), timeMs.length - 1);
  const count = Math.max(0, last - first + 1);
  const every = Math.max(1, Math.ceil(count / mostRows));
  // The last point is always one of them: where a run is paused, it tells that instant.
  const offset = first + ((count - 1) % every);
  const times = Array.from({ length: Math.ceil(count / every) }, (_, row) =>
    Number(timeMs[offset + row * every]),
  );
  return (
    // A scrolling region needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.scroller} tabIndex={0} aria-label="Values of the lanes">
      <Table<number>
        caption={
          every === 1
            ? `All ${count} points of the visible time`
            : `One in ${every} of the ${count} points of the visible time; zoom in for the rest`
        }
        rows={times}
        columns={[
          { title: "Time", align: "words", cell: (atMs) => formatMomentOf(timeline, atMs) },
          { title: "Phase", align: "words", cell: (atMs) => phaseText(timeline, atMs) },
          ...lanes.flatMap((lane) => columnsOf(lane, timeline)),
        ]}
      />
    </section>
  );
}

/** The columns of a lane: its values, and those of what is laid over it, at the same place. */
function columnsOf(lane: Lane, { series, overlay }: Timeline): readonly TableColumn<number>[] {
  const title = `${lane.title}, ${lane.unit}`;
  const figures = (values: Timeline["series"], of: Lane, shiftMs: number) => ({
    align: "figures" as const,
    cell: (atMs: number) => formatReadable(valueAt(of, values, atMs - shiftMs)),
  });
  const own = { title, ...figures(series, lane, 0) };
  if (overlay === null) return [own];
  const laid = figures(overlay.timeline.series, inEngine(lane), overlay.shiftMs);
  return [own, { title, unit: overlay.name, ...laid }];
}

function phaseText(timeline: Timeline, atMs: number): string {
  const phase = phaseAt(timeline, atMs);
  if (phase !== null) return phaseTitle(phase);
  return atMs <= timeline.warmupEndMs ? "Warm-up" : "";
}
