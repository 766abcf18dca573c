/**
 * Calls the command line in the process of a test: what it does is the same, and no Node has to
 * start. What belongs to a process (signals, stdin, closed pipes) needs one of its own.
 */
import { Writable } from "node:stream";
import { runCommandLine } from "../command-line.ts";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  /** Variables beside those of the test's process. */
  readonly environment: Readonly<Record<string, string>>;
}

class Collected extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}

/** Calls that are under way, all in the same surroundings: a process has one folder. */
let shared: { readonly key: string; calls: number; readonly restore: () => void } | null = null;

function enter(surroundings: Surroundings): () => void {
  const key = JSON.stringify(surroundings);
  if (shared !== null && shared.key !== key) {
    throw new Error("calls at a time must have the same folder and environment");
  }
  shared ??= { key, calls: 0, restore: change(surroundings) };
  const own = shared;
  own.calls += 1;
  return () => {
    own.calls -= 1;
    if (own.calls > 0) return;
    own.restore();
    shared = null;
  };
}

function change({ cwd, environment }: Surroundings): () => void {
  const [before, variables] = [process.cwd(), { ...process.env }];
  process.chdir(cwd);
  Object.assign(process.env, environment);
  return () => {
    process.chdir(before);
    for (const name of Object.keys(environment)) {
      const value = variables[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

export async function callCommandLine(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<Ended> {
  const leave = enter(surroundings);
  const [stdout, stderr] = [new Collected(), new Collected()];
  try {
    const status = await runCommandLine(args, { stdout, stderr });
    return { status, stdout: stdout.text, stderr: stderr.text };
  } finally {
    leave();
  }
}
