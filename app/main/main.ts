/** Entry of the desktop application: one instance, one window, one services process. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { app, type BrowserWindow, dialog, Menu, session } from "electron";
import { bridgeChannels } from "../transport/bridge-channels.ts";
import { installBridge } from "./bridge.ts";
import { filesOf } from "./command-line.ts";
import { servicesEnvironment } from "./environment.ts";
import { pickFiles } from "./file-dialogs.ts";
import { guardAllPages, guardSession } from "./guards.ts";
import { createMainWindow } from "./main-window.ts";
import { menuTemplate } from "./menu.ts";
import { registerPageScheme, servePage } from "./page-scheme.ts";
import { ServicesHost } from "./services-host.ts";
import { type Taker, WaitingFiles } from "./waiting-files.ts";

/** Bundled into out/main/, beside the other programs. */
const out = resolve(import.meta.dirname, "..");
/** What other processes open must lie outside of the archive that a packaged app is. */
const unpacked = out.replace(/app\.asar(?=[/\\]|$)/, "app.asar.unpacked");

class Application {
  #window: BrowserWindow | null = null;
  #services: ServicesHost | null = null;
  readonly #files: WaitingFiles;

  constructor(files: readonly string[]) {
    this.#files = new WaitingFiles(files);
  }

  start(): void {
    guardSession(session.defaultSession);
    servePage(session.defaultSession, join(out, "renderer"));
    this.#services = new ServicesHost({
      servicesEntry: join(unpacked, "services", "main.js"),
      engineEntry: join(unpacked, "engine", "main.js"),
      environment: servicesEnvironment(process.env, app.isPackaged),
      onFailed: ({ message, detail }) =>
        void this.#giveUp(
          "Snapscope cannot start.",
          [message, detail].filter(Boolean).join("\n\n"),
        ),
      onRestarted: (reason) => this.#restarted(reason),
      onGivenUp: (reason) =>
        void this.#giveUp(
          "Snapscope cannot go on.",
          `Its services ended again and again (${reason}). What was recorded is kept. Start Snapscope again; if that does not help, install it anew, which keeps the library too.`,
        ),
    });
    installBridge({
      connect: (window) => this.#services?.connect(window.webContents),
      takeFiles: (window) => void this.#files.takenBy(takerOf(window)),
    });
    const send = (actionId: string) =>
      this.#window?.webContents.send(bridgeChannels.menu, actionId);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, send)));
    this.openWindow();
  }

  /** Shows the window; makes it where there is none, as on macOS after it was closed. */
  openWindow(): void {
    if (this.#window !== null) {
      if (this.#window.isMinimized()) this.#window.restore();
      this.#window.show();
      this.#window.focus();
      return;
    }
    const window = createMainWindow({
      preload: join(out, "preload", "preload.cjs"),
      state: join(app.getPath("userData"), "window.json"),
      icon: join(app.getAppPath(), "assets", "icons", "snapscope.png"),
    });
    const pageGone = () => void this.#files.takenBy(null);
    window.webContents.on("did-navigate", pageGone);
    window.webContents.on("render-process-gone", pageGone);
    window.on("closed", () => {
      this.#window = null;
      pageGone();
    });
    this.#window = window;
  }

  openFiles(paths: readonly string[]): void {
    void this.#files.add(paths);
    this.openWindow();
  }

  async stop(): Promise<void> {
    await this.#services?.stop();
  }

  async #giveUp(message: string, detail: string): Promise<void> {
    console.error(`${message} ${detail}`);
    await dialog.showMessageBox({ type: "error", message, detail });
    app.exit(1);
  }

  #restarted(reason: string): void {
    const window = this.#window;
    if (window === null) return;
    void dialog.showMessageBox(window, {
      type: "warning",
      message: "The services of Snapscope ended and were started again.",
      detail: `They ended with ${reason}. Experiments that were running have ended; what they had recorded is kept.`,
    });
  }
}

const takerOf = (window: BrowserWindow): Taker => ({
  pick: (paths) => pickFiles(window, paths),
  take: (files) => window.webContents.send(bridgeChannels.files, files),
});

function main(): void {
  const data = process.env.SNAPSCOPE_DATA;
  // The lock of the single instance lies there too: another data folder is another application.
  if (data !== undefined && data !== "") app.setPath("userData", join(resolve(data), "desktop"));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  // Every window asks for the sandbox anyway; where it was switched off, asking for all would fail.
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  // Without a graphics device there is nothing to accelerate with, and Chromium's search for one can
  // leave the first page waiting for ever.
  if (process.platform === "linux" && !existsSync("/dev/dri")) app.disableHardwareAcceleration();
  registerPageScheme();
  guardAllPages();
  const appFolder = app.isPackaged ? null : app.getAppPath();
  const application = new Application(filesOf(process.argv, process.cwd(), appFolder));
  let stopped = false;
  app.on("second-instance", (_event, argv, workingDirectory) =>
    application.openFiles(filesOf(argv, workingDirectory, appFolder)),
  );
  app.on("open-file", (event, path) => {
    event.preventDefault();
    if (app.isReady()) application.openFiles([path]);
    else app.whenReady().then(() => application.openFiles([path]));
  });
  app.on("activate", () => application.openWindow());
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("will-quit", (event) => {
    if (stopped) return;
    event.preventDefault();
    void application.stop().finally(() => {
      stopped = true;
      app.quit();
    });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => app.quit());
  void app.whenReady().then(() => application.start());
}

main();
