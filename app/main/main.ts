/** Entry of the desktop application: one instance, one window, one services process. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { app, type BrowserWindow, dialog, Menu, session } from "electron";
import { bridgeChannels } from "../transport/bridge-channels.ts";
import { installBridge } from "./bridge.ts";
import { ChosenFiles } from "./chosen-files.ts";
import { filesOf } from "./command-line.ts";
import { servicesEnvironment } from "./environment.ts";
import { EventLog } from "./event-log.ts";
import { pickFiles, saveFile } from "./file-dialogs.ts";
import { guardAllPages, guardSession } from "./guards.ts";
import { createMainWindow, recoverPage } from "./main-window.ts";
import { menuTemplate } from "./menu.ts";
import { registerPageScheme, servePage } from "./page-scheme.ts";
import { ServicesHost } from "./services-host.ts";
import { type Taker, WaitingFiles } from "./waiting-files.ts";

/** Bundled into out/main/, beside the other programs. */
const out = resolve(import.meta.dirname, "..");
/** What other processes open must lie outside of the archive that a packaged app is. */
const unpacked = out.replace(/app\.asar(?=[/\\]|$)/, "app.asar.unpacked");

/** Why the application is about to end. */
type Quitting = "quit" | "system";

class Application {
  readonly #events = new EventLog(join(app.getPath("userData"), "logs", "snapscope.log"));
  #quitting: Quitting | null = null;
  #window: BrowserWindow | null = null;
  #services: ServicesHost | null = null;
  readonly #files: WaitingFiles;
  readonly #chosen = new ChosenFiles();

  constructor(files: readonly string[]) {
    this.#files = new WaitingFiles(files);
  }

  start(): void {
    this.log("application", `${app.getVersion()} starts; ${versions()}`);
    guardSession(session.defaultSession);
    servePage(session.defaultSession, join(out, "renderer"));
    this.#services = new ServicesHost({
      servicesEntry: join(unpacked, "services", "main.js"),
      engineEntry: join(unpacked, "engine", "main.js"),
      environment: servicesEnvironment(process.env, app.isPackaged),
      mayRead: (path) => this.#chosen.has(path),
      log: (part, text) => this.log(part, text),
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
      takeFiles: (window) => void this.#files.takenBy(this.#takerOf(window)),
      chose: (path) => this.#chosen.add(path),
      exportLog: (window) => this.#exportLog(window),
    });
    const send = (actionId: string) =>
      this.#window?.webContents.send(bridgeChannels.menu, actionId);
    const exportLog = () => void (this.#window !== null && this.#exportLog(this.#window));
    const template = menuTemplate(process.platform, { send, exportLog });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
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
      quitting: () => this.#quitting,
      onStay: () => {
        this.#quitting = null;
      },
      log: (text) => this.log("window", text),
    });
    recoverPage(window, {
      log: (text) => this.log("page", text),
      exportLog: async () => void (await this.#exportLog(window)),
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

  /** Its windows are about to be closed. */
  quits(why: Quitting): void {
    this.#quitting ??= why;
  }

  async stop(): Promise<void> {
    await this.#services?.stop();
  }

  log(part: string, text: string): void {
    this.#events.write(part, text);
    console.error(`${part}: ${text.trimEnd()}`);
  }

  #takerOf(window: BrowserWindow): Taker {
    return {
      pick: (paths) => pickFiles(window, paths),
      take: (files) => {
        for (const { path } of files) this.#chosen.add(path);
        window.webContents.send(bridgeChannels.files, files);
      },
    };
  }

  /** The path it was saved at; null when the user cancelled, or was told why it cannot be saved. */
  async #exportLog(window: BrowserWindow): Promise<string | null> {
    try {
      return await saveFile(window, "snapscope-log.txt", Buffer.from(this.#events.text()));
    } catch (error) {
      const detail = `${error instanceof Error ? error.message : String(error)}. Save it in another folder.`;
      const message = "The log could not be saved.";
      await dialog.showMessageBox(window, { type: "error", message, detail });
      return null;
    }
  }

  async #giveUp(message: string, detail: string): Promise<void> {
    this.log("application", `${message} ${detail}`);
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

const versions = (): string => {
  const { electron, chrome, node } = process.versions;
  return `Electron ${electron}, Chromium ${chrome}, Node ${node}, ${process.platform} ${process.arch}`;
};

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
  app.on("child-process-gone", (_event, { type, name, reason, exitCode }) => {
    // Services and engines are told by who started them.
    if (type !== "Utility" && reason !== "clean-exit")
      application.log("application", `${name ?? type} ended (${reason}, exit code ${exitCode})`);
  });
  process.on("uncaughtException", (error) => {
    application.log("application", error.stack ?? String(error));
    const title = "Something went wrong in Snapscope.";
    dialog.showErrorBox(title, `${error.message}\n\nHelp, Export Log… saves what is known of it.`);
  });
  process.on("unhandledRejection", (reason) =>
    application.log("application", reason instanceof Error ? `${reason.stack}` : String(reason)),
  );
  app.on("before-quit", () => application.quits("quit"));
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
    process.on(signal, () => {
      application.quits("system");
      app.quit();
    });
  void app.whenReady().then(() => application.start());
}

main();
