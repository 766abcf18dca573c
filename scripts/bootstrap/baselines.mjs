// The programs that measure baselines for `npm run bench`: SQLite in Node, SimPy in Python.
import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { say } from "./report.mjs";
import { runStep } from "./run.mjs";

export const simpyVersion = "4.1.1";

/** Outside the checkout: one set-up serves all checkouts, and a clean checkout stays one. */
export function simpyFolder(env = process.env) {
  return join(
    env.XDG_CACHE_HOME || join(homedir(), ".cache"),
    "snapscope",
    `simpy-${simpyVersion}`,
  );
}

/** A Python that has SimPy, or null, with the reason told. */
async function pythonWithSimpy(env) {
  const folder = simpyFolder(env);
  const python = join(folder, "bin", "python");
  if (existsSync(join(folder, "complete"))) return python;
  try {
    rmSync(folder, { recursive: true, force: true });
    await runStep("simpy-venv", "python3", ["-m", "venv", folder], { env });
    await runStep("simpy-install", python, ["-m", "pip", "install", `simpy==${simpyVersion}`], {
      env,
    });
    await runStep("simpy-complete", "touch", [join(folder, "complete")], { env });
    return python;
  } catch (error) {
    const reason = error.message.split("\n").filter((line) => line !== "");
    say(`SimPy cannot be had, so nothing is compared with it: ${reason.slice(0, 2).join("; ")}`);
    return null;
  }
}

/** Options of snapscope_bench for the baselines that this machine has. */
export async function baselineOptions({ node, env }) {
  const sqlite = inRoot("app", "services", "testing", "durable-updates.ts");
  const options = ["--sqlite", node, sqlite];
  const python = await pythonWithSimpy(env);
  if (python !== null) options.push("--simpy", python, inRoot("native", "bench", "simpy_mm1.py"));
  return options;
}
