/**
 * Runs experiments: claims the folders of a real run, forks an engine process, decodes what it
 * sends, and sees to it that nothing of the run is left, however it ends.
 */
import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";
import { finished } from "node:stream/promises";
import type { Command } from "../contract/command.ts";
import { decodeBatch, type Frame } from "../contract/frame.ts";
import { parseJsonWith } from "../contract/issues.ts";
import { type Failure, failure, type Result, success } from "../contract/result.ts";
import type { Scenario, Volume } from "../contract/scenario.ts";
import { type Summary, summarySchema } from "../contract/summary.ts";
import { CreditedReceiver } from "../transport/credits.ts";
import { IpcTransport } from "../transport/ipc-transport.ts";
import { decodeMessage, encodeMessage, type Message } from "../transport/messages.ts";
import { addonPath, engineEntry } from "./project-paths.ts";
import { claimWorkspace, type Workspace } from "./workspace.ts";

export interface ExperimentObserver {
  /** Called in order; the engine waits for a slow one. */
  onFrame?(frame: Frame): void | Promise<void>;
}

export interface Experiment {
  /** The scenario as the engine got it, with the folders that were claimed. */
  readonly scenario: Scenario;
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
): Promise<Result<Experiment>> {
  const claimed = await claimFolders(withStartTime(scenario), environment);
  if (!claimed.ok) return claimed;
  const engine = new EngineProcess(claimed.value.scenario, observer, addonPath(environment));
  const { workspaces } = claimed.value;
  try {
    for (const workspace of workspaces) await workspace.noteEngine(engine.pid);
  } catch (error) {
    engine.kill();
    await engine.ended;
    await releaseAll(workspaces);
    return failure("ioError", `the folder of the run cannot be marked: ${String(error)}`);
  }
  return success({
    scenario: claimed.value.scenario,
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

/** Enough for the message of a failed check; a process that floods its output is cut. */
const outputTailBytes = 4096;

/** A grandchild could hold the output open for ever; nobody waits for that. */
const outputWaitMs = 500;

/** How long a dismissed engine process may take to tidy up before it is ended. */
const dismissalMs = 5000;

class EngineProcess {
  readonly pid: number;
  readonly ended: Promise<Result<Summary>>;
  readonly #child: ChildProcess;
  readonly #transport: IpcTransport;
  readonly #receiver: CreditedReceiver;
  #output = "";
  /** The first reason for which the run failed, or its summary. */
  #outcome: Result<Summary> | null = null;
  #killed = false;
  #deadline: NodeJS.Timeout | null = null;

  constructor(scenario: Scenario, observer: ExperimentObserver, addon: string) {
    this.#child = fork(engineEntry, [addon], {
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.pid = this.#child.pid ?? 0;
    this.#transport = new IpcTransport(this.#child);
    this.#receiver = new CreditedReceiver(
      (bytes) => consume(bytes, observer),
      (credits) => this.#send({ kind: "grant", credits }),
    );
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-outputTailBytes);
      });
    }
    this.ended = new Promise((resolve) => {
      this.#child.once("error", (error) => {
        this.#settle(
          failure("engineDied", `the engine process cannot be started: ${error.message}`),
        );
        if (this.#child.pid === undefined) resolve(this.#outcomeAtExit(null, null));
      });
      this.#child.once("exit", (code, signal) => {
        if (this.#deadline !== null) clearTimeout(this.#deadline);
        void this.#outputRead().then(() => resolve(this.#outcomeAtExit(code, signal)));
      });
    });
    this.#transport.onFrame((frame) => this.#receive(frame));
    this.#send({ kind: "start", scenario: JSON.stringify(scenario) });
  }

  command(command: Command): void {
    this.#send({ kind: "command", command });
  }

  kill(): void {
    this.#killed = true;
    this.#child.kill("SIGKILL");
  }

  #send(message: Message): void {
    this.#transport.send(encodeMessage(message));
  }

  #receive(frame: Uint8Array): void {
    const message = decodeMessage(frame);
    if (!message.ok) {
      this.#abort(message.error);
      return;
    }
    switch (message.value.kind) {
      case "batch": {
        this.#receiver.accept(message.value.bytes);
        this.#receiver.drained().catch((error: unknown) => this.#abort(toFailure(error)));
        return;
      }
      case "end":
        void this.#end(message.value.summary);
        return;
      case "error":
        this.#abort(message.value.error);
        return;
      default:
        this.#abort(failure("protocol", `engine process sent ${message.value.kind}`).error);
    }
  }

  /** The summary counts once every batch before it has been dealt with. */
  async #end(text: string): Promise<void> {
    try {
      await this.#receiver.drained();
    } catch (error) {
      this.#abort(toFailure(error));
      return;
    }
    this.#settle(parseJsonWith(summarySchema, text, "summary of the engine", "protocol"));
    this.#dismiss();
  }

  /**
   * The last words of a process may arrive after its exit. The "close" event, which would tell,
   * never comes once the parent has disconnected the IPC channel.
   */
  async #outputRead(): Promise<void> {
    const streams = [this.#child.stdout, this.#child.stderr].filter((stream) => stream !== null);
    const signal = AbortSignal.timeout(outputWaitMs);
    await Promise.allSettled(streams.map((stream) => finished(stream, { signal })));
  }

  /** A closed channel makes the engine process cancel its run, tidy up and go. */
  #abort(error: Failure): void {
    this.#settle({ ok: false, error });
    this.#dismiss();
  }

  #dismiss(): void {
    this.#transport.close();
    this.#deadline ??= setTimeout(() => this.#child.kill("SIGKILL"), dismissalMs);
  }

  #settle(outcome: Result<Summary>): void {
    this.#outcome ??= outcome;
  }

  #outcomeAtExit(code: number | null, signal: NodeJS.Signals | null): Result<Summary> {
    if (this.#outcome !== null) return this.#outcome;
    if (this.#killed) return failure("engineDied", "the engine process was ended on request");
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    const detail = this.#output.trim();
    return failure(
      "engineDied",
      `the engine process ended before the run did (${how})`,
      detail === "" ? undefined : detail,
    );
  }
}

/** Carries an expected failure through the promise chain of the receiver. */
class FrameError extends Error {
  readonly failure: Failure;
  constructor(error: Failure) {
    super(error.message);
    this.failure = error;
  }
}

async function consume(bytes: Uint8Array, observer: ExperimentObserver): Promise<void> {
  const frame = decodeBatch(bytes);
  if (!frame.ok) throw new FrameError(frame.error);
  await observer.onFrame?.(frame.value);
}

const toFailure = (error: unknown): Failure =>
  error instanceof FrameError
    ? error.failure
    : { code: "ioError", message: error instanceof Error ? error.message : String(error) };
