/** The overview of a run: what its engine told, and what the reader found in its ERRORLOG. */
import type {
  CapturedCounter,
  CaptureOverview,
  CaptureSource,
  Finding,
} from "../../contract/capture.ts";
import type { Phase } from "../../contract/phase.ts";
import type { RecordingOverview } from "../../contract/rpc/recordings.ts";
import type { RunDetails, TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { counters } from "../../contract/telemetry-catalog.ts";
import { nextLogShowsEnd } from "../errorlog/analysis/findings/unfinished-creations.ts";
import { responseLane, responsePath } from "../perfmon/counter-lanes.ts";
import { parseCounterPath } from "../perfmon/counter-path.ts";
import { lanes } from "../timeline/lanes.ts";

export interface ToldRun {
  readonly details: RunDetails;
  /** Without the lines of the ERRORLOG. */
  readonly events: readonly TimelineEvent[];
  /** How many there are, the engine time of the last, ms, and the counters that they have. */
  readonly samples: {
    readonly count: number;
    readonly endMs: number;
    readonly counters: ReadonlySet<string>;
  };
}

/** `log`: what was read of the ERRORLOG so far; null: nothing yet. */
export function runOverview(
  { details, events, samples }: ToldRun,
  log: CaptureOverview | null,
): RecordingOverview {
  const { entry, scenario, origin } = details;
  const [phases, others] = apart(events);
  return {
    title: entry.name,
    run: details,
    origin,
    endMs: Math.max(samples.endMs, entry.engineMs),
    // What a run that is over did not get to will not come.
    plannedEndMs: entry.status === "running" ? entry.plannedMs : null,
    warmupEndMs: scenario.warmupSeconds * 1000,
    source: log?.source ?? nothingRead,
    // It was not opened as a file, so nobody asks for its size or its encoding.
    files: [],
    // The engine knows its phases to the nanosecond; the log prints some of them.
    phases,
    events: others,
    phasesLeftOut: 0,
    effects: [],
    marks: log?.marks ?? [],
    marksLeftOut: log?.marksLeftOut ?? 0,
    snapshots: log?.snapshots ?? [],
    findings: (log?.findings ?? []).map((finding) => ofRun(finding, entry.status)),
    counters: countersOfRun(samples),
    waits: [],
  };
}

/** A run has one log, and nothing comes after its end. */
function ofRun(finding: Finding, status: RunDetails["entry"]["status"]): Finding {
  if (finding.text !== nextLogShowsEnd) return finding;
  const text =
    status === "running"
      ? "The run is still under way."
      : "The run ended before the snapshot was complete.";
  return { ...finding, text };
}

function apart(events: readonly TimelineEvent[]): [Phase[], TimelineEvent[]] {
  const phases: Phase[] = [];
  const others: TimelineEvent[] = [];
  for (const event of events) {
    if (event.kind === "phase") phases.push(event);
    else others.push(event);
  }
  return [phases, others];
}

const response = { id: responseLane, path: responsePath, unit: "ms" };
const definitions = new Map(counters.map((counter) => [counter.id, counter]));

/** Every counter that was recorded, and the response time, in the order of their lanes. */
function countersOfRun({ count: samples, counters: recorded }: ToldRun["samples"]) {
  return lanes.flatMap((lane): CapturedCounter[] => {
    const { id, path, unit } = definitions.get(lane.id) ?? response;
    if (id !== responseLane && !recorded.has(id)) return [];
    const parsed = parseCounterPath(`\\${path}`);
    if (parsed === null) return [];
    const { object, instance, counter } = parsed;
    const figures = { samples, minimum: null, mean: null, maximum: null };
    return [{ id, file: 0, path, object, instance, counter, lane: id, unit, ...figures }];
  });
}

const nothingRead: CaptureSource = {
  kind: "errorlog",
  encoding: null,
  product: null,
  build: null,
  edition: null,
  host: null,
  bytes: 0,
  lines: 0,
  records: 0,
  errors: 0,
  unrecognised: 0,
  firstTime: null,
  lastTime: null,
  utcOffsetMinutes: null,
  timeSteps: [],
  timeStepCount: 0,
  notes: [],
};
