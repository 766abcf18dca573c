import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashOfSources } from "./app.mjs";
import { ninjaProgress } from "./build.mjs";
import { readLock, withLock } from "./lock.mjs";
import { inRoot } from "./paths.mjs";
import { playwrightSecondTries, writeSecondTries } from "./second-tries.mjs";
import { electronUrl, hasDisplay, installedElectron, namespacesRestricted } from "./start.mjs";
import { installCommand, missingPackages, needsOf } from "./system.mjs";
import {
  chosenByTag,
  junitFailures,
  junitTotals,
  playwrightFailures,
  playwrightTotals,
  totalsLine,
  vitestFailures,
  vitestTotals,
} from "./tests.mjs";
import { npmEnvironment, runsTypeScript } from "./toolchain.mjs";

describe("runsTypeScript", () => {
  it("knows which versions strip types without a flag", () => {
    const old = ["18.0.0", "20.20.2", "22.14.0", "22.17.1", "23.5.0"];
    expect(old.filter(runsTypeScript)).toEqual([]);
    const good = ["22.18.0", "23.6.0", "24.0.0", "24.21.0", "26.1.0"];
    expect(good.filter(runsTypeScript)).toEqual(good);
  });
});

describe("npmEnvironment", () => {
  it("lets the inner npm speak when the outer one is silent", () => {
    expect(npmEnvironment({ PATH: "/bin", npm_config_loglevel: "silent" })).toEqual({
      PATH: "/bin",
    });
  });
});

describe("missingPackages", () => {
  it("names only what is missing, as the package manager calls it", () => {
    const present = (need) => need.programs !== undefined;
    expect(missingPackages(needsOf.test, "apt", present)).toEqual([
      "libxxhash-dev",
      "nlohmann-json3-dev",
      "liburing-dev",
      "libzstd-dev",
      "libgtest-dev",
    ]);
    expect(missingPackages(needsOf.test, "apt", () => true)).toEqual([]);
  });

  it("leaves libraries to CMake where the manager has no name for them", () => {
    expect(missingPackages(needsOf.test, "brew", () => false)).toEqual(["llvm", "cmake", "ninja"]);
  });

  it("misses nothing that is optional, and names it apart", () => {
    expect(missingPackages(needsOf.e2e, "apt", () => false)).not.toContain(
      "chromium-headless-shell",
    );
    expect(missingPackages(needsOf.e2e, "apt", () => false, true)).toEqual([
      "chromium-headless-shell",
    ]);
  });

  it("makes one command", () => {
    expect(installCommand(["cmake", "g++"], "apt")).toBe(
      "sudo apt-get update && sudo apt-get install -y --no-install-recommends cmake g++",
    );
  });
});

describe("withLock", () => {
  let folder;
  let path;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "snapscope-lock-"));
    path = join(folder, "lock");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

  it("holds the lock while working, and lets go after a failure too", async () => {
    await withLock(path, async () => {
      expect(readLock(path)).toMatchObject({ pid: process.pid, stale: false });
    });
    expect(existsSync(path)).toBe(false);
    const failing = withLock(path, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(existsSync(path)).toBe(false);
  });

  it("runs one piece of work at a time", async () => {
    const events = [];
    const work = (name) => async () => {
      events.push(`${name} starts`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`${name} ends`);
    };
    const waiting = [];
    const wait = (pid) => waiting.push(pid);
    await Promise.all([withLock(path, work("a"), wait), withLock(path, work("b"), wait)]);
    expect(events[1]).toBe(events[0].replace("starts", "ends"));
    expect(events[3]).toBe(events[2].replace("starts", "ends"));
    expect(waiting).toEqual([process.pid]);
  });

  it("takes over from a process that is gone", async () => {
    writeFileSync(path, `${deadPid()} 1\n`);
    expect(readLock(path).stale).toBe(true);
    expect(await withLock(path, async () => "done")).toBe("done");
  });

  it("takes over a lock whose time stands still", () => {
    writeFileSync(path, `${process.pid} 1\n`);
    expect(readLock(path).stale).toBe(false);
    utimesSync(path, new Date(0), new Date(0));
    expect(readLock(path).stale).toBe(true);
  });
});

describe("totals", () => {
  it("reads ctest's report", () => {
    const xml =
      '<?xml version="1.0"?>\n<testsuite name="x"\n\ttests="12"\n\tfailures="2"\n\tdisabled="0"\n\tskipped="1">';
    expect(junitTotals(xml)).toEqual({ passed: 9, failed: 2, skipped: 1 });
  });

  it("counts a test file that does not load as a failure", () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: [
        { status: "failed", assertionResults: [] },
        { status: "passed", assertionResults: [{}] },
      ],
    };
    expect(vitestTotals(report)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  });

  it("counts a test that passed at its second try, and a file that does not load", () => {
    const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 1 };
    expect(playwrightTotals({ stats, errors: [{}] })).toEqual({ passed: 6, failed: 3, skipped: 1 });
  });

  it("are one line each", () => {
    expect(totalsLine("C++", { passed: 9, failed: 2, skipped: 1 })).toBe(
      "C++         9 passed, 2 failed, 1 skipped",
    );
  });
});

describe("what failed", () => {
  it("is named of ctest's report", () => {
    const xml = `<testcase name="Log.Grows" status="run"/>
      <testcase name="Log.Ends" classname="Log.Ends" time="0.1" status="fail">`;
    expect(junitFailures(xml)).toEqual(["Log.Ends"]);
  });

  it("is named of Vitest's report, with files that do not load", () => {
    const assertionResults = [
      { status: "passed", fullName: "adds" },
      { status: "failed", fullName: "divides" },
    ];
    const testResults = [
      { status: "passed", name: inRoot("a.test.ts"), message: "", assertionResults: [] },
      { status: "failed", name: inRoot("b.test.ts"), message: "", assertionResults },
      { status: "failed", name: inRoot("c.test.ts"), message: "no module", assertionResults: [] },
    ];
    expect(vitestFailures({ testResults })).toEqual(["b.test.ts: divides", "c.test.ts: no module"]);
  });

  it("is named of Playwright's report, with errors outside tests", () => {
    const specs = [
      { ok: true, file: "run.spec.ts", title: "runs" },
      { ok: false, file: "run.spec.ts", title: "ends" },
    ];
    const report = { suites: [{ suites: [{ specs }] }], errors: [{ message: "no browser" }] };
    expect(playwrightFailures(report)).toEqual(["run.spec.ts: ends", "no browser"]);
  });
});

describe("which end-to-end tests run", () => {
  it("is told by their tag alone, unless all were asked for or some were named", () => {
    expect(chosenByTag([], {})).toEqual(["--grep", "@main"]);
    expect(chosenByTag([], { SNAPSCOPE_TEST_SIZE: "full" })).toEqual([]);
    expect(chosenByTag(["e2e"], {})).toEqual([]);
    expect(chosenByTag(["e2e", "replay"], {})).toEqual([]);
  });
});

describe("what was tried again", () => {
  it("is named of Playwright's report, with what a test itself started again", () => {
    const specs = [
      { file: "run.spec.ts", title: "runs", tests: [{ status: "expected", annotations: [] }] },
      { file: "run.spec.ts", title: "ends", tests: [{ status: "flaky", annotations: [] }] },
      {
        file: "package.spec.ts",
        title: "starts",
        tests: [
          {
            status: "expected",
            annotations: [
              { type: "tried again", description: "start 1 took too long" },
              { type: "slow", description: "of another kind" },
            ],
          },
        ],
      },
    ];
    expect(playwrightSecondTries({ suites: [{ suites: [{ specs }] }] })).toEqual([
      "run.spec.ts: ends",
      "package.spec.ts: starts (start 1 took too long)",
    ]);
  });

  it("is kept in a list, of which another program's tests take nothing away", () => {
    const folder = mkdtempSync(join(tmpdir(), "snapscope-tries-"));
    const file = join(folder, "logs", "second-tries.txt");
    writeSecondTries(["a.spec.ts: of a run before"], { file });
    writeSecondTries(["a.spec.ts: one"], { file });
    writeSecondTries(["a.spec.ts: one", "b.spec.ts: two"], { file, keep: true });
    expect(readFileSync(file, "utf8")).toBe("a.spec.ts: one\nb.spec.ts: two\n");
    writeSecondTries([], { file });
    expect(readFileSync(file, "utf8")).toBe("");
    rmSync(folder, { recursive: true });
  });
});

describe("ninjaProgress", () => {
  it("reads ninja's counter and nothing else", () => {
    expect(ninjaProgress("[3/17] Building x.o")).toEqual({ done: 3, total: 17 });
    expect(ninjaProgress("ninja: no work to do.")).toBeUndefined();
  });
});

describe("npm start", () => {
  it("knows a Linux without a display", () => {
    expect(hasDisplay("linux", {})).toBe(false);
    expect(hasDisplay("linux", { DISPLAY: "" })).toBe(false);
    expect(hasDisplay("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe(true);
    expect(hasDisplay("win32", {})).toBe(true);
  });

  it("takes Electron for installed only when its program is there", () => {
    const folder = mkdtempSync(join(tmpdir(), "snapscope-electron-"));
    expect(installedElectron(folder)).toBeNull();
    writeFileSync(join(folder, "path.txt"), "electron");
    expect(installedElectron(folder)).toBeNull();
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist", "electron"), "");
    expect(installedElectron(folder)).toBe(join(folder, "dist", "electron"));
    rmSync(folder, { recursive: true });
  });

  it("looks for Electron where its own installer would", () => {
    expect(electronUrl({}, "1.2.3", "linux", "x64")).toBe(
      "https://github.com/electron/electron/releases/download/v1.2.3/electron-v1.2.3-linux-x64.zip",
    );
    expect(electronUrl({ ELECTRON_MIRROR: "https://mirror/" }, "1.2.3", "darwin", "arm64")).toBe(
      "https://mirror/v1.2.3/electron-v1.2.3-darwin-arm64.zip",
    );
  });

  it("knows systems that keep user namespaces from programs", () => {
    const settings = (values) => (path) => values[path.split("/").at(-1)];
    expect(namespacesRestricted(settings({}))).toBe(false);
    expect(namespacesRestricted(settings({ max_user_namespaces: "15000" }))).toBe(false);
    const ubuntu = { apparmor_restrict_unprivileged_userns: "1" };
    expect(namespacesRestricted(settings(ubuntu))).toBe(true);
  });
});

describe("the sources of the app", () => {
  it("have another hash when one of them changes, or its name does", () => {
    const folder = mkdtempSync(join(tmpdir(), "snapscope-sources-"));
    const hash = () => hashOfSources(["app"], folder);
    mkdirSync(join(folder, "app"));
    writeFileSync(join(folder, "app", "a.ts"), "1");
    const first = hash();
    writeFileSync(join(folder, "app", "a.test.ts"), "a test is no part of it");
    expect(hash()).toBe(first);
    writeFileSync(join(folder, "app", "a.ts"), "2");
    const second = hash();
    renameSync(join(folder, "app", "a.ts"), join(folder, "app", "b.ts"));
    expect(new Set([first, second, hash()]).size).toBe(3);
    rmSync(folder, { recursive: true });
  });
});

describe("the scripts", () => {
  it("all go through the bootstrap, which knows them", async () => {
    const { commands } = await import("./commands.mjs");
    const file = new URL("../../package.json", import.meta.url);
    const { scripts } = JSON.parse(readFileSync(file, "utf8"));
    for (const [name, line] of Object.entries(scripts)) {
      expect(line).toBe(`node scripts/bootstrap.mjs ${name}`);
      expect(commands).toHaveProperty(name);
    }
  });
});
