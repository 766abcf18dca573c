// Running other programs: set-up steps into a log file, commands with the terminal handed over.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";
import { logFile, root, shown } from "./paths.mjs";
import { endProgress, SetupError } from "./report.mjs";

const shownLogLines = 40;

/**
 * Runs a set-up step with its output in build/logs/<step>.log. On failure throws a SetupError with
 * the last lines of it. `onLine` sees every line of output as it comes.
 */
export async function runStep(step, program, args, { env = process.env, onLine } = {}) {
  const log = logFile(step);
  mkdirSync(dirname(log), { recursive: true });
  const file = openSync(log, "w");
  let rest = "";
  const take = (chunk) => {
    writeSync(file, chunk);
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    if (onLine) for (const line of lines) onLine(line);
  };
  const outcome = await new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code === 0 ? "" : `exit ${signal ?? code}`));
  });
  closeSync(file);
  endProgress();
  if (outcome === "") return;
  const tail = readFileSync(log, "utf8").trimEnd().split("\n").slice(-shownLogLines).join("\n");
  throw new SetupError(`${step} (${outcome})\n\n${tail}\n\nThe whole log: ${shown(log)}`);
}

/**
 * Runs a command that owns the terminal, and returns its exit code. An interrupt is the command's
 * to handle: from a terminal it reaches the whole group by itself, from elsewhere it is passed on,
 * once, since npm passes it on as well. `onErrorText` sees what it writes to stderr, which is shown
 * all the same.
 */
export function runCommand(program, args, { env = process.env, cwd = root, onErrorText } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = ["inherit", "inherit", onErrorText ? "pipe" : "inherit"];
    const child = spawn(program, args, { cwd, env, stdio });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      process.stderr.write(text);
      onErrorText(text);
    });
    let passedOnAt = Number.NEGATIVE_INFINITY;
    const passOn = (signal) => {
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      if (Date.now() - passedOnAt < 1000) return;
      passedOnAt = Date.now();
      child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, passOn);
    const finish = (settle, value) => {
      for (const signal of signals) process.off(signal, passOn);
      settle(value);
    };
    child.on("error", (error) => finish(reject, new SetupError(`${program}: ${error.message}`)));
    child.on("close", (code, signal) =>
      finish(resolve, code ?? 128 + (constants.signals[signal] ?? 0)),
    );
  });
}
