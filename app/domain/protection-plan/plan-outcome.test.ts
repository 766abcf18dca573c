/** What came of a way back that was run: how far the plan was off, and whether the database is right. */
import { describe, expect, it } from "vitest";
import type { Summary } from "../../contract/summary.ts";
import { fakeRestore } from "../../contract/testing/fake-backups.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { answerPlan, waysAt } from "./plan-answer.ts";
import { planOutcome } from "./plan-outcome.ts";
import { scenarioOfWay } from "./plan-scenario.ts";
import { curveSentence, outcomeSentences, wayText } from "./plan-text.ts";
import { durationText, planProblem } from "./plan-words.ts";
import { modelOf, planWith } from "./testing/plans.ts";

const plan = planWith([
  { kind: "full", everySeconds: 1200 },
  { kind: "log", everySeconds: 300, keepCount: 30 },
]);
const answer = answerPlan(plan, modelOf(plan));
const [way] = waysAt(answer, "wrongUpdate", 1000);
if (way === undefined) throw new Error("no way back");
const scenario = scenarioOfWay(answer, way, 1000);
if (!scenario.ok) throw new Error(scenario.error.message);
/** A step of the timeline takes 4.75 s in it. */
const summary: Summary = {
  ...fakeSummary(scenario.value, "completed"),
  restores: [{ ...fakeRestore, discardedCommits: 1 }],
};
const outcomeOf = (change: Partial<Summary> = {}) =>
  planOutcome(answer.model, way, { ...summary, ...change });
const saidOf = (change: Partial<Summary> = {}) => {
  const outcome = outcomeOf(change);
  return outcome.ok ? outcomeSentences(outcome.value) : [outcome.error.message];
};
const withStep = (named: string, change: Partial<Summary["timeline"][number]>) => ({
  timeline: summary.timeline.map((step) => (step.name === named ? { ...step, ...change } : step)),
});

describe("a way back that was run", () => {
  it("is named by its failure and its time of the day", () => {
    expect(scenario.value.name).toBe("a plan: A wrong UPDATE at 00:16:40");
  });

  it("stands beside the plan, in time and in commits", () => {
    const outcome = outcomeOf();
    expect(outcome.ok && outcome.value).toMatchObject({
      time: { estimate: way.timeSeconds, run: 4.75 },
      commits: { estimate: 600 * answer.model.load.changesPerSecond, run: 1 },
    });
    const [time, commits] = saidOf();
    expect(time).toMatch(
      /^The way back took 4\.8 s; the plan said [^;]+, [\d,]+ % too (much|little)\.$/,
    );
    expect(commits).toMatch(/^1 committed change was lost; the plan said [\d,]+/);
  });

  it("says whether the restored database is what had been committed", () => {
    const restored = (verified: boolean | null) => ({ restores: [{ ...fakeRestore, verified }] });
    expect(saidOf(restored(true))[2]).toBe("The database is what had been committed: verified.");
    expect(saidOf(restored(false))[2]).toMatch(/^✗ .* verification failed\.$/);
    expect(saidOf(restored(null))).toHaveLength(2);
  });

  it("is refused with its reason where it did not end", () => {
    expect(saidOf(withStep("wayBack", { outcome: "failed", message: "Msg 3013" }))).toEqual([
      "The way back failed: Msg 3013.",
    ]);
    const [first = ""] = summary.timeline.flatMap(({ name }) => name ?? []);
    const broken = [
      ...withStep(first, { outcome: "failed", message: "the volume is full" }).timeline,
    ].map((step) => (step.name === "wayBack" ? { ...step, outcome: "notFired" as const } : step));
    expect(saidOf({ timeline: broken })).toEqual([
      `The way back did not come to its end, since ‘${first}’ failed: the volume is full.`,
    ]);
    expect(
      saidOf({
        ...withStep("wayBack", { endedMs: null }),
        run: { ...summary.run, status: "cancelled" },
      }),
    ).toEqual(["The run was cancelled before its way back had ended."]);
  });
});

describe("words of a plan", () => {
  it("leave out what is nothing of a smaller unit", () => {
    expect([0, 2.5, 10, 60, 900, 800, 3600, 5400, 172_800, null].map(durationText)).toEqual([
      ...["0 s", "2.5 s", "10 s", "1 min", "15 min", "13 min 20 s", "1 h", "1 h 30 min", "48 h"],
      "–",
    ]);
  });

  it("say the worst of a failure, and where nothing is lost", () => {
    const [, damaged, lost] = answer.curves.map(curveSentence);
    expect(damaged).toMatch(
      /^A damaged database: no work is lost, and a way back takes up to .* \(at \d\d:\d\d:\d\d\)\.$/,
    );
    expect(lost).toMatch(/^Lost volumes: at most 5 min of work is lost \(at \d\d:\d\d:\d\d\), and/);
  });

  it("name a way by the times of what it takes", () => {
    expect(wayText(way)).toBe("full backup of 00:00 and 4 log backups");
    const [withTail] = waysAt(answer, "damagedDatabase", 1000);
    expect(withTail && wayText(withTail)).toBe("full backup of 00:00, 3 log backups and the tail");
    const [before] = waysAt(answer, "lostVolumes", 0);
    if (before === undefined) throw new Error("no way back");
    expect(wayText(before)).toMatch(/^full backup 20 min before the day and \d+ log backups$/);
  });

  it("say of a plan that is none which field of the screen is meant, and where others are", () => {
    const problem = (message: string) => planProblem(plan, `plan: ${message}`, "plan");
    expect(problem("jobs.1.everySeconds: 1 is not allowed (also wrong: jobs.0.files)")).toBe(
      "Log backup 2, every: 1 is not allowed (also wrong: Full backup 1, files).",
    );
    expect(problem("targets.rpoSeconds: -1 is not allowed")).toBe(
      "Work that may be lost (RPO): -1 is not allowed.",
    );
    expect(problem("scenario.mode: is not allowed")).toMatch(/changed in Experiments/);
  });
});
