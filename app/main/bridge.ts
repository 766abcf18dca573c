/** Main's end of the bridge: what the page may ask for. Each call is checked for who makes it. */
import {
  BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  ipcMain,
  nativeTheme,
} from "electron";
import { bridgeChannels } from "../transport/bridge-channels.ts";
import { openFiles, saveFile } from "./file-dialogs.ts";
import { isFromPage } from "./guards.ts";

export interface BridgeHost {
  /** Connects the page of `window` to the services. */
  connect(window: BrowserWindow): void;
  /** The page of `window` listens for files from now on. */
  takeFiles(window: BrowserWindow): void;
  /** The user has chosen the file at this path. */
  chose(path: string): void;
  /** Saves what is known of failures: the path, null when there is none. */
  exportLog(window: BrowserWindow): Promise<string | null>;
}

export function installBridge(host: BridgeHost): void {
  on(bridgeChannels.requestPort, (window) => host.connect(window));
  on(bridgeChannels.takeFiles, (window) => host.takeFiles(window));
  ipcMain.on(bridgeChannels.dropped, (event, path: unknown) => {
    if (isFromPage(event) && typeof path === "string") host.chose(path);
    // The preload waits for any answer: what the page asks for after it comes after it.
    event.returnValue = null;
  });
  handle(bridgeChannels.exportLog, (window) => host.exportLog(window));
  on(bridgeChannels.setTheme, (_window, theme) => {
    if (theme === "light" || theme === "dark" || theme === "system")
      nativeTheme.themeSource = theme;
  });
  handle(bridgeChannels.openFiles, (window, kind) => {
    if (kind !== "log" && kind !== "run") throw new TypeError("openFiles: log or run");
    return openFiles(window, kind).then((files) => {
      for (const { path } of files) host.chose(path);
      return files;
    });
  });
  handle(bridgeChannels.saveFile, (window, name, bytes) => {
    if (typeof name !== "string" || !(bytes instanceof Uint8Array)) {
      throw new TypeError("saveFile: a name and bytes");
    }
    return saveFile(window, name, bytes);
  });
}

/** Whose window; null for anybody but our page. */
const windowOf = (event: IpcMainEvent | IpcMainInvokeEvent): BrowserWindow | null =>
  isFromPage(event) ? BrowserWindow.fromWebContents(event.sender) : null;

function on(channel: string, handler: (window: BrowserWindow, ...args: unknown[]) => void): void {
  ipcMain.on(channel, (event, ...args: unknown[]) => {
    const window = windowOf(event);
    if (window !== null) handler(window, ...args);
  });
}

function handle(
  channel: string,
  handler: (window: BrowserWindow, ...args: unknown[]) => unknown,
): void {
  ipcMain.handle(channel, (event, ...args: unknown[]) => {
    const window = windowOf(event);
    if (window === null) throw new Error(`${channel}: not for this page`);
    return handler(window, ...args);
  });
}
