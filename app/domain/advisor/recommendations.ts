/**
 * The advisor: what "Database Snapshot Performance Considerations under I/O-Intensive Workloads" (SQL
 * Server CAT, 2007) recommends, where a run gives evidence for it. docs/internals/advisor.md lists the rules.
 */
import type { DeviceFigures } from "../../contract/device.ts";
import type { Recommendation } from "../../contract/recommendation.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import { settingsBetween } from "../scenario-form/command-line.ts";
import { indexMaintenance } from "./index-maintenance.ts";
import { ioHeadroom } from "./io-headroom.ts";
import { planned } from "./planned.ts";
import type { Proposal, Rule } from "./rule.ts";
import { severalSnapshots } from "./several-snapshots.ts";
import { snapshotVolume } from "./snapshot-volume.ts";

const rules: readonly Rule[] = [snapshotVolume, severalSnapshots, indexMaintenance, ioHeadroom];

/** Nothing is said of a run that ended early: its figures are not those of what would be compared with. */
export function recommendationsOn(
  summary: Summary,
  devices: ReadonlyMap<string, DeviceFigures>,
): Recommendation[] {
  if (summary.run.status !== "completed") return [];
  const run = { summary, devices, scenario: planned(summary.scenario) };
  return rules.flatMap((rule) => {
    const proposal = rule(run);
    return proposal === null ? [] : compared(proposal, summary);
  });
}

/** Two sides that run equally long; nothing where what a rule made of the timeline cannot be run. */
function compared({ changed, ...told }: Proposal, { scenario }: Summary): Recommendation[] {
  if (!resolveScenario(changed, "a recommendation").ok) return [];
  const base = { ...scenario, durationSeconds: changed.durationSeconds };
  return [
    {
      ...told,
      both: [...settingsBetween(scenario, base)],
      settings: [...settingsBetween(base, changed)],
    },
  ];
}
