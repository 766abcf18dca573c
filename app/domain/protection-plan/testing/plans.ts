/** Plans for tests: one database on two devices that need no model to be asked. */
import type { DeviceFigures } from "../../../contract/device.ts";
import { type PlanJob, type ProtectionPlan, parsePlan } from "../../../contract/protection-plan.ts";
import type { PlanModel } from "../backup-estimate.ts";
import type { SetModel } from "../occurrences.ts";
import { planLoad } from "../plan-load.ts";

const device = {
  parallelism: 16,
  readServiceUs: 4000,
  writeServiceUs: 4000,
  spread: "fixed",
  bandwidthMiBPerSecond: 200,
};
const arraySnapshots = { pageKiB: 64, sizeGiB: 10, reservePercent: 100 };

export const rawScenario = {
  formatVersion: 2,
  name: "orders",
  database: { sizeMiB: 1024, logSizeMiB: 256, recoveryModel: "full" },
  storage: {
    volumes: [
      { name: "D", device, arraySnapshots },
      { name: "L", device, arraySnapshots },
      { name: "B", device },
    ],
    placement: { data: "D", log: "L", snapshot: "D", backup: "B" },
  },
  workload: { users: 20 },
};

type JobInput = Pick<PlanJob, "kind" | "everySeconds"> & Partial<PlanJob>;

export const rawPlan = (jobs: readonly JobInput[], more: object = {}) => ({
  formatVersion: 1,
  name: "a plan",
  daySeconds: 3600,
  jobs: jobs.map((job) => (job.keepSeconds == null ? { keepCount: 3, ...job } : job)),
  scenario: rawScenario,
  ...more,
});

export function planWith(jobs: readonly JobInput[], more: object = {}): ProtectionPlan {
  const plan = parsePlan(rawPlan(jobs, more), "plan");
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

export const deviceFigures: DeviceFigures = {
  depth: 64,
  randomReadsPerSecond: 4000,
  randomWritesPerSecond: 4000,
  writesAfterCliffPerSecond: null,
  sequentialMiBPerSecond: 200,
  readUs: 4000,
  writeUs: 4000,
  capacityMiB: null,
};

export function modelOf({ scenario }: ProtectionPlan, perSecond = 100): PlanModel {
  const volumes = scenario.storage.volumes.flatMap(({ name, device: of }) =>
    of === undefined ? [] : [[name, { name, device: of, figures: deviceFigures }] as const],
  );
  return { scenario, load: planLoad(scenario, perSecond), volumes: new Map(volumes) };
}

/** Sets whose figures are easy to follow: a full backup takes 60 s, a differential 20 s, a log backup 2 s. */
export const simpleSets: SetModel = {
  figures: ({ kind }, since) => ({
    seconds: kind === "full" ? 60 : kind === "differential" ? 20 : 2,
    bytes: kind === "full" ? 1000 : since,
    pages: kind === "full" ? 1000 : kind === "differential" ? since : 0,
  }),
  snapshotSeconds: ({ kind }) =>
    kind === "arraySnapshot" ? { reached: 3, end: 4 } : { reached: 0, end: 1 },
};
