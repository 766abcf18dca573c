/** The protection plan on the screen, kept at every change, and the runs that it was turned into. */
import { useMemo } from "react";
import * as z from "zod";
import { create } from "zustand";
import { planPreset } from "../../../app/contract/plan-presets.ts";
import { type ProtectionPlan, parsePlan } from "../../../app/contract/protection-plan.ts";
import type { Result } from "../../../app/contract/result.ts";
import type { ExportedFile } from "../../../app/contract/rpc/exports.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import {
  answerPlan,
  type PlanAnswer,
  planModel,
  planVolumes,
} from "../../../app/domain/protection-plan/plan-answer.ts";
import { scenarioOfWay } from "../../../app/domain/protection-plan/plan-scenario.ts";
import type { TimedWay } from "../../../app/domain/protection-plan/way-back.ts";
import { predictThroughput } from "../../../app/domain/throughput.ts";
import { useVolumeFigures } from "../experiments/device-figures.ts";
import { startRun } from "../library/start-run.ts";
import { readSetting, writeSetting } from "../services/settings.ts";
import { notify } from "../shell/notifications.ts";

/** A run that was made of a way back, and what was said of it beforehand. */
interface PlanRun {
  readonly runId: string;
  readonly way: TimedWay;
  readonly model: PlanAnswer["model"];
}

interface PlanState {
  /** As it is being written: it need not be allowed yet. */
  readonly plan: ProtectionPlan;
  /** The newest; null: none was made since the window was opened. */
  readonly run: PlanRun | null;
}

const planKey = "plan";

function firstPlan(): ProtectionPlan {
  const plan = planPreset("paper-2011");
  if (plan === null) throw new Error("the first plan does not come with the program");
  return plan;
}

export const usePlan = create<PlanState>()(() => ({ plan: firstPlan(), run: null }));

let isOpened = false;

/** Takes the kept plan over; the settings must have been loaded. */
export function openPlan(): void {
  if (isOpened) return;
  isOpened = true;
  const kept = readSetting<unknown>(planKey, z.unknown(), null);
  const plan = kept === null ? null : parsePlan(kept, "plan");
  if (plan?.ok === true) usePlan.setState({ plan: plan.value });
}

export function changePlan(change: Partial<ProtectionPlan>): void {
  const plan = { ...usePlan.getState().plan, ...change };
  usePlan.setState({ plan });
  writeSetting(planKey, plan);
}

export const startAnew = (): void => changePlan(firstPlan());

/** Another database with its load and its storage. A plan has times of its own, and its log is kept. */
export const planOn = (scenario: Scenario): void =>
  changePlan({
    scenario: {
      ...scenario,
      timeline: [],
      commands: [],
      database: { ...scenario.database, recoveryModel: "full" },
    },
  });

export interface PlanAnswered {
  readonly answer: PlanAnswer | null;
  /** Why there is none; null: it is being asked for. */
  readonly problem: string | null;
}

/** What the plan comes to, once the models of its devices have been asked. */
export function usePlanAnswer(plan: ProtectionPlan): PlanAnswered {
  const checked = useMemo(() => parsePlan(plan, "The plan"), [plan]);
  const volumes = useMemo(() => (checked.ok ? planVolumes(checked.value.scenario) : []), [checked]);
  const { figures, problem } = useVolumeFigures(volumes);
  const answer = useMemo(() => {
    if (!checked.ok || figures === null) return null;
    const throughput = predictThroughput(checked.value.scenario, figures);
    return answerPlan(checked.value, planModel(checked.value, figures, throughput));
  }, [checked, figures]);
  return { answer, problem: checked.ok ? problem : checked.error.message };
}

/** Runs one way back, and shows the run. */
export async function runWay(answer: PlanAnswer, way: TimedWay, atSeconds: number): Promise<void> {
  const scenario = scenarioOfWay(answer, way, atSeconds);
  const started = scenario.ok ? await startRun(scenario.value, null) : scenario;
  if (!started.ok) {
    notify({ intent: "error", title: "The way back was not run", body: started.error.message });
    return;
  }
  usePlan.setState({ run: { runId: started.value.id, way, model: answer.model } });
}

export const planFile = (plan: ProtectionPlan): ExportedFile => ({
  fileName: `${plan.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.plan.json`,
  mediaType: "application/json",
  bytes: new TextEncoder().encode(`${JSON.stringify(plan, null, 2)}\n`),
});

/** A plan's file becomes the plan on the screen. */
export function loadPlan(fileName: string, value: unknown): Result<ProtectionPlan> {
  const plan = parsePlan(value, fileName);
  if (plan.ok) changePlan(plan.value);
  return plan;
}
