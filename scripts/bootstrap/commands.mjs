// The commands behind the npm scripts: what each needs, and what it runs.
import { execFileSync } from "node:child_process";
import { buildApp } from "./app.mjs";
import { baselineOptions } from "./baselines.mjs";
import { buildPreset } from "./build.mjs";
import { changeHere, presetOf, runChecks, runFormat } from "./checks.mjs";
import { withLock } from "./lock.mjs";
import { packageApp } from "./package.mjs";
import { inRoot, root } from "./paths.mjs";
import { SetupError, say } from "./report.mjs";
import { runCommand } from "./run.mjs";
import { start } from "./start.mjs";
import { ensureSystem } from "./system.mjs";
import { runTests } from "./tests.mjs";
import { ensureNode, ensurePackages } from "./toolchain.mjs";

/** The name by which the UI and the desktop application are built, beside the presets of CMake. */
const app = "app";
/** Programs of the preset `release`: what users run, and what links the same objects. */
const engine = "release/snapscope_addon";
const engineTests = "release/tests";
const benchmarks = "release/snapscope_bench";

/**
 * Sets up for `purpose` (see system.mjs) and builds `targets`, one set-up at a time. A target is a
 * preset, or `preset/program` for one program of it.
 */
function setUp(purpose, targets) {
  return withLock(
    inRoot(".bootstrap", "lock"),
    async () => {
      const tools = await ensureNode();
      await ensurePackages(tools);
      await ensureSystem(purpose);
      for (const target of targets) {
        if (target === app) await buildApp(tools);
        else {
          const [preset, program] = target.split("/");
          await buildPreset(preset, tools.env, program);
        }
      }
      return tools;
    },
    (pid) => say(`waiting for another set-up in this checkout (process ${pid}) ...`),
  );
}

async function snapscope(args) {
  const { node, env } = await setUp("build", [engine]);
  // npm goes to the checkout first; paths on the command line are relative to where its user is.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  return runCommand(node, [inRoot("app", "cli", "main.ts"), ...args], { env, cwd });
}

/** Presets other than these are compiled by clang. */
function purposeOf(targets) {
  const presets = targets.map((target) => target.split("/")[0]);
  if (presets.some((preset) => !["release", "defects", app].includes(preset))) return "ci";
  return presets.includes("defects") || targets.includes(engineTests) ? "test" : "build";
}

/** What each kind of tests needs; all of it when none is named. */
const testSetUps = {
  cpp: ["test", [engineTests]],
  ts: ["build", [engine]],
  e2e: ["e2e", [engine, app]],
};
const allTests = ["allTests", [engine, engineTests, app]];

/** The tools, and the path of an Electron for tests in the environment. */
async function withTestElectron({ node, env }) {
  const path = execFileSync(node, [inRoot("scripts", "test-electron.mjs")], {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
  return { node, env: { ...env, SNAPSCOPE_TEST_ELECTRON: path } };
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

/** Benchmarks that are not the engine's own, and the options that they know of those of `bench`. */
const otherBenchmarks = [
  {
    name: "read-errorlog",
    script: inRoot("app", "capture", "testing", "measure-reading.ts"),
    flags: ["--quick", "--all-cores"],
    options: ["--seed", "--folder", "--readings"],
  },
  {
    name: "sqlcat-creation",
    script: inRoot("app", "cli", "testing", "measure-creation.ts"),
    flags: ["--quick"],
    options: ["--seed"],
  },
];

function argumentsOf({ flags, options }, args) {
  const known = args.filter((argument) => flags.includes(argument));
  for (const name of options) {
    const at = args.indexOf(name);
    if (at >= 0) known.push(name, args[at + 1] ?? "");
  }
  return known;
}

export const commands = {
  /** The app in a window, or in a browser: `npm start -- --browser`. */
  async start(args) {
    return start(await setUp("build", [engine, app]), args);
  },
  snapscope,
  async test(args) {
    const [purpose, targets] = testSetUps[args[0]] ?? allTests;
    const tools = await setUp(purpose, targets);
    return runTests(targets.includes(app) ? await withTestElectron(tools) : tools, args);
  },
  /** `npm run -s e2e`: as `npm test -- e2e`. */
  e2e: (args) => commands.test(["e2e", ...args]),
  /** Pictures of every screen, into build/screenshots. */
  async screenshots(args) {
    const { node, env } = await setUp("e2e", [engine, app]);
    return runCommand(node, [inRoot("scripts", "screenshots.mjs"), ...args], { env });
  },
  /** The application as its users install it, into build/package. */
  async package(args) {
    const tools = await withTestElectron(await setUp("e2e", [engine, app]));
    return packageApp(tools, args);
  },
  /** Builds targets: `npm run build -- app`, `-- asan`; engine and app when none is named. */
  async build(args) {
    const targets = args.length > 0 ? args : [engine, app];
    await setUp(purposeOf(targets), targets);
    return 0;
  },
  /** The engine's benchmarks, then the others; `--filter` with the name of one is that alone. */
  async bench(args) {
    const { node, env } = await setUp("build", [engine, benchmarks]);
    const program = inRoot("build", "release", "snapscope_bench");
    const options = { env: { ...env, SNAPSCOPE_COMMIT: commit() } };
    const filter = args.includes("--filter") ? args[args.indexOf("--filter") + 1] : null;
    const others = otherBenchmarks.filter(
      ({ name }) => filter === null || name.startsWith(filter) || filter.startsWith(name),
    );
    if (args.includes("--list")) return runCommand(program, args, options);
    if (filter === null || others.length === 0) {
      const baselines = await baselineOptions({ node, env });
      const ofEngine = await runCommand(program, [...args, ...baselines], options);
      if (ofEngine !== 0) return ofEngine;
    }
    for (const other of others) {
      const status = await runCommand(node, [other.script, ...argumentsOf(other, args)], options);
      if (status !== 0) return status;
    }
    return 0;
  },
  /** Random scenarios and faults against the engine: `npm run sim -- --minutes 30`. */
  async sim(args) {
    // Known defects are in a build of their own; what users run is looked for others.
    const preset = args.includes("--mutations") ? "defects" : "release";
    const target = preset === "defects" ? "snapscope_simulator" : "tests";
    const { node, env } = await setUp("test", [`${preset}/${target}`]);
    const program = inRoot("build", preset, "snapscope_simulator");
    return runCommand(node, [inRoot("scripts", "simulate.mjs"), program, ...args], { env });
  },
  /** libFuzzer on every decoder: `npm run fuzz -- --seconds 60 log_file`. */
  async fuzz(args) {
    const { node, env } = await setUp("fuzz", ["asan/fuzzers"]);
    return runCommand(node, [inRoot("scripts", "fuzz.mjs"), inRoot("build", "asan"), ...args], {
      env,
    });
  },
  /** The build for Windows, and its tests under wine. */
  async windows() {
    const { node, env } = await setUp("windows", ["windows"]);
    return runCommand(node, [inRoot("scripts", "windows-tests.mjs"), inRoot("build", "windows")], {
      env,
    });
  },
  /** `--changed`: only what a change touches, and its tests. */
  async check(args) {
    if (!args.includes("--changed")) return runChecks(await setUp("format", []));
    const change = changeHere();
    if (change === undefined) throw new SetupError("--changed: there is no commit to compare with");
    const tools = await setUp("format", change.scripts.length > 0 ? [engine] : []);
    if (change.folders.length > 0) {
      await setUp(
        "test",
        change.folders.map((folder) => `${presetOf(folder)}/${folder}_test`),
      );
    }
    return runChecks(tools, change);
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
