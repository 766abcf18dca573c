/**
 * The advisor: where the bottleneck of a run is, what gives it more of that, and what "Database Snapshot
 * Performance Considerations under I/O-Intensive Workloads" (SQL Server CAT, 2007) recommends, where the run
 * gives evidence for it. docs/internals/advisor.md lists the rules.
 */
import { type Advice, noAdvice } from "../../contract/advice.ts";
import type { Recommendation } from "../../contract/recommendation.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import { bottleneckOf } from "../bottleneck/bottleneck.ts";
import { measuredIn } from "../bottleneck/measured.ts";
import { settingsBetween } from "../scenario-form/command-line.ts";
import type { Span } from "../timeline/span.ts";
import { indexMaintenance } from "./index-maintenance.ts";
import { moreOfWhatBinds } from "./more-of-what-binds.ts";
import { planned } from "./planned.ts";
import { spanOfFirstOperation } from "./promises.ts";
import type { AdvisedRun, Proposal, Rule } from "./rule.ts";
import { severalSnapshots } from "./several-snapshots.ts";
import { snapshotVolume } from "./snapshot-volume.ts";

/** Of snapshots and of all of a run: where one of them speaks, that is tried before anything is bought. */
const rules: readonly Rule[] = [snapshotVolume, severalSnapshots, indexMaintenance];

export interface AskedRun {
  readonly scenario: Scenario;
  /** Null: it has none, as one that was interrupted. */
  readonly summary: Summary | null;
  /** Of the span, or of all of it. */
  readonly series: Series;
}

/** `span`: null is all of the run after its warm-up, or its first operation where there are no users. */
export function adviceOn({ scenario, summary, series }: AskedRun, span: Span | null): Advice {
  const ran = summary?.scenario ?? scenario;
  const whole = {
    startMs: summary?.run.warmupMs ?? ran.warmupSeconds * 1000,
    endMs: series.timeMs.at(-1) ?? 0,
  };
  const measured = measuredIn(ran, series, span ?? ofOperation(ran, summary) ?? whole);
  if (measured === null) return noAdvice;
  const bottleneck = bottleneckOf(measured);
  // The figures of a run that ended early are not those of what would be compared with.
  if (summary?.run.status !== "completed") return { bottleneck, recommendations: [] };
  const run: AdvisedRun = { summary, scenario: planned(ran), measured, bottleneck };
  const ofSnapshots = span === null ? rules.flatMap((rule) => rule(run) ?? []) : [];
  const proposals = ofSnapshots.length > 0 ? ofSnapshots : [moreOfWhatBinds(run) ?? []].flat();
  return { bottleneck, recommendations: proposals.flatMap((one) => compared(one, ran)) };
}

const ofOperation = (ran: Scenario, summary: Summary | null): Span | null =>
  ran.workload.users > 0 || summary === null ? null : spanOfFirstOperation(summary);

/** Two sides that run equally long; nothing where the change cannot be run, or changes nothing. */
function compared({ changed, ...told }: Proposal, ran: Scenario): Recommendation[] {
  if (!resolveScenario(changed, "a recommendation").ok) return [];
  const base = { ...ran, durationSeconds: changed.durationSeconds };
  const settings = [...settingsBetween(base, changed)];
  if (settings.length === 0) return [];
  return [{ ...told, both: [...settingsBetween(ran, base)], settings }];
}
