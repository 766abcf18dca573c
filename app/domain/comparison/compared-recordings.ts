/** What comparisons look at, read from runs and from the files of a server. */
import type { CapturedWait } from "../../contract/capture.ts";
import { type CreationPhaseName, type Phase, phaseNames } from "../../contract/phase.ts";
import type { RecordingOverview } from "../../contract/rpc/recordings.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Summary } from "../../contract/summary.ts";
import { creationSpans, isOf } from "../creation-cost/creation-spans.ts";
import { mergedHistogram } from "../series/summary-histogram.ts";
import type { ComparedRun, ComparedWait, PhaseLength } from "./compared-run.ts";
import { valuesOfCapture, valuesOfRun } from "./run-metrics.ts";
import { throughputSamples } from "./steady-throughput.ts";

/** `series`: of the whole run, as it was measured and not merged. */
export function comparedRun(
  summary: Summary,
  series: Series,
  steadyFromMs: number | null = null,
): ComparedRun {
  const { warmupMs, engineMs, engine } = summary.run;
  const merged = mergedHistogram(
    summary.transactions.byType.flatMap(({ histogram }) => histogram ?? []),
  );
  const responses = merged.ok && merged.value.count > 0 ? merged.value : null;
  const seconds = (engineMs - warmupMs) / 1000;
  return {
    values: valuesOfRun(summary, responses),
    waits:
      seconds <= 0
        ? null
        : summary.waits.map((wait) => ({
            waitType: wait.wait_type,
            msPerSecond: wait.wait_time_ms / seconds,
            tasks: wait.waiting_tasks_count,
          })),
    phases: firstCreation(summary.phases),
    responses,
    throughput: throughputSamples(series, warmupMs),
    steadyFromMs,
    engine: engine.version,
  };
}

/** Files of a server, or a run that was interrupted: what they show, over all of their time. */
export function comparedCapture(
  overview: Pick<RecordingOverview, "phases" | "counters" | "waits" | "warmupEndMs">,
  series: Series,
  steadyFromMs: number | null = null,
): ComparedRun {
  return {
    values: valuesOfCapture(overview, series),
    waits: waitsOfCapture(overview.waits),
    phases: firstCreation(overview.phases),
    responses: null,
    throughput: throughputSamples(series, overview.warmupEndMs),
    steadyFromMs,
    engine: null,
  };
}

const isLong = (name: Phase["name"]): name is CreationPhaseName =>
  (phaseNames as readonly string[]).includes(name);

function firstCreation(phases: readonly Phase[]): readonly PhaseLength[] {
  const creation = creationSpans(phases).find(({ endMs }) => endMs !== null);
  if (creation === undefined) return [];
  return phases.flatMap(({ snapshot, name, startMs, endMs }): PhaseLength[] => {
    if (!isLong(name) || endMs === null || endMs <= startMs) return [];
    return isOf(creation, { snapshot, startMs }) ? [{ name, ms: endMs - startMs }] : [];
  });
}

/** The longest stretch that a server's figures cover: shorter ones are in the others' shadow. */
function waitsOfCapture(captures: RecordingOverview["waits"]): readonly ComparedWait[] | null {
  const [longest] = captures.toSorted((a, b) => Number(b.spanMs) - Number(a.spanMs));
  if (longest?.spanMs == null || longest.spanMs <= 0) return null;
  const seconds = longest.spanMs / 1000;
  return longest.waits.map(({ waitType, waitMs, tasks }: CapturedWait) => ({
    waitType,
    msPerSecond: waitMs / seconds,
    tasks,
  }));
}
