/** Starting engine processes, which each host does in its own way. */
import { fork } from "node:child_process";
import { finished } from "node:stream/promises";
import { failure, type Result, success } from "../contract/result.ts";
import { IpcTransport } from "../transport/ipc-transport.ts";
import { OutputTail } from "../transport/output-tail.ts";
import type { Transport } from "../transport/transport.ts";
import { engineEntry } from "./project-paths.ts";

export interface EngineExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last of what the process wrote to stdout and stderr: its last words. */
  readonly output: string;
}

export interface LaunchedEngine {
  readonly pid: number;
  /** Messages of app/transport/engine-messages.ts. Closing it makes the process tidy up and go. */
  readonly transport: Transport;
  /** Ends the process at once. */
  kill(): void;
  /** Settles when the process is gone, however it went. Never rejects. */
  readonly exited: Promise<EngineExit>;
}

/** `addon` is the path of the native addon, the process's only argument. */
export type EngineLauncher = (addon: string) => Promise<Result<LaunchedEngine>>;

/** Each process that it starts is ended at once when the signal aborts, or has aborted. */
export const killedBy =
  (signal: AbortSignal, launchEngine: EngineLauncher): EngineLauncher =>
  async (addon) => {
    const launched = await launchEngine(addon);
    if (!launched.ok) return launched;
    const { kill, exited } = launched.value;
    signal.addEventListener("abort", kill);
    if (signal.aborted) kill();
    void exited.then(() => signal.removeEventListener("abort", kill));
    return launched;
  };

/** A grandchild could hold the output open for ever; nobody waits for that. */
const outputWaitMs = 500;

/** The engine as a forked Node process: the command line, the loopback server. */
export const forkEngine: EngineLauncher = async (addon) => {
  const child = fork(engineEntry, [addon], {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const transport = new IpcTransport(child);
  const output = new OutputTail();
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) stream.on("data", (chunk: Buffer) => output.take(chunk));
  // The last words of a process may arrive after its exit. The "close" event, which would tell,
  // never comes once the parent has disconnected the IPC channel.
  const outputRead = async () => {
    const signal = AbortSignal.timeout(outputWaitMs);
    await Promise.allSettled(streams.map((stream) => finished(stream, { signal })));
    return output.text;
  };
  const exited = new Promise<EngineExit>((resolve) => {
    child.once("exit", (code, signal) => {
      void outputRead().then((text) => resolve({ code, signal, output: text }));
    });
  });
  const problem = await new Promise<Error | null>((resolve) => {
    child.once("spawn", () => resolve(null));
    child.on("error", resolve);
  });
  if (problem !== null || child.pid === undefined) {
    const reason = problem?.message ?? "no process";
    return failure("engineDied", `the engine process cannot be started: ${reason}`);
  }
  return success({ pid: child.pid, transport, kill: () => void child.kill("SIGKILL"), exited });
};
