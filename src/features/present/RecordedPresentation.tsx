/** A recorded run, or files of a server. */
import { type ReactNode, useMemo } from "react";
import type { CapturedCounter } from "../../../app/contract/capture.ts";
import type { RecordingOverview, RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { PushLog } from "../../../app/domain/page-map/push-log.ts";
import type { Picture } from "../../../app/domain/present/step.ts";
import { lanesOfCounters } from "../../../app/domain/timeline/counter-lanes.ts";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { useCostsOf } from "../../state/recordings/creation-costs.ts";
import { usePushLog } from "../../state/recordings/push-log.ts";
import { useRecording } from "../../state/recordings/recording.ts";
import { useRecordingSeries } from "../../state/recordings/recording-series.ts";
import { usePresentation } from "./presented-steps.ts";
import { Stage } from "./Stage.tsx";
import { useRecordedWalk } from "./use-walk.ts";
import { Waiting } from "./Waiting.tsx";

interface RecordedPresentationProps {
  readonly recording: RecordingRef;
}

export function RecordedPresentation(props: RecordedPresentationProps): ReactNode {
  const { recording } = props;
  const { timeline, overview, reading, message } = useRecording(recording);
  const isRead = timeline !== null && overview !== null && !reading;
  // With them there are more steps: one does not begin without.
  const costs = useCostsOf(recording, isRead ? "recorded" : null);
  const pushes = usePushLog(isRead && overview.run !== null ? recording : null);
  const awaitsPushes = overview?.run != null && !pushes.ended && pushes.message === null;
  if (!isRead || awaitsPushes || (costs.value === null && costs.message === null)) {
    return <Waiting problem={message} what="Opening what was recorded." />;
  }
  return (
    <OfRecording
      {...{ recording, timeline, overview }}
      costs={costs.value ?? noCosts}
      pushes={pushes.log}
    />
  );
}

const mostLanes = 2;

/** Those that the picture is of, where it names them, before the others. */
function shownLanes(measured: readonly CapturedCounter[], picture: Picture): readonly Lane[] {
  const all = lanesOfCounters(measured);
  const named = (picture.kind === "lanes" ? picture.counters : undefined) ?? [];
  const first = named.flatMap((id) => all.find((lane) => lane.id === id) ?? []);
  return [...new Set([...first, ...all])].slice(0, mostLanes);
}

const noCosts: readonly never[] = [];

interface OfRecordingProps extends RecordedPresentationProps {
  readonly timeline: Timeline;
  readonly overview: RecordingOverview;
  readonly costs: NonNullable<ReturnType<typeof useCostsOf>["value"]>;
  readonly pushes: PushLog;
}

function OfRecording(props: OfRecordingProps): ReactNode {
  const { recording, timeline, overview, costs, pushes } = props;
  const { findings, effects, run, counters, source } = overview;
  const measured = useMemo(() => counters.filter(({ samples }) => samples > 0), [counters]);
  const steps = usePresentation({
    ...{
      timeline,
      findings,
      effects,
      costs,
      underWay: false,
      seenIn: run === null ? "log" : "run",
    },
    summary: run?.summary ?? null,
    perSecond: run?.entry.transactionsPerSecond ?? null,
    hasCounters: measured.length > 0,
    pushes,
    hasRecords: source.kind === "errorlog" || source.kind === "mixed",
  });
  const { step, atMs, position, told, press } = useRecordedWalk(steps);
  const { picture } = step;
  const lanes = useMemo(() => shownLanes(measured, picture), [measured, picture]);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const ids = useMemo(() => lanes.map(({ id }) => id), [lanes]);
  const samples = measured.reduce((sum, counter) => sum + counter.samples, 0);
  const { series } = useRecordingSeries({
    recording,
    counters: ids,
    extent,
    view: picture.view,
    samples,
  });
  const shown = { picture, timeline, lanes, series, atMs, isNow: false, told, pushes };
  return (
    <Stage sentence={step.sentence} {...{ shown, position }} count={steps.length} onPress={press} />
  );
}
