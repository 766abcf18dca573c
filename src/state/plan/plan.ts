/** The protection plan on the screen, kept at every change, and the runs that it was turned into. */
import { useMemo } from "react";
import { create } from "zustand";
import { parseJson } from "../../../app/contract/issues.ts";
import { planPreset } from "../../../app/contract/plan-presets.ts";
import {
  type PlanFailure,
  type ProtectionPlan,
  parsePlan,
  planDraftSchema,
} from "../../../app/contract/protection-plan.ts";
import { failure, type Result } from "../../../app/contract/result.ts";
import type { ExportedFile } from "../../../app/contract/rpc/exports.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import {
  answerPlan,
  type PlanAnswer,
  planModel,
  planVolumes,
} from "../../../app/domain/protection-plan/plan-answer.ts";
import { scenarioOfWay } from "../../../app/domain/protection-plan/plan-scenario.ts";
import { planProblem } from "../../../app/domain/protection-plan/plan-words.ts";
import type { TimedWay } from "../../../app/domain/protection-plan/way-back.ts";
import { predictThroughput } from "../../../app/domain/throughput.ts";
import { useVolumeFigures } from "../experiments/device-figures.ts";
import { fileStem } from "../experiments/scenario-files.ts";
import { startRun } from "../library/start-run.ts";
import { messageOf } from "../services/services.ts";
import { readSetting, writeSetting } from "../services/settings.ts";
import { notify } from "../shell/notifications.ts";

/** A run that was made of a way back, and what was said of it beforehand. */
export interface PlanRun {
  readonly runId: string;
  readonly atSeconds: number;
  readonly way: TimedWay;
  readonly model: PlanAnswer["model"];
}

/** A moment of the plan's day that is looked at. */
export interface Moment {
  readonly failure: PlanFailure;
  readonly atSeconds: number;
}

interface PlanState {
  /** As it is being written: it need not be allowed yet. */
  readonly plan: ProtectionPlan;
  readonly moment: Moment;
  /** The newest; null: none was made since the window was opened. */
  readonly run: PlanRun | null;
}

const planKey = "plan";

function firstPlan(): ProtectionPlan {
  const plan = planPreset("paper-2011");
  if (plan === null) throw new Error("the first plan does not come with the program");
  return plan;
}

export const usePlan = create<PlanState>()(() => ({
  plan: firstPlan(),
  moment: { failure: "wrongUpdate", atSeconds: 36_000 },
  run: null,
}));

export const lookAt = (moment: Moment): void => usePlan.setState({ moment });

let isOpened = false;

/** Takes the kept plan over; the settings must have been loaded. */
export function openPlan(): void {
  if (isOpened) return;
  isOpened = true;
  const plan = readSetting(planKey, planDraftSchema.nullable(), null);
  if (plan !== null) usePlan.setState({ plan });
}

/** What could not be read again, such as a number out of its range, is shown, and not kept. */
export function changePlan(change: Partial<ProtectionPlan>): void {
  const plan = { ...usePlan.getState().plan, ...change };
  usePlan.setState({ plan });
  if (planDraftSchema.safeParse(plan).success) writeSetting(planKey, plan);
}

/** Another plan takes the place of the one on the screen, which can be taken back. */
function replacePlan(plan: ProtectionPlan, title: string): void {
  const former = usePlan.getState().plan;
  changePlan(plan);
  notify({
    intent: "success",
    title,
    body: plan.name,
    action: { label: "Undo", run: () => changePlan(former) },
  });
}

export const startAnew = (): void => replacePlan(firstPlan(), "The paper’s plan is shown");

/** Another database with its load and its storage. A plan has times of its own, and where it backs the log up, that is kept. */
export function planOn(scenario: Scenario): void {
  const { jobs } = usePlan.getState().plan;
  const recoveryModel = jobs.some(({ kind }) => kind === "log")
    ? "full"
    : scenario.database.recoveryModel;
  changePlan({
    scenario: {
      ...scenario,
      timeline: [],
      commands: [],
      database: { ...scenario.database, recoveryModel },
    },
  });
}

/** In messages, which then name fields of the screen. */
const planName = "plan";

export interface PlanAnswered {
  readonly answer: PlanAnswer | null;
  /** Why there is none; null: it is being asked for. */
  readonly problem: string | null;
}

/** What the plan comes to, once the models of its devices have been asked. */
export function usePlanAnswer(plan: ProtectionPlan): PlanAnswered {
  const checked = useMemo(() => parsePlan(plan, planName), [plan]);
  const volumes = useMemo(() => (checked.ok ? planVolumes(checked.value.scenario) : []), [checked]);
  const { figures, problem } = useVolumeFigures(volumes);
  const answer = useMemo(() => {
    if (!checked.ok || figures === null) return null;
    const throughput = predictThroughput(checked.value.scenario, figures);
    return answerPlan(checked.value, planModel(checked.value, figures, throughput));
  }, [checked, figures]);
  return {
    answer,
    problem: checked.ok ? problem : planProblem(plan, checked.error.message, planName),
  };
}

/** Runs one way back, and shows the run. */
export async function runWay(answer: PlanAnswer, way: TimedWay, atSeconds: number): Promise<void> {
  const scenario = scenarioOfWay(answer, way, atSeconds);
  const started = scenario.ok ? await startRun(scenario.value, null) : scenario;
  if (!started.ok) {
    notify({ intent: "error", title: "The way back was not run", body: started.error.message });
    return;
  }
  usePlan.setState({ run: { runId: started.value.id, atSeconds, way, model: answer.model } });
}

export const planFile = (plan: ProtectionPlan): ExportedFile => ({
  fileName: `${fileStem(plan.name, "protection")}.plan.json`,
  mediaType: "application/json",
  bytes: new TextEncoder().encode(`${JSON.stringify(plan, null, 2)}\n`),
});

/** A plan and nothing else has jobs. */
export const isPlan = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "jobs" in value;

/** A plan's file becomes the plan on the screen. */
export function loadPlan(fileName: string, text: string): Result<ProtectionPlan> {
  const json = parseJson(text, fileName);
  if (!json.ok) return json;
  if (!isPlan(json.value)) {
    return failure(
      "badInput",
      `${fileName}: is no protection plan, which has jobs; allowed: a file that this screen exported. A scenario is loaded in Experiments.`,
    );
  }
  const plan = parsePlan(json.value, fileName);
  if (plan.ok) replacePlan(plan.value, `${fileName} is shown`);
  return plan;
}

/** Of a file that somebody chose; one that is no plan leaves the plan as it is. */
export async function loadPlanFile(file: File): Promise<void> {
  let problem: string | null = null;
  try {
    const loaded = loadPlan(file.name, await file.text());
    if (!loaded.ok) problem = loaded.error.message;
  } catch (error) {
    problem = messageOf(error);
  }
  if (problem !== null) notify({ intent: "error", title: "Plan not opened", body: problem });
}
