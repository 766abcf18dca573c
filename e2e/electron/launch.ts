/** Starts the built desktop application under the Electron that tests use. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { _electron, type ElectronApplication, errors, type Page, test } from "@playwright/test";

export const checkout = resolve(import.meta.dirname, "../..");

/** `npm test` says where it is; else the script finds or gets it. */
function electronPath(): string {
  const given = process.env.SNAPSCOPE_TEST_ELECTRON;
  if (given !== undefined) return given;
  const script = join(checkout, "scripts", "test-electron.mjs");
  return execFileSync(process.execPath, [script], { encoding: "utf8" }).trim();
}

/** Electron's own, as a release has it; what stands in for it is older. */
const isOfficial = (executable: string): boolean =>
  executable.includes(join("node_modules", "electron"));

/**
 * The application's folder. Under an Electron whose Node is too old for better-sqlite3 it is a copy of
 * what was built, in which that one package is another: the processes are the product's own.
 */
function applicationFolder(executable: string): string {
  if (isOfficial(executable)) return checkout;
  if (staged !== null) return staged;
  const folder = mkdtempSync(join(tmpdir(), "snapscope-staged-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Programs are found by their real path: a link to them would lead to the checkout's packages.
  for (const path of ["package.json", "out"])
    cpSync(join(checkout, path), join(folder, path), { recursive: true });
  mkdirSync(join(folder, "build", "release"), { recursive: true });
  for (const path of ["assets", join("build", "release", "snapscope.node")])
    symlinkSync(join(checkout, path), join(folder, path));
  const script = join(checkout, "scripts", "test-electron", "sqlite", "install.mjs");
  execFileSync(process.execPath, [script, join(folder, "node_modules")]);
  staged = folder;
  return folder;
}

let staged: string | null = null;

export const newDataFolder = (): string => mkdtempSync(join(tmpdir(), "snapscope-desktop-"));
export const removeDataFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

export interface StartOptions {
  readonly dataFolder: string;
  /** Files on the command line. */
  readonly files?: readonly string[];
  /** Another program than the checkout under the test Electron: a packaged one. */
  readonly executable?: string;
}

/** What a start of the application is, for Playwright and for a second start without it. */
export function startCommand({ dataFolder, files = [], executable }: StartOptions) {
  const path = executable ?? electronPath();
  const folder = executable === undefined ? [applicationFolder(path)] : [];
  return {
    executablePath: path,
    args: ["--no-sandbox", ...folder, ...files],
    env: {
      ...(process.env as Record<string, string>),
      SNAPSCOPE_DATA: dataFolder,
    },
  };
}

export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** Utility processes of the application by what they are: "services", "engine". */
export const processesOf = (app: ElectronApplication, what: string): Promise<number[]> =>
  app.evaluate(
    ({ app: electron }, name) =>
      electron.getAppMetrics().flatMap((metric) => (metric.name === name ? metric.pid : [])),
    `Snapscope ${what}`,
  );

/** Playwright's own module that holds the start of an application back until it watches. */
const loader = join(checkout, "node_modules/playwright-core/lib/server/electron/loader.js");

/** A start takes a few seconds, on a machine that is busy as well. */
const launchTimeoutMs = 30_000;
const launchAttempts = 3;

export async function launchDesktop(options: StartOptions): Promise<Desktop> {
  const { args, ...command } = startCommand(options);
  if (options.executable === undefined) {
    const held = ["-r", loader, ...args];
    const app = await _electron.launch({ ...command, args: held, timeout: launchTimeoutMs });
    return { app, page: await app.firstWindow() };
  }
  // A packaged application takes no such module. Playwright, when it comes in the middle of the
  // page's first navigation, then waits for one for ever.
  for (let attempt = 1; ; attempt += 1) {
    try {
      const app = await _electron.launch({ ...command, args, timeout: launchTimeoutMs });
      return { app, page: await app.firstWindow() };
    } catch (error) {
      if (attempt === launchAttempts || !(error instanceof errors.TimeoutError)) throw error;
      // Told where all second tries are: scripts/bootstrap/second-tries.mjs.
      const description = `start ${attempt} showed no window in ${launchTimeoutMs / 1000} s`;
      test.info().annotations.push({ type: "tried again", description });
    }
  }
}
