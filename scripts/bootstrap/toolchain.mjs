// Node and npm packages. Node runs the project's TypeScript as it is, which takes 22.18, or 23.6:
// an older one gets a pinned Node of the project's own in .toolchain.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { inRoot } from "./paths.mjs";
import { SetupError, say, seconds } from "./report.mjs";
import { runStep } from "./run.mjs";

export const ownNodeVersion = "24.21.0";
const windows = process.platform === "win32";

export function runsTypeScript(version) {
  const [major, minor] = version.split(".").map(Number);
  if (major === 22) return minor >= 18;
  if (major === 23) return minor >= 6;
  return major > 23;
}

/** How to start npm: the one that started us, run by `node`, else the one on the path. */
function npmCommand(node) {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js") && existsSync(script)) return [node, script];
  return windows ? ["cmd.exe", "/d", "/s", "/c", "npm"] : ["npm"];
}

/** Quiet npm (`npm run -s`) must not silence the npm that we start: its log explains a failure. */
export function npmEnvironment(env) {
  const { npm_config_loglevel, ...rest } = env;
  return rest;
}

async function npm(step, node, env, args) {
  const [program, ...first] = npmCommand(node);
  await runStep(step, program, [...first, ...args], { env: npmEnvironment(env) });
}

function answersAs(node, version) {
  try {
    return execFileSync(node, ["--version"], { encoding: "utf8" }).trim() === `v${version}`;
  } catch {
    return false;
  }
}

/** The Node to use and the environment in which `node` and `npm` mean it. */
export async function ensureNode() {
  if (runsTypeScript(process.versions.node)) return { node: process.execPath, env: process.env };
  const folder = inRoot(".toolchain");
  const bin = join(folder, "node_modules", ".bin");
  const node = windows
    ? join(folder, "node_modules", "node", "bin", "node.exe")
    : join(bin, "node");
  const stamp = join(folder, "node-version");
  if (!existsSync(node) || !existsSync(stamp) || readFileSync(stamp, "utf8") !== ownNodeVersion) {
    const start = Date.now();
    say(`getting Node ${ownNodeVersion} (this one is ${process.versions.node}) ...`);
    const where = ["--prefix", folder, "--no-save", "--no-package-lock"];
    const what = `node@${ownNodeVersion}`;
    await npm("install-node", process.execPath, process.env, ["install", ...where, what]);
    if (!answersAs(node, ownNodeVersion))
      throw new SetupError(`npm installed ${what}, but it does not run; install Node 24 yourself`);
    writeFileSync(stamp, ownNodeVersion);
    say(`getting Node ${ownNodeVersion}: ${seconds(start)}`);
  }
  return { node, env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` } };
}

/** node_modules as package-lock.json says; the stamp inside goes when node_modules goes. */
export async function ensurePackages({ node, env }) {
  const lock = readFileSync(inRoot("package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const stamp = inRoot("node_modules", ".snapscope-stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const start = Date.now();
  say("installing npm packages ...");
  await npm("npm-ci", node, env, ["ci"]);
  writeFileSync(stamp, wanted);
  say(`installing npm packages: ${seconds(start)}`);
}
