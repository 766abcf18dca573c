/** A run that Live shows: as it comes, and as it came when it is over. */
import { type ReactNode, useMemo } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { Summary } from "../../../app/contract/summary.ts";
import { lanesOf, responseLaneId } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { useLibrary } from "../../state/library/library.ts";
import { useLiveRun } from "../../state/live/live-run.ts";
import { useCreationCosts } from "../../state/recordings/creation-costs.ts";
import { usePushLog } from "../../state/recordings/push-log.ts";
import { useGrowingSeries } from "../../state/recordings/recording-series.ts";
import { runAction } from "../../state/shell/actions.ts";
import { usePresentation } from "./presented-steps.ts";
import { Stage } from "./Stage.tsx";
import { useWalk } from "./use-walk.ts";
import { Waiting } from "./Waiting.tsx";

export function LivePresentation({ runId }: { readonly runId: string }): ReactNode {
  const { timeline, entry: told, summary, problem } = useLiveRun(runId);
  const listed = useLibrary(({ entries }) => entries.find(({ id }) => id === runId)) ?? null;
  // After a crash the library alone knows that it has ended.
  const entry = listed?.status === "running" ? (told ?? listed) : (listed ?? told);
  if (timeline === null || entry === null) {
    return <Waiting problem={problem} what="Waiting for the first sample of the run." />;
  }
  return <OfRun {...{ timeline, entry, summary }} />;
}

/** What users feel: how much is done, and how long it takes. */
const lanes = lanesOf(["transactionsPerSecond", responseLaneId]);
const counters = lanes.map(({ id }) => id);
const none: readonly never[] = [];

interface OfRunProps {
  readonly timeline: Timeline;
  readonly entry: RunEntry;
  readonly summary: Summary | null;
}

function OfRun({ timeline, entry, summary }: OfRunProps): ReactNode {
  const underWay = entry.status === "running";
  const costs = useCreationCosts(entry).value ?? none;
  const recording = useMemo(() => ({ kind: "run" as const, id: entry.id }), [entry.id]);
  const pushes = usePushLog(recording).log;
  const steps = usePresentation({
    ...{ timeline, costs, summary, underWay, seenIn: "run", findings: none, effects: none },
    ...{
      perSecond: entry.transactionsPerSecond,
      hasCounters: true,
      hasRecords: true,
      pushes,
    },
  });
  // The key does so in Live, which is below and knows whether the run takes it. One that is on its way is enough.
  const { state } = timeline;
  const stepping = state?.stepping === true;
  const { step, atMs, position, isNow, told, press } = useWalk(steps, {
    underWay,
    held: stepping || state?.state === "paused",
    goOn: () => !stepping && runAction("run.step"),
  });
  const extent = useMemo(() => ({ startMs: 0, endMs: timeline.endMs }), [timeline.endMs]);
  const { view } = step.picture;
  const { series } = useGrowingSeries({
    ...{ recording, counters, extent, view, came: timeline.series },
  });
  const shown = { picture: step.picture, timeline, lanes, series, atMs, isNow, told, pushes };
  return (
    <Stage sentence={step.sentence} {...{ shown, position }} count={steps.length} onPress={press} />
  );
}
