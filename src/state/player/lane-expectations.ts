/** What one expects of the lanes of a run: what is drawn, and how far it was off. */
import { useMemo } from "react";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { type Expectation, placesIn } from "../../../app/domain/expectation/expectation.ts";
import { laneDifference } from "../../../app/domain/expectation/lane-difference.ts";
import { columnOf, type Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { largestIn } from "../../../app/domain/timeline/thin.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import {
  beginExpecting,
  type ExpectationsStore,
  expectationsOf,
  expectingIn,
  remove,
  useExpectations,
} from "./expectations.ts";

type ExpectingActs = ReturnType<typeof expectingIn>;

interface ExpectedOfLane {
  readonly expectation: Expectation;
  readonly least: number;
  /** Null: it is only shown. */
  readonly expecting: ExpectingActs | null;
}

/** A lane on which something was drawn. */
interface ExpectedLane {
  readonly lane: Lane;
  readonly isDrawing: boolean;
  readonly canUndo: boolean;
  readonly least: number;
  /** How far it was off; null: nothing has come to compare. */
  readonly sentence: string | null;
}

export const laneExpectationsOf = (runId: string): ExpectationsStore =>
  expectationsOf(`run:${runId}`);

export interface LaneExpectations {
  /** One is to be drawn as soon as the run stands still. */
  readonly asked: boolean;
  expectedOf(laneId: string): ExpectedOfLane | null;
  readonly lanes: readonly ExpectedLane[];
  readonly expecting: ExpectingActs;
  /** Draws what is expected in a span. */
  draw(laneId: string, span: Span): void;
  clear(laneId: string): void;
}

/** Where nothing was measured that an axis could be made for. */
const usualTop = 100;

export function useLaneExpectations(
  runId: string,
  lanes: readonly Lane[],
  timeline: Timeline,
  series: Series,
): LaneExpectations {
  const store = laneExpectationsOf(runId);
  const { of, drawing, asked } = useExpectations(store);
  const expecting = useMemo(() => expectingIn(store), [store]);
  return useMemo(() => {
    const shown = lanes.flatMap((lane) => {
      const expected = of.get(lane.id);
      return expected === undefined ? [] : [{ lane, expected }];
    });
    return {
      ...{ asked, expecting },
      expectedOf: (laneId) => {
        const expected = of.get(laneId);
        if (expected === undefined) return null;
        const { expectation, least } = expected;
        return { expectation, least, expecting: drawing === laneId ? expecting : null };
      },
      lanes: shown.map(({ lane, expected: { expectation, least, past } }) => ({
        ...{ lane, least },
        isDrawing: drawing === lane.id,
        canUndo: past.length > 0,
        sentence: laneDifference(lane, expectation, series, timeline),
      })),
      draw: (laneId, { startMs, endMs }) => {
        const lane = lanes.find(({ id }) => id === laneId);
        if (lane === undefined) return;
        const all = { startMs: 0, endMs: timeline.endMs };
        const largest = largestIn(series.timeMs, columnOf(lane, series), all) * lane.scale;
        const least = largest > 0 ? largest : usualTop;
        beginExpecting(store, laneId, placesIn(startMs, endMs), least);
      },
      clear: (laneId) => remove(store, laneId),
    };
  }, [store, of, drawing, asked, expecting, lanes, series, timeline]);
}
