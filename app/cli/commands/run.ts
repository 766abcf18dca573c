/** `snapscope run`: from the command line to the result of one run. */

import type { Command } from "../../contract/command.ts";
import type { RunEvent } from "../../contract/events.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Result } from "../../contract/result.ts";
import { success } from "../../contract/result.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import type { Summary } from "../../contract/summary.ts";
import { splitSweep } from "../../contract/sweep.ts";
import { refusedWith } from "../../contract/tpcc.ts";
import { adviceOn } from "../../domain/advisor/advice.ts";
import { inconsistencies, lossesOf, verifiedOf } from "../../domain/consistency.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";

import { settingsBetween } from "../../domain/scenario-form/command-line.ts";
import type { Experiment } from "../../services/experiments.ts";
import { nameOfRun, presetNames, readRawScenario } from "../../services/presets.ts";
import { printNote, printResult, reportFailure, setExitCode } from "../console.ts";
import { exitDone, exitFailed } from "../exit-codes.ts";
import { prepareExport } from "../export-file.ts";
import { Progress } from "../progress.ts";
import { Recorder } from "../recorder.ts";
import { printEstimate } from "../run-estimate.ts";
import { type OutputOptions, prepareOutput, writeOutput } from "../run-output.ts";
import { describeCommand, steer } from "../steering.ts";
import { renderSummary } from "../text/run-summary.ts";
import { openStarter, type Starter } from "./run-starter.ts";

export interface RunOptions extends OutputOptions {
  readonly seed?: string;
  readonly mode?: string;
  readonly pace?: string;
  readonly duration?: string;
  readonly set: readonly string[];
  readonly json?: true;
  readonly steer?: true;
  readonly save?: true;
  readonly estimate?: true;
  /** A file that the run is written to, as `runs export` does. */
  readonly export?: string;
}

export async function runCommand(what: string, options: RunOptions): Promise<void> {
  const scenario = await buildScenario(what, options);
  if (!scenario.ok) return reportFailure(scenario.error);
  if (options.estimate === true) return printEstimate(scenario.value, options.json === true);
  const preset = (await presetNames()).includes(what) ? what : null;
  const name = await nameOfRun(scenario.value, preset);
  const output = await prepareOutput(name, options);
  if (!output.ok) return reportFailure(output.error);
  const exported = await prepareExport(options.export, options.force === true);
  if (!exported.ok) return reportFailure(exported.error);
  const starter = await openStarter(preset, options.save === true);
  if (!starter.ok) return reportFailure(starter.error);
  const recorder = new Recorder();
  const [startedAt, startedMs] = [new Date(), performance.now()];
  const { start, savedId } = starter.value;
  const result = await execute(
    scenario.value,
    recorder,
    options.steer === true,
    (asked, observer) => start(asked, exported.value?.observing(observer) ?? observer),
  );
  await starter.value.close();
  const ended = { scenario: scenario.value, summary: result.ok ? result.value : null };
  const advice = adviceOn({ ...ended, series: recorder.series() }, null);
  if (result.ok) {
    const summary = result.value;
    const costs = recorder.creationCosts({ scenario: scenario.value, summary });
    const told = { ...advice, base: await baseOf(what, summary.scenario) };
    printResult(options.json ? JSON.stringify(summary) : renderSummary(summary, costs, told));
    setExitCode(exitCode(summary));
  }
  // Whatever became of the run, what was recorded is worth having.
  const run = {
    recorder,
    scenario: scenario.value,
    result,
    startedAt,
    startedMs,
    savedId: savedId(),
    preset,
    name,
    advice,
  };
  const written = await writeOutput(output.value, run);
  if (!written.ok) reportFailure(written.error);
  const handedOn = await exported.value?.write(run);
  if (handedOn?.ok === false) reportFailure(handedOn.error);
  if (!result.ok) reportFailure(result.error);
}

/** What `compare` takes for the scenario as it ran: the preset or file, and what was set of it. */
async function baseOf(what: string, ran: Scenario): Promise<readonly (readonly string[])[]> {
  const raw = await readRawScenario(what);
  const from = raw.ok ? resolveScenario(raw.value, what) : raw;
  const settings = from.ok ? settingsBetween(from.value, ran) : [];
  return [[what], ...settings.map((setting) => ["--set", setting])];
}

/** The file, then the options, then `--set` in the order given: the later wins. */
async function buildScenario(what: string, options: RunOptions): Promise<Result<Scenario>> {
  const raw = await readRawScenario(what);
  if (!raw.ok) return raw;
  if (splitSweep(raw.value).sweep !== null) {
    printNote(`note: its sweep is left out; run it with: snapscope sweep ${what}`);
  }
  let document = options.mode === undefined ? raw.value : inMode(raw.value, options.mode);
  const shorthands: readonly [string, string | undefined][] = [
    ["mode", options.mode],
    ["seed", options.seed],
    ["pace", options.pace],
    ["durationSeconds", options.duration],
  ];
  const settings = shorthands.flatMap(([path, value]) =>
    value === undefined ? [] : `${path}=${value}`,
  );
  for (const setting of [...settings, ...options.set]) {
    const changed = applySetting(document, setting, scenarioSchema);
    if (!changed.ok) return changed;
    document = changed.value;
  }
  return resolveScenario(document, what);
}

/** Simulated disks cannot be used in real mode: the default folder takes their place, and says so. */
function inMode(raw: unknown, mode: string): unknown {
  const parsed = scenarioSchema.safeParse(raw);
  if (mode !== "real" || !parsed.success || parsed.data.mode === "real") return raw;
  printNote(
    "note: --mode real puts all files into one folder: storage.volumes.0.folder, null = the default",
  );
  const storage = {
    ...parsed.data.storage,
    volumes: [{ name: "local", folder: null }],
    placement: { data: "local", log: "local", snapshot: "local" },
  };
  // The start of a simulated history is not when this run starts.
  return { ...parsed.data, startTime: null, storage };
}

/** Longer than it takes most file systems to remove a run's files. */
const removalPatienceMs = 1000;
const removalNote = "Removing the files; a file system that discards freed blocks takes a while.";

const isEnd = (event: RunEvent) => event.kind === "state" && event.state === "ended";

async function execute(
  scenario: Scenario,
  recorder: Recorder,
  steered: boolean,
  start: Starter["start"],
): Promise<Result<Summary>> {
  let progress: Progress | null = null;
  let removal: NodeJS.Timeout | null = null;
  const note = (text: string) => (progress === null ? printNote(text) : progress.note(text));
  const started = await start(scenario, {
    onFrame: (frame) => {
      recorder.take(frame);
      progress?.take(frame);
      for (const line of frame.events.map(describeCommand)) if (line !== null) note(line);
      if (scenario.mode === "real" && frame.events.some(isEnd)) {
        removal ??= setTimeout(() => note(removalNote), removalPatienceMs);
      }
    },
  });
  if (!started.ok) return started;
  const experiment = started.value;
  for (const said of experiment.notes) note(said);
  progress = new Progress(scenario.durationSeconds);
  const stopSteering = steered
    ? steer(process.stdin, giving(experiment, note), note)
    : () => undefined;
  const stopListening = cancelOnSignals(experiment, note);
  const result = await experiment.finished;
  if (removal !== null) clearTimeout(removal);
  stopListening();
  stopSteering();
  progress.stop();
  return result.ok ? success(result.value) : result;
}

/** Who sends the terminal's Ctrl+C on (npm does) makes one keypress arrive several times. */
const echoMs = 300;

/** The first signal asks for the end, a later one insists. */
function cancelOnSignals(experiment: Experiment, note: (text: string) => void): () => void {
  let askedMs: number | null = null;
  const listener = () => {
    if (askedMs === null) {
      askedMs = performance.now();
      note("Cancelling; press Ctrl+C again to end at once.");
      experiment.command({ kind: "cancel" });
    } else if (performance.now() - askedMs > echoMs) {
      experiment.kill();
    }
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/** What the rules refuse is not recorded: a run's scenario, commands and all, can be run again. */
const giving =
  (experiment: Experiment, note: (text: string) => void) =>
  (command: Command): void => {
    const why = refusedWith(experiment.scenario.workload.profile, command.kind);
    if (why === null) experiment.command(command);
    else note(`error: ${command.kind} ${why}`);
  };

function exitCode(summary: Summary): number {
  const { run } = summary;
  const verified = verifiedOf(summary);
  if (run.status === "cancelled") {
    printNote(
      `cancelled after ${formatTidyDuration(run.engineMs)} of engine time; the result covers that time`,
    );
  }
  if (run.status === "failed") {
    printNote(
      `error: the run failed: ${run.error === null ? "no reason given" : run.error.message}`,
    );
  }
  const inconsistent = inconsistencies(summary);
  const lost = lossesOf(summary.snapshots);
  for (const problem of inconsistent) printNote(`error: verification failed: ${problem}`);
  for (const loss of lost) printNote(`error: ${loss}. Everything else of the run is valid.`);
  const isTold = inconsistent.length > 0 || lost.length > 0 || run.status === "failed";
  if (verified === false && !isTold)
    printNote("error: a snapshot does not show what it should: verification failed");
  for (const warning of run.warnings ?? []) printNote(`warning: ${warning}`);
  return run.status === "completed" && verified !== false ? exitDone : exitFailed;
}
