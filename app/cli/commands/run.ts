/** `snapscope run`: from the command line to the result of one run. */

import type { RunEvent } from "../../contract/events.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Result } from "../../contract/result.ts";
import { success } from "../../contract/result.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import type { Summary } from "../../contract/summary.ts";
import { type Experiment, startExperiment } from "../../services/experiments.ts";
import { readRawScenario } from "../../services/presets.ts";
import { printNote, printResult, reportFailure } from "../console.ts";
import { exitDone, exitFailed } from "../exit-codes.ts";
import { Progress } from "../progress.ts";
import { Recorder } from "../recorder.ts";
import { prepareResultFolder, resultFiles, writeResultFile } from "../result-folder.ts";
import { describeCommand, steer } from "../steering.ts";
import { secondsOf } from "../text/numbers.ts";
import { renderSummary } from "../text/run-summary.ts";

export interface RunOptions {
  readonly seed?: string;
  readonly mode?: string;
  readonly pace?: string;
  readonly duration?: string;
  readonly set: readonly string[];
  readonly json?: true;
  readonly out?: string;
  readonly force?: true;
  readonly steer?: true;
}

export async function runCommand(what: string, options: RunOptions): Promise<void> {
  const scenario = await buildScenario(what, options);
  if (!scenario.ok) return reportFailure(scenario.error);
  if (options.out !== undefined) {
    const prepared = await prepareResultFolder(options.out, options.force === true);
    if (!prepared.ok) return reportFailure(prepared.error);
  }
  const recorder = new Recorder();
  const result = await execute(scenario.value, recorder, options.steer === true);
  if (!result.ok) {
    // What was recorded before the end is still worth having.
    await writeFiles(options.out, recorder, scenario.value, null);
    return reportFailure(result.error);
  }
  const summary = result.value;
  printResult(options.json ? JSON.stringify(summary) : renderSummary(summary, recorder));
  process.exitCode = exitCode(summary);
  await writeFiles(options.out, recorder, scenario.value, summary);
}

/** The file, then the options, then `--set` in the order given: the later wins. */
async function buildScenario(what: string, options: RunOptions): Promise<Result<Scenario>> {
  const raw = await readRawScenario(what);
  if (!raw.ok) return raw;
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
): Promise<Result<Summary>> {
  let progress: Progress | null = null;
  let removal: NodeJS.Timeout | null = null;
  const note = (text: string) => (progress === null ? printNote(text) : progress.note(text));
  const started = await startExperiment(scenario, {
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
  progress = new Progress(scenario.durationSeconds);
  const stopSteering = steered
    ? steer(process.stdin, (command) => experiment.command(command), note)
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

function exitCode({ run }: Summary): number {
  if (run.status === "cancelled") {
    printNote(
      `cancelled after ${secondsOf(run.engineMs)} s of engine time; the result covers that time`,
    );
  }
  if (run.status === "failed") {
    printNote(
      `error: the run failed: ${run.error === null ? "no reason given" : run.error.message}`,
    );
  }
  if (run.verified === false)
    printNote("error: a snapshot does not show what it should: verification failed");
  return run.status === "completed" && run.verified !== false ? exitDone : exitFailed;
}

/** Without a summary (the engine died) what was streamed until then is written. */
async function writeFiles(
  folder: string | undefined,
  recorder: Recorder,
  scenario: Scenario,
  summary: Summary | null,
): Promise<void> {
  if (folder === undefined) return;
  const errorlog = summary?.errorlog ?? recorder.errorlog;
  const origin =
    summary?.run.origin ?? scenario.startTime ?? recorder.loggedOrigin ?? "1970-01-01T00:00:00";
  const files: [string, string][] = [
    [resultFiles.errorlog, errorlog.map((line) => `${line}\n`).join("")],
    [resultFiles.counters, recorder.countersCsv(origin, scenario.database.name)],
  ];
  if (summary !== null) files.push([resultFiles.summary, `${JSON.stringify(summary, null, 2)}\n`]);
  for (const [name, text] of files) {
    const written = await writeResultFile(folder, name, text);
    if (!written.ok) return reportFailure(written.error);
    printNote(`wrote ${written.value}`);
  }
}
