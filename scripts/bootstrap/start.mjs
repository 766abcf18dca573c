// npm start: the desktop application where there is a display and an Electron, else the same UI in a
// browser, with one line that says why.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot, root } from "./paths.mjs";
import { SetupError, say } from "./report.mjs";
import { runCommand, runStep } from "./run.mjs";

/** How long the download's host may take to answer before it counts as out of reach. */
const probeMs = 3000;

/** Starts what is possible; `--browser` asks for the browser right away. */
export async function start({ node, env }, args) {
  const wantsBrowser = args.includes("--browser");
  const rest = args.filter((argument) => argument !== "--browser");
  const window = wantsBrowser ? { problem: "as asked" } : await findWindow({ node, env });
  if (window.electron !== undefined) {
    if (isRootOnLinux()) say("running as root, without Chromium's sandbox; a user would have it");
    const flags = isRootOnLinux() ? ["--no-sandbox"] : [];
    return runCommand(window.electron, [...flags, root, ...rest], { env });
  }
  say(`no window (${window.problem}): serving the app to a browser; Ctrl+C ends it`);
  return runCommand(node, [inRoot("app", "cli", "main.ts"), "serve", ...rest], { env });
}

/** An Electron that can show a window here, or why there is none. */
async function findWindow(tools) {
  if (!hasDisplay(process.platform, process.env)) return { problem: "there is no display" };
  const electron = installedElectron() ?? (await downloadElectron(tools));
  if (electron === null) {
    return { problem: "Electron cannot be downloaded from here; to get it: npx install-electron" };
  }
  const problem = sandboxProblem(electron);
  return problem === null ? { electron } : { problem };
}

export function hasDisplay(platform, env) {
  if (platform !== "linux") return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The executable of the installed Electron; null when only its package is there. */
export function installedElectron(folder = inRoot("node_modules", "electron")) {
  try {
    const path = join(folder, "dist", readFileSync(join(folder, "path.txt"), "utf8"));
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** Where @electron/get looks for a release, told as it is told. */
export function electronUrl(env, version, platform = process.platform, arch = process.arch) {
  const mirror = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror;
  const base = mirror ?? "https://github.com/electron/electron/releases/download/";
  return `${base}v${version}/electron-v${version}-${platform}-${arch}.zip`;
}

/** Asks for the file's head first: on a network that does not reach it, nobody waits for long. */
async function downloadElectron({ node, env }) {
  const manifest = readFileSync(inRoot("node_modules", "electron", "package.json"), "utf8");
  const url = electronUrl(env, JSON.parse(manifest).version);
  try {
    const answer = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(probeMs) });
    if (!answer.ok) return null;
  } catch {
    return null;
  }
  say("downloading Electron ...");
  try {
    await runStep("install-electron", node, [inRoot("node_modules/electron/install.js")], { env });
  } catch (error) {
    if (error instanceof SetupError) return null;
    throw error;
  }
  return installedElectron();
}

const isRootOnLinux = () => process.platform === "linux" && process.getuid() === 0;

/**
 * Chromium's sandbox needs user namespaces, which some Linux systems keep from ordinary users, or
 * its helper to belong to root. Without either Electron ends at once.
 */
function sandboxProblem(electron) {
  if (process.platform !== "linux" || isRootOnLinux()) return null;
  const helper = join(dirname(electron), "chrome-sandbox");
  if (!namespacesRestricted(readSetting) || isSetuidRoot(helper)) return null;
  return (
    "this system keeps Chromium's sandbox from programs outside of its packages; to allow it: " +
    `sudo chown root ${helper} && sudo chmod 4755 ${helper}`
  );
}

export function namespacesRestricted(read) {
  return (
    read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1" ||
    read("/proc/sys/kernel/unprivileged_userns_clone") === "0" ||
    read("/proc/sys/user/max_user_namespaces") === "0"
  );
}

function readSetting(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

function isSetuidRoot(path) {
  try {
    const { uid, mode } = statSync(path);
    return uid === 0 && (mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}
