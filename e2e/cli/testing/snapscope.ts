/**
 * Calls the command line: `snapscope` in the test's own process, `start` as its user does, in a
 * process with two streams and an exit code. Nothing here sleeps: a test waits for what the process
 * says or for its end.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { callCommandLine, type Ended } from "../../../app/cli/testing/call-command-line.ts";

export type { Ended };

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const entry = fromRoot("app/cli/main.ts");
/** How a shell calls the command line. */
export const program = `${process.execPath} ${entry}`;
export const paperLog = fromRoot("assets/sample-logs/sqlcat-2006.log");
export const goldenFolder = fromRoot("e2e/cli/golden");

/** A scratch folder, in which commands run and where the default folder of real runs would be. */
export const makeScratch = () => mkdtempSync(join(tmpdir(), "snapscope-e2e-"));
export const removeScratch = (folder: string) => rmSync(folder, { recursive: true, force: true });

const dataHomeIn = (cwd: string) => ({ XDG_DATA_HOME: join(cwd, "data-home") });

export interface StartOptions {
  readonly cwd?: string;
  /** A process group of its own, as a terminal gives it. */
  readonly group?: boolean;
  /** An environment variable of this name marks the process and all that it starts. */
  readonly mark?: string;
}

export class Running {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  #stdout = "";
  #stderr = "";
  /** Where in stderr the next `until` looks: each finds what comes after the one before. */
  #seen = 0;
  #over = false;
  #changed: () => void = () => undefined;

  constructor(args: readonly string[], { cwd, group = false, mark }: StartOptions = {}) {
    this.#child = spawn(process.execPath, [entry, ...args], {
      cwd,
      detached: group,
      env: {
        ...process.env,
        ...(cwd === undefined ? {} : dataHomeIn(cwd)),
        ...(mark === undefined ? {} : { [mark]: "1" }),
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    // A command written when the process is about to end finds nobody: that is no failure of a test.
    this.#child.stdin?.on("error", () => undefined);
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
      this.#changed();
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.once("error", reject);
      this.#child.once("close", (status) => {
        this.#over = true;
        this.#changed();
        resolve({ status, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  get pid(): number {
    const { pid } = this.#child;
    // A signal to process 0 would go to the tests' own group.
    if (pid === undefined) throw new Error("snapscope was not started");
    return pid;
  }

  /** Settles when stderr shows the pattern, after what the last call found. */
  async until(pattern: RegExp): Promise<void> {
    for (;;) {
      const match = pattern.exec(this.#stderr.slice(this.#seen));
      if (match !== null) {
        this.#seen += match.index + match[0].length;
        return;
      }
      if (this.#over) throw new Error(`ended before it said ${pattern}:\n${this.#stderr}`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  /** A live command, for `--steer`. */
  say(command: object): void {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /** Ctrl+C: the terminal sends it to the whole group. */
  interruptGroup(): void {
    process.kill(-this.pid, "SIGINT");
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}

/** A test that fails must not leave a run behind. */
export function start(args: readonly string[], options?: StartOptions): Running {
  const run = new Running(args, options);
  onTestFinished(() => run.kill());
  return run;
}

/** For tests of what a process alone has: its start, its exit code, who its children are. */
export const snapscopeProcess = (args: readonly string[], options?: StartOptions) =>
  start(args, options).ended;

export const snapscope = (
  args: readonly string[],
  { cwd }: { readonly cwd?: string } = {},
): Promise<Ended> =>
  callCommandLine(args, {
    cwd: cwd ?? process.cwd(),
    environment: cwd === undefined ? {} : dataHomeIn(cwd),
  });

/** `--set` for each entry. */
export const settings = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).flatMap(([path, value]) => ["--set", `${path}=${JSON.stringify(value)}`]);

/** The preset made small: the same phases in half a second of wall time. */
export const smallRun = [
  "run",
  "creation-under-load",
  ...settings({
    "database.sizeMiB": 64,
    "server.memoryMiB": 16,
    "workload.users": 30,
    durationSeconds: 20,
    warmupSeconds: 2,
    "timeline.0.atSeconds": 5,
  }),
] as const;

/** Runs the jobs in order, at most two at a time: what a small machine has cores for. */
export async function inPairs<Job, Outcome>(
  jobs: readonly Job[],
  run: (job: Job) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = jobs.entries();
  const worker = async () => {
    for (const [index, job] of queue) outcomes[index] = await run(job);
  };
  await Promise.all([worker(), worker()]);
  return outcomes;
}
