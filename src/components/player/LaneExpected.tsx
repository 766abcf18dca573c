/** What one expects of a lane, over its plot. */
import { type ReactNode, useMemo } from "react";
import { toValue, toY } from "../../../app/charts/lane-scale.ts";
import type { Expectation } from "../../../app/domain/expectation/expectation.ts";
import { highestExpected } from "../../../app/domain/expectation/expectation.ts";
import { formatReadable } from "../../../app/domain/format/numbers.ts";
import { formatMomentOf, type TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { toPixels, toTime } from "../../../app/domain/timeline/viewport.ts";
import { ExpectationPlane, type Expecting } from "../expectation/ExpectationPlane.tsx";
import styles from "./LaneStack.module.css";

/** Of one lane. */
export interface LaneExpectation {
  readonly expectation: Expectation;
  /** The axis reaches this at least, in the lane's unit. */
  readonly least: number;
  /** Null: it is only shown. */
  readonly expecting: Expecting | null;
}

/** What the axis of its lane has to reach. */
export const reachOf = (expected: LaneExpectation | null): number =>
  expected === null ? 0 : Math.max(expected.least, highestExpected(expected.expectation));

interface LaneExpectedProps {
  readonly lane: Lane;
  readonly expected: LaneExpectation;
  readonly clock: TimelineClock;
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  /** The highest tick of the axis. */
  readonly top: number;
}

export function LaneExpected(props: LaneExpectedProps): ReactNode {
  const { lane, expected, clock, view, width, height, top } = props;
  const plot = useMemo(
    () => ({
      ...{ width, height, most: top },
      x: (atMs: number) => toPixels(view, width, atMs),
      y: (value: number) => toY(top, height, value),
      placeAt: (x: number) => toTime(view, width, x),
      valueAt: (y: number) => toValue(top, height, y),
    }),
    [view, width, height, top],
  );
  return (
    <div className={styles.expected} style={{ width, height }}>
      <ExpectationPlane
        name={lane.title}
        {...{ plot }}
        expectation={expected.expectation}
        expecting={expected.expecting}
        words={(atMs, value) =>
          `${formatMomentOf(clock, atMs)}: ${value === null ? "nothing drawn" : `${formatReadable(value)} ${lane.unit}`}`
        }
      />
    </div>
  );
}
