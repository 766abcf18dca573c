/** Above the lanes: acts and as-of lines by name, and the strip of phases with theirs. */
import { memo, type ReactNode } from "react";
import { tintsOf } from "../../../app/charts/bar-layout.ts";
import { bandColour, isSpan } from "../../../app/charts/phase-colour.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { type Moment, placeActs } from "./act-labels.ts";
import { insideText, outsideText, placeAsOf, placePhases } from "./header-layout.ts";
import styles from "./LaneStack.module.css";
import { usePlacedText } from "./measure-text.ts";
import { bandTitle } from "./phase-look.ts";

/** The height of the phases above the lanes, px. */
const stripHeight = 8;

interface LaneHeaderProps {
  readonly timeline: Timeline;
  readonly view: Span;
  readonly width: number;
  readonly steadyFromMs: number | null;
}

export const LaneHeader = memo(function LaneHeader(props: LaneHeaderProps): ReactNode {
  const { timeline, view, width, steadyFromMs } = props;
  usePlacedText();
  const { bands } = timeline;
  const asOf = placeAsOf(timeline, view, width);
  const acts = placeActs(timeline, view, width, asOf.taken);
  const names = placePhases(timeline, { view, width, acts: acts.diamonds, steadyFromMs });
  const told = (of: readonly Moment[]): string =>
    of.map(({ atMs, label }) => `${formatMomentOf(timeline, atMs)}: ${label}`).join("\n");
  return (
    <div className={styles.marks} style={{ width }} aria-hidden="true">
      {acts.diamonds.map(({ act, left, covered }) => (
        <span
          key={act.id}
          className={styles.diamond}
          data-outcome={act.outcome}
          data-low={covered}
          style={{ left }}
          title={told([act])}
        />
      ))}
      {acts.labels.map((label) => (
        <span
          key={label.acts[0]?.id}
          className={styles.actLabel}
          data-outcome={
            label.acts.every(({ outcome }) => outcome === "planned") ? "planned" : undefined
          }
          style={{ left: label.left }}
          title={told(label.acts)}
        >
          {label.text}
        </span>
      ))}
      {asOf.flags.map(({ snapshot, text, left, inside, outside }) => (
        <span key={`${snapshot}/${text}`}>
          {inside !== null && (
            <span className={styles.side} style={{ left: inside }}>
              {insideText}
            </span>
          )}
          <span className={styles.flag} style={{ left }} title={`As of ${snapshot}`}>
            {text}
          </span>
          {outside !== null && (
            <span className={styles.side} style={{ left: outside }}>
              {outsideText}
            </span>
          )}
        </span>
      ))}
      {names.map(({ id, text, left }) => (
        <span key={id} className={styles.phaseName} style={{ left }}>
          {text}
        </span>
      ))}
      <svg className={styles.strip} width={width} height={stripHeight} aria-hidden="true">
        {tintsOf(bands.filter(isSpan), view, width, timeline.endMs, bandColour).map((tint) => (
          <rect
            key={tint.band.id}
            x={tint.left}
            width={tint.width}
            height={stripHeight}
            fill={bandColour(tint.band)}
          >
            <title>{bandTitle(tint.band)}</title>
          </rect>
        ))}
      </svg>
    </div>
  );
});
