/** `snapscope forecast`: what becomes of the snapshots of a run. Loaded when asked for: it opens a database. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { failure, type Result, success } from "../../contract/result.ts";
import { type RunEntry, runFileExtension } from "../../contract/rpc/runs.ts";
import { forecastOfRun } from "../../domain/forecast/forecast.ts";
import { RunTimeline } from "../../domain/timeline/run-timeline.ts";
import { findRun } from "../../services/library/find-run.ts";
import { reportPoints } from "../../services/reports.ts";
import { revertFigures } from "../../services/revert-figures.ts";
import { createServices, type RunningServices } from "../../services/services.ts";
import { printResult, reportFailure } from "../console.ts";
import { renderForecast } from "../text/forecast.ts";

export interface ForecastOptions {
  readonly hours: string;
  readonly at?: string;
  readonly json?: true;
}

/** Loads do not stay as they are for longer. */
const mostHours = 720;

export async function forecastCommand(run: string, options: ForecastOptions): Promise<void> {
  const hours = parseHours(options.hours);
  if (!hours.ok) return reportFailure(hours.error);
  const isFile = run.endsWith(runFileExtension);
  const folder = isFile ? await mkdtemp(join(tmpdir(), "snapscope-forecast-")) : null;
  try {
    const services = await createServices(
      folder === null ? {} : { dataFolder: folder, mayRead: () => true },
    );
    if (!services.ok) return reportFailure(services.error);
    try {
      const { library } = services.value;
      const entry = isFile
        ? await library.importRun({ name: basename(run), path: run })
        : findRun(await library.list(), run);
      const printed = entry.ok
        ? await forecastText(services.value, entry.value, { ...options, parsed: hours.value })
        : entry;
      if (!printed.ok) return reportFailure(printed.error);
      printResult(printed.value);
    } finally {
      await services.value.close();
    }
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

interface Asked extends ForecastOptions {
  readonly parsed: readonly number[];
}

async function forecastText(
  { library, devices }: RunningServices,
  entry: RunEntry,
  { parsed, at, json }: Asked,
): Promise<Result<string>> {
  const recorded = await library.timeline({ runId: entry.id, points: reportPoints });
  if (!recorded.ok) return recorded;
  const { scenario, origin, series, events } = recorded.value;
  const warmupEndMs = scenario.warmupSeconds * 1000;
  const run = new RunTimeline({ origin, plannedEndMs: entry.plannedMs, warmupEndMs });
  run.take({ series, events });
  const { timeline } = run;
  const atMs = at === undefined ? timeline.endMs : 1000 * Number(at);
  if (!(atMs > 0 && atMs <= timeline.endMs)) {
    return failure(
      "badInput",
      `--at: ${JSON.stringify(at)} is no moment of the run; allowed: seconds from its start, at most ${timeline.endMs / 1000}`,
    );
  }
  const figures = await revertFigures(recorded.value, devices);
  const forecast = forecastOfRun({ scenario, figures, hours: parsed }, timeline, atMs);
  return success(
    json ? JSON.stringify(forecast, null, 2) : renderForecast(forecast, entry.name, timeline),
  );
}

/** "1,8,24": ascending, whatever the order in which they were given. */
function parseHours(text: string): Result<readonly number[]> {
  const hours = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (hours.every((hour) => hour > 0 && hour <= mostHours)) {
    return success([...new Set(hours)].sort((a, b) => a - b));
  }
  return failure(
    "badInput",
    `--hours: ${JSON.stringify(text)} are no hours; allowed: numbers above 0, at most ${mostHours}, with commas between`,
  );
}
