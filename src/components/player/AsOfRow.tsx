/** The as-of line's flag, and which side of it is in the snapshot. */
import { memo, type ReactNode } from "react";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { placeLabels } from "./label-layout.ts";
import { smallFont, textWidth, usePlacedText } from "./measure-text.ts";
import styles from "./PhaseChart.module.css";

interface AsOfRowProps {
  readonly timeline: Timeline;
  readonly view: Span;
  readonly width: number;
}

const padding = 8;
const insideText = "committed here: in the snapshot";
const outsideText = "committed here: not in the snapshot";

export const AsOfRow = memo(function AsOfRow(props: AsOfRowProps): ReactNode {
  const { timeline, view, width } = props;
  usePlacedText();
  const marks = timeline.asOf.map(({ snapshot, atMs }, index) => {
    const text = `as of ${formatMomentOf(timeline, atMs)}`;
    return {
      id: `${snapshot}/${atMs}`,
      snapshot,
      text,
      x: toPixels(view, width, atMs),
      width: textWidth(text, `600 ${smallFont}`) + 2 * padding,
      index,
    };
  });
  const visible = marks.filter(({ x }) => x >= 0 && x <= width);
  const flags = placeLabels(
    visible.map(({ id, x, width: size, index }) => ({
      id,
      width: size,
      priority: index,
      lefts: [Math.min(Math.max(x - size / 2, 0), width - size)],
    })),
    { left: 0, right: width },
    [],
  );
  // With several snapshots "in the snapshot" would not say in which.
  const only = marks.length === 1 ? marks[0] : undefined;
  const line = only === undefined ? null : Math.min(Math.max(only.x, 0), width);
  // A log of something else needs the room for the playhead's handle all the same.
  const hasLine = timeline.alwaysRows.length > 0 || marks.length > 0;
  return (
    <div className={styles.asOfRow}>
      <div className={styles.name}>
        {timeline.overlay !== null && (
          <div className={styles.overlayLegend} title={timeline.overlay.name}>
            <span aria-hidden="true" />
            <div>{timeline.overlay.name}</div>
          </div>
        )}
        {hasLine ? "As of" : ""}
      </div>
      <div className={styles.asOfTrack} style={{ width }}>
        {line !== null && (
          <>
            <span className={styles.inside} style={{ width: line }}>
              {line > textWidth(insideText, smallFont) + 8 ? insideText : ""}
            </span>
            <span className={styles.outside} style={{ left: line, width: width - line }}>
              {width - line > textWidth(outsideText, smallFont) + 16 ? outsideText : ""}
            </span>
          </>
        )}
        {visible.map(({ id, snapshot, text }) => {
          const left = flags.get(id);
          return (
            left !== undefined && (
              <span key={id} className={styles.flag} style={{ left }} title={`As of ${snapshot}`}>
                {text}
              </span>
            )
          );
        })}
      </div>
      <div className={styles.durationHead}>Duration</div>
    </div>
  );
});
