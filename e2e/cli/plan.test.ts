import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { planResultSchema } from "../../app/contract/plan-result.ts";
import { rawPlan, rawScenario } from "../../app/domain/protection-plan/testing/plans.ts";
import { makeScratch, removeScratch, snapscope } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));

const device = {
  parallelism: 16,
  readServiceUs: 100,
  writeServiceUs: 100,
  bandwidthMiBPerSecond: 400,
};
const jobs = [
  { kind: "full", everySeconds: 300, keepCount: 2 },
  { kind: "log", everySeconds: 30, keepCount: 30 },
] as const;
const small = {
  ...rawPlan(jobs, { daySeconds: 600, noticedAfterSeconds: { wrongUpdate: 5 } }),
  scenario: {
    ...rawScenario,
    database: { ...rawScenario.database, sizeMiB: 16, logSizeMiB: 32 },
    storage: {
      ...rawScenario.storage,
      volumes: ["D", "L", "B"].map((name) => ({ name, device })),
    },
    workload: { users: 4 },
  },
};
writeFileSync(join(cwd, "plan.json"), JSON.stringify(small));
const plan = (...args: string[]) => snapscope(["plan", ...args], { cwd });

it("says of the paper's plan what is lost, what it takes, and each way back at a moment", async () => {
  const { status, stdout, stderr } = await plan("paper-2011", "--at", "36000");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/: plan paper-2011\.$/m);
  expect(stdout).toMatch(/^Lost volumes: at most 15 min\s[\s\S]*?work\s+is\s+lost/m);
  expect(stdout).toMatch(/^Backups take up to [\d.]+ [GT]iB; array snapshots of Data up to/m);
  expect(stdout).toMatch(/^A wrong UPDATE at 10:00:00 +loses +takes$/m);
  expect(stdout).toMatch(/^array snapshot of 09:30 and \d+ log backups? +10 min +\d/m);
});

it("runs a way back, and says how far the plan was off and that the database is right", async () => {
  const { status, stdout } = await plan("plan.json", "--run", "200", "--json");
  expect(status).toBe(0);
  const { at, outcome } = planResultSchema.parse(JSON.parse(stdout));
  expect(at?.ways[0]).toMatchObject({ way: "backups", tail: true, lossSeconds: 5 });
  expect(outcome?.time.run).toBeGreaterThan(0);
  expect(outcome?.verified).toBe(true);
  const text = await plan("plan.json", "--run", "200", "--failure", "lostVolumes");
  expect(text.stdout).toMatch(/The way back took .* the plan said/);
  expect(text.stdout).toContain("The database is what had been committed: verified.");
});

it.each([
  [["nightly"], "nightly: there is no such file; expected a protection plan, or one that comes"],
  [["plan.json", "--at", "soon"], '--at: "soon" is no second of the plan\'s day; allowed: from 0'],
  [["plan.json", "--run", "600"], '--run: "600" is no second of the plan\'s day'],
  [["plan.json", "--at", "1", "--run", "2"], "--at: does not go with --run"],
  [["plan.json", "--failure", "fire"], '--failure: "fire" is no kind of failure; allowed: wrong'],
  [["bad.json"], "bad.json: jobs.0.everySeconds: 1 is not allowed; allowed: a number from 10"],
])("refuses %j with what is allowed", async (args, message) => {
  const jobs = [{ kind: "full", everySeconds: 1, keepCount: 1 }];
  writeFileSync(join(cwd, "bad.json"), JSON.stringify({ ...small, jobs }));
  const { status, stdout, stderr } = await plan(...args);
  expect([status === 0, stdout]).toEqual([false, ""]);
  expect(stderr).toContain(`error: ${message}`);
});
