/** All of the phase chart as a table, for who reads it instead of going from bar to bar. */
import { memo, type ReactNode } from "react";
import { Table } from "../../../app/charts/DataTable.tsx";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { type Band, goesOn, type Timeline } from "../../../app/domain/timeline/timeline.ts";
import styles from "./PhaseChart.module.css";
import { bandTitle } from "./phase-look.ts";
import { barText, durationText } from "./phase-rows.ts";

/** A log of months has thousands; the list of records has them all. */
const mostRows = 200;

export const PhaseTable = memo(function PhaseTable(props: {
  readonly timeline: Timeline;
}): ReactNode {
  const { timeline } = props;
  const { bands } = timeline;
  const open = goesOn(timeline);
  return (
    <div className={styles.table}>
      <Table<Band>
        caption={
          bands.length > mostRows
            ? `Phases, the first ${mostRows} of ${bands.length}`
            : `Phases: ${bands.length}`
        }
        rows={bands.slice(0, mostRows)}
        columns={[
          words("Phase", bandTitle),
          words("Start", ({ startMs }) => formatMomentOf(timeline, startMs)),
          words("End", ({ endMs }) => (endMs === null ? "none" : formatMomentOf(timeline, endMs))),
          words("Duration", (band) => durationText(band, open)),
          words("Figures", barText),
        ]}
      />
    </div>
  );
});

const words = (title: string, cell: (band: Band) => string) =>
  ({ title, align: "words", cell }) as const;
