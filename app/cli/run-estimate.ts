/** `snapscope run --estimate`: what a run will take, computed and not run. */
import type { Scenario } from "../contract/scenario.ts";
import { predictSnapshot, usualHours } from "../domain/forecast/forecast.ts";
import { predictRunMemory } from "../domain/run-memory.ts";
import { serverFigures } from "../domain/server-figures.ts";
import { askedVolumes, predictThroughput } from "../domain/throughput.ts";
import { figuresOfVolumes } from "../domain/volume-figures.ts";
import { Devices } from "../services/devices.ts";
import { forkEngine } from "../services/engine-launcher.ts";
import { printNote, printResult } from "./console.ts";
import { type RunEstimate, renderEstimate } from "./text/run-estimate.ts";

export async function printEstimate(scenario: Scenario, asJson: boolean): Promise<void> {
  const memory = predictRunMemory(scenario);
  const { throughput, forecast } = await loadOf(scenario);
  if (!asJson) return printResult(renderEstimate(scenario, { memory, throughput, forecast }));
  const server = scenario.mode === "virtual" ? serverFigures(scenario) : null;
  printResult(JSON.stringify({ ...memory, server, throughput, forecast }));
}

type Load = Pick<RunEstimate, "throughput" | "forecast">;

/** Null: of a real run, whose disks are the machine's; or the engine, which knows the devices, cannot be asked. */
async function loadOf(scenario: Scenario): Promise<Load> {
  const devices = new Devices({ launchEngine: forkEngine, environment: process.env });
  const figures = await figuresOfVolumes(askedVolumes(scenario), (asked) => devices.figures(asked));
  if (!figures.ok) {
    printNote(`note: throughput and response time are not predicted: ${figures.error.message}`);
    return { throughput: null, forecast: null };
  }
  const throughput = predictThroughput(scenario, figures.value);
  const question = { scenario, figures: figures.value, hours: usualHours };
  return { throughput, forecast: predictSnapshot(question, throughput) };
}
