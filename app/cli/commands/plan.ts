/** `snapscope plan`: what a protection plan comes to, and one of its failures as a run. */
import { readFile } from "node:fs/promises";
import { parseJson } from "../../contract/issues.ts";
import { planPreset, planPresetNames } from "../../contract/plan-presets.ts";
import {
  type PlanFailure,
  type ProtectionPlan,
  parsePlan,
  planFailures,
} from "../../contract/protection-plan.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import {
  answerPlan,
  type PlanAnswer,
  planModel,
  planVolumes,
  waysAt,
} from "../../domain/protection-plan/plan-answer.ts";
import { type PlanOutcome, planOutcome } from "../../domain/protection-plan/plan-outcome.ts";
import { type AskedMoment, planResult } from "../../domain/protection-plan/plan-result.ts";
import { scenarioOfWay } from "../../domain/protection-plan/plan-scenario.ts";
import { predictThroughput } from "../../domain/throughput.ts";
import { figuresOfVolumes } from "../../domain/volume-figures.ts";
import { Devices } from "../../services/devices.ts";
import { forkEngine } from "../../services/engine-launcher.ts";
import { printResult, reportFailure, setExitCode } from "../console.ts";
import { exitFailed } from "../exit-codes.ts";
import { Progress } from "../progress.ts";
import { renderPlan } from "../text/plan.ts";
import { openStarter } from "./run-starter.ts";

export interface PlanOptions {
  readonly at?: string;
  readonly run?: string;
  readonly failure: string;
  readonly save?: true;
  readonly json?: true;
}

export async function planCommand(file: string, options: PlanOptions): Promise<void> {
  const plan = await readPlan(file);
  if (!plan.ok) return reportFailure(plan.error);
  const moment = momentOf(plan.value, options);
  if (!moment.ok) return reportFailure(moment.error);
  const answer = await answerOf(plan.value);
  if (!answer.ok) return reportFailure(answer.error);
  const at =
    moment.value === null ? null : { ...moment.value, ways: waysOf(answer.value, moment.value) };
  const outcome =
    at === null || options.run === undefined
      ? success(null)
      : await outcomeOf(answer.value, at, options.save === true);
  if (!outcome.ok) return reportFailure(outcome.error);
  printResult(
    options.json
      ? JSON.stringify(planResult(answer.value, at, outcome.value), null, 2)
      : renderPlan(answer.value, at, outcome.value),
  );
  if (outcome.value?.verified === false) setExitCode(exitFailed);
}

async function readPlan(file: string): Promise<Result<ProtectionPlan>> {
  const preset = planPreset(file);
  if (preset !== null) return success(preset);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT"
      ? failure(
          "notFound",
          `${file}: there is no such file; expected a protection plan, or one that comes with the program: ${planPresetNames.join(", ")}`,
        )
      : failure("badInput", `${file}: cannot be read (${code}); expected a protection plan`);
  }
  const json = parseJson(text, file);
  return json.ok ? parsePlan(json.value, file) : json;
}

interface Moment {
  readonly atSeconds: number;
  readonly failure: PlanFailure;
}

function momentOf({ daySeconds }: ProtectionPlan, options: PlanOptions): Result<Moment | null> {
  const failed = planFailures.find((kind) => kind === options.failure);
  if (failed === undefined) {
    return failure(
      "badInput",
      `--failure: ${JSON.stringify(options.failure)} is no kind of failure; allowed: ${planFailures.join(", ")}`,
    );
  }
  if (options.at !== undefined && options.run !== undefined) {
    return failure("badInput", "--at: does not go with --run, which has a second of its own");
  }
  const [name, text] = options.run === undefined ? ["--at", options.at] : ["--run", options.run];
  if (text === undefined) return success(null);
  const atSeconds = text.trim() === "" ? Number.NaN : Number(text);
  if (!(atSeconds >= 0 && atSeconds < daySeconds)) {
    return failure(
      "badInput",
      `${name}: ${JSON.stringify(text)} is no second of the plan's day; allowed: from 0 to below ${daySeconds}`,
    );
  }
  return success({ atSeconds, failure: failed });
}

async function answerOf(plan: ProtectionPlan): Promise<Result<PlanAnswer>> {
  const devices = new Devices({ launchEngine: forkEngine, environment: process.env });
  const figures = await figuresOfVolumes(planVolumes(plan.scenario), (asked) =>
    devices.figures(asked),
  );
  if (!figures.ok) return figures;
  const throughput = predictThroughput(plan.scenario, figures.value);
  return success(answerPlan(plan, planModel(plan, figures.value, throughput)));
}

const waysOf = (answer: PlanAnswer, { failure: failed, atSeconds }: Moment) =>
  waysAt(answer, failed, atSeconds);

async function outcomeOf(
  answer: PlanAnswer,
  { ways, atSeconds }: AskedMoment,
  save: boolean,
): Promise<Result<PlanOutcome>> {
  const [way] = ways;
  if (way === undefined) return failure("badInput", "There is no way back then: nothing to run.");
  const scenario = scenarioOfWay(answer, way, atSeconds);
  if (!scenario.ok) return scenario;
  const summary = await runOf(scenario.value, save);
  if (!summary.ok) return summary;
  return planOutcome(answer.model, way, summary.value);
}

async function runOf(scenario: Scenario, save: boolean): Promise<Result<Summary>> {
  const starter = await openStarter(null, save);
  if (!starter.ok) return starter;
  const progress = new Progress(scenario.durationSeconds);
  try {
    const started = await starter.value.start(scenario, {
      onFrame: (frame) => progress.take(frame),
    });
    return started.ok ? await started.value.finished : started;
  } finally {
    progress.stop();
    await starter.value.close();
  }
}
