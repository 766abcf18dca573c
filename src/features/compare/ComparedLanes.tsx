/** Lanes of the base under those of another side: of each the run in the middle, aligned on a moment. */
import { Spinner } from "@fluentui/react-components";
import { type ReactNode, useMemo } from "react";
import type {
  Alignment,
  ComparedSide,
  ComparisonOfSides,
} from "../../../app/contract/comparison.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { type SteadyState, steadyFromMs } from "../../../app/contract/steady-state.ts";
import { type Lane, standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { type Span, shifted } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { LaneStack } from "../../components/player/LaneStack.tsx";
import { gutters } from "../../components/player/lane-geometry.ts";
import { LaneViewProvider } from "../../components/player/lane-view-context.tsx";
import { SteadyField } from "../../components/player/SteadyField.tsx";
import { chooseSteadyState, useSteadyState } from "../../state/library/steady-state.ts";
import { useWatchedView } from "../../state/player/lane-view.ts";
import { usePlayer } from "../../state/player/player.ts";
import {
  type RecordingState,
  recordingKey,
  useRecording,
} from "../../state/recordings/recording.ts";
import { useRecordingSeries } from "../../state/recordings/recording-series.ts";
import { alignmentTitles, momentOf, shiftBetween } from "./align.ts";
import styles from "./CompareScreen.module.css";

/** What the lanes are of: the recordings that are shown of the base and of the side against it. */
export interface LaidSides {
  readonly base: ComparedSide;
  readonly other: ComparedSide;
  readonly over: RecordingState;
  readonly under: RecordingState;
}

/** Null: there is no comparison yet. */
export function useLaidSides(
  comparison: ComparisonOfSides | null,
  against: number,
): LaidSides | null {
  const [base, other] = [comparison?.sides[0], comparison?.sides[against]];
  const under = useRecording(other?.shown ?? null);
  const over = useRecording(base?.shown ?? null);
  return base === undefined || other === undefined ? null : { base, other, over, under };
}

interface ComparedLanesProps {
  readonly laid: LaidSides;
  /** The moment on which they fall together. */
  readonly align: Alignment;
}

export function ComparedLanes({ laid, align }: ComparedLanesProps): ReactNode {
  const { base, other, under, over } = laid;
  const problem = under.message ?? over.message;
  if (under.timeline === null || over.timeline === null) {
    return problem === null ? (
      <Spinner className={styles.loading ?? ""} size="tiny" label="Reading the lanes" />
    ) : (
      <p className={styles.problem}>The lanes cannot be drawn: {problem}</p>
    );
  }
  return (
    <Lanes
      key={recordingKey(other.shown)}
      under={laidOf(other, under, under.timeline)}
      over={laidOf(base, over, over.timeline)}
      oneEach={base.recordings.length === 1 && other.recordings.length === 1}
      align={align}
    />
  );
}

const laidOf = (
  { name, shown }: ComparedSide,
  state: RecordingState,
  timeline: Timeline,
): LaidRecording => ({
  recording: shown,
  runId: state.overview?.run?.entry.id ?? null,
  name,
  timeline,
  state,
});

interface LaidRecording {
  readonly recording: RecordingRef;
  /** Null: files of a server. */
  readonly runId: string | null;
  readonly name: string;
  readonly timeline: Timeline;
  readonly state: RecordingState;
}

interface LanesProps {
  readonly under: LaidRecording;
  readonly over: LaidRecording;
  /** One run is compared with one: by what lies in their steady states. */
  readonly oneEach: boolean;
  readonly align: Alignment;
}

function Lanes({ under, over, oneEach, align }: LanesProps): ReactNode {
  const player = usePlayer(`compare/${recordingKey(under.recording)}`, under.timeline);
  const laneView = useWatchedView(player, null);
  const { view } = laneView;
  const lanes = useMemo(() => sharedLanes(under, over), [under, over]);
  const shiftMs = shiftBetween(under.timeline, over.timeline, align);
  const drawn = useSeriesOf(under, lanes, view);
  const laidView = useMemo(() => shifted(view, -shiftMs), [view, shiftMs]);
  const laid = useSeriesOf(over, lanes, laidView);
  const ofUnder = useSteadyState(under.runId);
  const ofOver = useSteadyState(over.runId);
  const timeline = useMemo(
    () => ({
      ...drawn,
      timeTitle: `From ${alignmentTitles[align].toLowerCase()}`,
      // Two clocks have no time in common but that of the moment on which they are aligned.
      zeroMs: momentOf(drawn, align) ?? 0,
      overlay: { name: `Base: ${over.name}`, timeline: laid, shiftMs },
    }),
    [drawn, laid, over.name, shiftMs, align],
  );
  if (lanes.length === 0) {
    return <p className={styles.problem}>They have no counter in common, so there are no lanes.</p>;
  }
  return (
    <>
      {oneEach && (
        <div className={styles.steadyStates}>
          <SteadyOf side="Base" laid={over} steady={ofOver} />
          <SteadyOf side="New" laid={under} steady={ofUnder} />
        </div>
      )}
      <div className={styles.lanes}>
        <LaneViewProvider value={laneView} gutter={gutters.lanes}>
          <LaneStack
            label={`Counters of ${under.name} over those of ${over.name}`}
            timeline={timeline}
            lanes={lanes}
            steadyFromMs={ofUnder === null ? null : steadyFromMs(ofUnder)}
            overlaySteadyFromMs={ofOver === null ? null : steadyFromMs(ofOver)}
            bySide
            corner={<CornerName name={under.name} />}
          />
        </LaneViewProvider>
      </div>
    </>
  );
}

/** What is drawn in full lines; that of the base is below it. */
const CornerName = ({ name }: { readonly name: string }): ReactNode => (
  <div className={styles.cornerName} title={name}>
    New: {name}
  </div>
);

interface SteadyOfProps {
  /** Their names stand above and beside the lanes: both fields fit into one row. */
  readonly side: "Base" | "New";
  readonly laid: LaidRecording;
  readonly steady: SteadyState | null;
}

function SteadyOf({ side, laid: { runId }, steady }: SteadyOfProps): ReactNode {
  return (
    steady !== null &&
    runId !== null && (
      <SteadyField
        key={runId}
        name={side}
        steady={steady}
        onChoose={(fromMs) => chooseSteadyState(runId, fromMs)}
      />
    )
  );
}

/** The standard lanes that both have, in their order; a capture's counters stand for the engine's. */
function sharedLanes(under: LaidRecording, over: LaidRecording): readonly Lane[] {
  const [ofUnder, ofOver] = [under, over].map(
    ({ state }) =>
      new Map(
        (state.overview?.counters ?? []).flatMap(({ id, lane, samples }) =>
          lane === null || samples === 0 ? [] : [[lane, id] as const],
        ),
      ),
  );
  return standardLanes.filter(({ id }) => ofUnder?.has(id) && ofOver?.has(id));
}

function useSeriesOf(laid: LaidRecording, lanes: readonly Lane[], view: Span): Timeline {
  const { recording, timeline, state } = laid;
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const counters = useMemo(() => lanes.map(({ id }) => id), [lanes]);
  const samples = state.overview?.counters[0]?.samples ?? 0;
  const { series } = useRecordingSeries({ recording, counters, extent, view, samples });
  return useMemo(() => ({ ...timeline, series }), [timeline, series]);
}
