/** The window: sandboxed, where it was last time, shown when there is something to see. */
import { BrowserWindow, dialog, nativeTheme, screen } from "electron";
import { pageUrl } from "./page-scheme.ts";
import { placeWindow, readWindowState, smallestWindow, writeWindowState } from "./window-state.ts";

export interface WindowFiles {
  readonly preload: string;
  /** Where its bounds are kept. */
  readonly state: string;
  readonly icon: string;
}

/** As the page's own background, so that nothing flashes before it is drawn. */
const background = { light: "#eef0f2", dark: "#15171a" } as const;

export function createMainWindow(files: WindowFiles): BrowserWindow {
  const state = readWindowState(files.state);
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = placeWindow(state.bounds, workAreas) ?? { width: 1280, height: 800 };
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: "Snapscope",
    icon: files.icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: files.preload,
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
  window.on("close", () => {
    const kept = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    writeWindowState(files.state, kept);
  });
  window.webContents.on("will-prevent-unload", (event) => {
    // Preventing the prevention: the page asked to stay, the user decides.
    if (mayLeave(window)) event.preventDefault();
  });
  void window.loadURL(pageUrl);
  return window;
}

function mayLeave(window: BrowserWindow): boolean {
  const choice = dialog.showMessageBoxSync(window, {
    type: "warning",
    message: "An experiment is running.",
    detail: "If you close the window it ends here. What it has recorded so far is kept.",
    buttons: ["Keep it running", "Close anyway"],
    defaultId: 0,
    cancelId: 0,
  });
  return choice === 1;
}
