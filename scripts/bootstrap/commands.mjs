// The commands behind the npm scripts: what each needs, and what it runs.
import { execFileSync } from "node:child_process";
import { buildPreset } from "./build.mjs";
import { runChecks, runFormat } from "./checks.mjs";
import { withLock } from "./lock.mjs";
import { inRoot, root } from "./paths.mjs";
import { say } from "./report.mjs";
import { runCommand } from "./run.mjs";
import { ensureSystem } from "./system.mjs";
import { runTests } from "./tests.mjs";
import { ensureNode, ensurePackages } from "./toolchain.mjs";

/** Sets up for `purpose` (see system.mjs) and builds `presets`, one set-up at a time. */
function setUp(purpose, presets) {
  return withLock(
    inRoot(".bootstrap", "lock"),
    async () => {
      const tools = await ensureNode();
      await ensurePackages(tools);
      await ensureSystem(purpose);
      for (const preset of presets) await buildPreset(preset, tools.env);
      return tools;
    },
    (pid) => say(`waiting for another set-up in this checkout (process ${pid}) ...`),
  );
}

async function snapscope(args) {
  const { node, env } = await setUp("build", ["release"]);
  // npm goes to the checkout first; paths on the command line are relative to where its user is.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  return runCommand(node, [inRoot("app", "cli", "main.ts"), ...args], { env, cwd });
}

/** Presets other than these two are compiled by clang. */
function purposeOf(presets) {
  if (presets.some((preset) => preset !== "release" && preset !== "test")) return "ci";
  return presets.includes("test") ? "test" : "build";
}

function commit() {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch {
    return "unknown";
  }
}

export const commands = {
  start: () => snapscope(["run", "creation-under-load"]),
  snapscope,
  async test(args) {
    // TypeScript tests run the engine that users run; C++ tests have a build of their own.
    const presets = { cpp: ["test"], ts: ["release"] }[args[0]] ?? ["release", "test"];
    const tools = await setUp(purposeOf(presets), presets);
    return runTests(tools, args);
  },
  /** Builds presets: `npm run build -- asan`; release when none is named. */
  async build(args) {
    const presets = args.length > 0 ? args : ["release"];
    await setUp(purposeOf(presets), presets);
    return 0;
  },
  async bench(args) {
    const { env } = await setUp("build", ["release"]);
    const program = inRoot("build", "release", "snapscope_bench");
    return runCommand(program, args, { env: { ...env, SNAPSCOPE_COMMIT: commit() } });
  },
  async check() {
    return runChecks(await setUp("format", []));
  },
  async format() {
    return runFormat(await setUp("format", []));
  },
  /** Only the set-up, for CI: everything that any check or build needs. */
  async setup() {
    await setUp("ci", []);
    return 0;
  },
};
