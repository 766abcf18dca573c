// Runs the simulator program, a process for each simulation: what a failed CHECK ends is one run.
import { spawn } from "node:child_process";

// Whatever takes longer hangs: a run takes a second, on a busy machine several.
const longestRunMs = 120_000;

function collect(program, args, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8").on("data", (chunk) => {
        texts[name] += chunk;
      });
    }
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill("SIGKILL");
    }, longestRunMs);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, timedOut, ...texts });
    });
    child.stdin.on("error", () => {
      // It may end before it has read everything; its exit tells why.
    });
    child.stdin.end(input);
  });
}

export class Simulator {
  #program;

  constructor(program) {
    this.#program = program;
  }

  async #ask(args) {
    const { code, stdout, stderr } = await collect(this.#program, args, "");
    if (code !== 0) throw new Error(`${this.#program} ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  async draw(seed, profile) {
    return JSON.parse(await this.#ask(["draw", String(seed), profile]));
  }

  /** [{ name, defect }] */
  async mutations() {
    const text = await this.#ask(["mutations"]);
    return text
      .trim()
      .split("\n")
      .map((line) => {
        const [name, defect] = line.split("\t");
        return { name, defect };
      });
  }

  /** The outcome as the program prints it; `problem` is null when everything held. */
  async run(plan, mutation) {
    const args = mutation === undefined ? ["run"] : ["run", mutation];
    const ran = await collect(this.#program, args, JSON.stringify(plan));
    if (ran.timedOut) return { problem: `it was not over after ${longestRunMs / 1000} s` };
    if (ran.code === 2) throw new Error(ran.stderr);
    if (ran.code === 0 || ran.code === 1) return JSON.parse(ran.stdout);
    const said = ran.stderr.trim().split("\n").at(-1);
    return { problem: `ended by ${ran.signal ?? `code ${ran.code}`}: ${said}` };
  }
}
