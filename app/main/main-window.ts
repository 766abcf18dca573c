/** The window: sandboxed, where it was last time, shown when there is something to see. */
import { app, BrowserWindow, dialog, nativeTheme, screen } from "electron";
import { type Leave, questionBefore } from "./leaving.ts";
import { PageRecovery } from "./page-recovery.ts";
import { pageUrl } from "./page-scheme.ts";
import { placeWindow, readWindowState, smallestWindow, writeWindowState } from "./window-state.ts";

export interface WindowOptions {
  readonly preload: string;
  /** Where its bounds are kept. */
  readonly state: string;
  readonly icon: string;
  /** Why the application is about to end; null: it is not. */
  readonly quitting: () => "quit" | "system" | null;
  /** An experiment is running, and its user stays. */
  readonly onStay: () => void;
  readonly log: (text: string) => void;
}

/** The page's own background, so that nothing flashes before it is drawn. */
const background = { light: "#eef0f2", dark: "#15171a" } as const;

export function createMainWindow(options: WindowOptions): BrowserWindow {
  const state = readWindowState(options.state);
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = placeWindow(state.bounds, workAreas) ?? { width: 1280, height: 800 };
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: "Snapscope",
    icon: options.icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once("ready-to-show", () => {
    if (state.maximized) window.maximize();
    window.show();
  });
  let closing = false;
  window.on("close", () => {
    closing = true;
    const kept = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      writeWindowState(options.state, kept);
    } catch (error) {
      options.log(`where the window was is not kept: ${String(error)}`);
    }
  });
  window.webContents.on("will-prevent-unload", (event) => {
    const leave = options.quitting() ?? (closing ? "close" : "reload");
    closing = false;
    // Preventing the prevention: the page asked to stay, the user decides.
    if (mayLeave(window, leave)) event.preventDefault();
    else options.onStay();
  });
  void window.loadURL(pageUrl);
  return window;
}

function mayLeave(window: BrowserWindow, leave: Leave): boolean {
  const question = questionBefore(leave, process.platform);
  if (question === null) return true;
  const { message, detail, buttons } = question;
  const choice = dialog.showMessageBoxSync(window, {
    type: "warning",
    message,
    detail,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 0,
  });
  return choice === 1;
}

/** Its page comes back when it crashed or hangs. */
export function recoverPage(
  window: BrowserWindow,
  { log, exportLog }: { log(text: string): void; exportLog(): Promise<void> },
): void {
  const { webContents } = window;
  const recovery = new PageRecovery(
    {
      load: () => webContents.reload(),
      endPage: () => webContents.forcefullyCrashRenderer(),
      ask: async ({ buttons, ...notice }, signal) => {
        const options = { ...notice, buttons: [...buttons], defaultId: 0, cancelId: 0 };
        const asked = signal === undefined ? options : { ...options, signal };
        return (await dialog.showMessageBox(window, asked)).response;
      },
      exportLog,
      quit: () => app.quit(),
    },
    log,
  );
  webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason !== "clean-exit") void recovery.gone(reason, exitCode);
  });
  window.on("unresponsive", () => void recovery.hangs());
  window.on("responsive", () => recovery.answersAgain());
  webContents.on("console-message", ({ level, message, sourceId, lineNumber }) => {
    if (level === "error") log(`${message} (${sourceId}:${lineNumber})`);
  });
}
