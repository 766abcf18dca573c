/** The phase chart as a table, for who hears it instead of seeing it. */
import { memo, type ReactNode } from "react";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { goesOn, type Timeline } from "../../../app/domain/timeline/timeline.ts";
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
    <table className={styles.table}>
      <caption>
        {bands.length > mostRows
          ? `Phases, the first ${mostRows} of ${bands.length}`
          : `Phases: ${bands.length}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Phase</th>
          <th scope="col">Start</th>
          <th scope="col">End</th>
          <th scope="col">Duration</th>
          <th scope="col">Figures</th>
        </tr>
      </thead>
      <tbody>
        {bands.slice(0, mostRows).map((band) => (
          <tr key={band.id}>
            <th scope="row">{bandTitle(band)}</th>
            <td>{formatMomentOf(timeline, band.startMs)}</td>
            <td>{band.endMs === null ? "none" : formatMomentOf(timeline, band.endMs)}</td>
            <td>{durationText(band, open)}</td>
            <td>{barText(band)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});
