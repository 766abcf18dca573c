/** The as-of lines' flags, and which side of one is in its snapshot. */
import { memo, type ReactNode } from "react";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { AsOf, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { placeLabels } from "./label-layout.ts";
import { smallFont, textWidth, usePlacedText } from "./measure-text.ts";
import styles from "./PhaseChart.module.css";

interface AsOfRowProps {
  readonly timeline: Timeline;
  readonly view: Span;
  readonly width: number;
  /** The snapshot whose sides are named: the one that the playhead is in. */
  readonly of: AsOf | null;
  /** Left of it. */
  readonly corner: ReactNode;
}

const padding = 8;

/** With several snapshots a side is of one of them, and says of which. */
const sideWords = (snapshot: string, isOnly: boolean) => {
  const name = isOnly ? "the snapshot" : snapshot;
  return {
    inside: [`committed here: in ${name}`, `in ${name}`],
    outside: [`committed here: not in ${name}`, `not in ${name}`],
  };
};

/** The fullest for which there is room. */
const fitting = (words: readonly string[], room: number): string =>
  words.find((text) => textWidth(text, smallFont) <= room) ?? "";

export const AsOfRow = memo(function AsOfRow(props: AsOfRowProps): ReactNode {
  const { timeline, view, width, of } = props;
  usePlacedText();
  const isOnly = timeline.asOf.length === 1;
  const marks = timeline.asOf.map(({ snapshot, atMs }, index) => {
    const text = `${isOnly ? "" : `${snapshot} `}as of ${formatMomentOf(timeline, atMs)}`;
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
      lefts: [Math.min(Math.max(x - size / 2, 0), width - size), x - size + 1, x - 1],
    })),
    { left: 0, right: width },
    [],
  );
  const line = of === null ? null : Math.min(Math.max(toPixels(view, width, of.atMs), 0), width);
  const words = sideWords(of?.snapshot ?? "", isOnly);
  return (
    <div className={styles.asOfRow}>
      <div className={styles.corner}>
        {props.corner}
        {timeline.overlay !== null && (
          <div className={styles.overlayLegend} title={timeline.overlay.name}>
            <span aria-hidden="true" />
            <div>{timeline.overlay.name}</div>
          </div>
        )}
      </div>
      <div className={styles.asOfTrack} style={{ width }}>
        {line !== null && (
          <>
            <span className={styles.inside} style={{ width: line }}>
              {fitting(words.inside, line - padding)}
            </span>
            <span className={styles.outside} style={{ left: line, width: width - line }}>
              {fitting(words.outside, width - line - 2 * padding)}
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
    </div>
  );
});
