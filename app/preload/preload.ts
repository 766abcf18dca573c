/** The narrow bridge between the page and the application; it checks nothing, main does. */
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from "electron";
import { type HostBridge, type PickedFile, rpcPortMessage } from "../contract/rpc/host-bridge.ts";
import { bridgeChannels } from "../transport/bridge-channels.ts";

/** What a preload uses of the page's window. */
declare const window: {
  readonly origin: string;
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void;
};

/** A port cannot pass the context bridge: it goes to the page as a message of the window. */
ipcRenderer.on(bridgeChannels.port, (event) => {
  window.postMessage(rpcPortMessage, window.origin, [...event.ports]);
});

function listen<Value>(channel: string, listener: (value: Value) => void): () => void {
  const onMessage = (_event: IpcRendererEvent, value: Value) => listener(value);
  ipcRenderer.on(channel, onMessage);
  return () => {
    ipcRenderer.off(channel, onMessage);
  };
}

const bridge: HostBridge = {
  platform: process.platform as HostBridge["platform"],
  requestPort: () => ipcRenderer.send(bridgeChannels.requestPort),
  openFiles: (kind) => ipcRenderer.invoke(bridgeChannels.openFiles, kind),
  pickedFile(file) {
    const path = webUtils.getPathForFile(file);
    if (path === "") return null;
    ipcRenderer.sendSync(bridgeChannels.dropped, path);
    return { name: file.name, path, size: file.size };
  },
  saveFile: (suggestedName, bytes) =>
    ipcRenderer.invoke(bridgeChannels.saveFile, suggestedName, bytes),
  exportLog: () => ipcRenderer.invoke(bridgeChannels.exportLog),
  setTheme: (theme) => ipcRenderer.send(bridgeChannels.setTheme, theme),
  onMenu: (listener) => listen<string>(bridgeChannels.menu, listener),
  onFiles(listener) {
    const end = listen<readonly PickedFile[]>(bridgeChannels.files, listener);
    ipcRenderer.send(bridgeChannels.takeFiles);
    return end;
  },
};

contextBridge.exposeInMainWorld("snapscope", bridge);
