/**
 * Runs experiments: claims the folders of a real run, launches an engine process, hands on what it
 * sends, and sees to it that nothing of the run is left, however it ends.
 */
import { resolve } from "node:path";
import { addonPath } from "../addon/addon-path.ts";
import type { Command } from "../contract/command.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { Scenario, Volume } from "../contract/scenario.ts";
import type { Summary } from "../contract/summary.ts";
import { type EngineLauncher, forkEngine } from "./engine-launcher.ts";
import { EngineProcess, type ExperimentObserver } from "./engine-process.ts";
import { claimWorkspace, type Workspace } from "./workspace.ts";

export type { ExperimentObserver } from "./engine-process.ts";

export interface Experiment {
  /** The scenario as the engine got it, with the folders that were claimed. */
  readonly scenario: Scenario;
  /** What was done before it could start, each in a sentence. */
  readonly notes: readonly string[];
  command(command: Command): void;
  /** Ends the engine process at once. The folders are still cleaned up. */
  kill(): void;
  /** Settles when the process is gone and its files are removed. Never rejects. */
  readonly finished: Promise<Result<Summary>>;
}

export async function startExperiment(
  scenario: Scenario,
  observer: ExperimentObserver = {},
  environment: NodeJS.ProcessEnv = process.env,
  launchEngine: EngineLauncher = forkEngine,
): Promise<Result<Experiment>> {
  const claimed = await claimFolders(withStartTime(scenario), environment);
  if (!claimed.ok) return claimed;
  const { workspaces } = claimed.value;
  const launched = await launchEngine(addonPath(environment));
  if (!launched.ok) {
    await releaseAll(workspaces);
    return launched;
  }
  const engine = new EngineProcess(launched.value, observer);
  try {
    for (const workspace of workspaces) await workspace.noteEngine(launched.value.pid);
  } catch (error) {
    engine.kill();
    await engine.ended;
    await releaseAll(workspaces);
    return failure("ioError", `the folder of the run cannot be marked: ${String(error)}`);
  }
  engine.start(claimed.value.scenario);
  return success({
    scenario: claimed.value.scenario,
    notes: workspaces.flatMap(({ removed }) => removed ?? []),
    command: (command) => engine.command(command),
    kill: () => engine.kill(),
    finished: finish(engine, workspaces, scenario),
  });
}

/** A real run starts now, in the machine's local time, as an ERRORLOG has it. */
function withStartTime(scenario: Scenario): Scenario {
  if (scenario.startTime !== null) return scenario;
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return { ...scenario, startTime: local.toISOString().slice(0, 19) };
}

async function finish(
  engine: EngineProcess,
  workspaces: readonly Workspace[],
  asked: Scenario,
): Promise<Result<Summary>> {
  const result = await engine.ended;
  const problem = await releaseAll(workspaces);
  if (!result.ok) return result;
  return problem ?? success(repeatable(result.value, asked));
}

/**
 * The engine was told where the default folder is and what time it is. Whoever runs the summary's
 * scenario again means the default folder and the time of then; what they were is in files and origin.
 */
const repeatable = (summary: Summary, { startTime, storage }: Scenario): Summary => ({
  ...summary,
  scenario: { ...summary.scenario, startTime, storage },
});

async function releaseAll(workspaces: readonly Workspace[]) {
  for (const workspace of workspaces) {
    try {
      await workspace.release();
    } catch (error) {
      return failure(
        "ioError",
        `${workspace.folder}: not all files could be removed: ${String(error)}`,
      );
    }
  }
  return null;
}

interface Claimed {
  readonly scenario: Scenario;
  readonly workspaces: readonly Workspace[];
}

/** Volumes may share a folder; each folder is claimed once. All or none is claimed. */
async function claimFolders(
  scenario: Scenario,
  environment: NodeJS.ProcessEnv,
): Promise<Result<Claimed>> {
  if (scenario.mode !== "real") return success({ scenario, workspaces: [] });
  const key = ({ folder = null }: Volume) => (folder === null ? null : resolve(folder));
  const byFolder = new Map<string | null, Workspace>();
  for (const folder of new Set(scenario.storage.volumes.map(key))) {
    const claimed = await claimWorkspace(folder, scenario.storage, environment);
    if (!claimed.ok) {
      await releaseAll([...byFolder.values()]);
      return claimed;
    }
    byFolder.set(folder, claimed.value);
  }
  const volumes = scenario.storage.volumes.map((volume) => ({
    ...volume,
    folder: byFolder.get(key(volume))?.folder ?? null,
  }));
  const withFolders = { ...scenario, storage: { ...scenario.storage, volumes } };
  return success({ scenario: withFolders, workspaces: [...byFolder.values()] });
}
