/** Names of the messages between the preload and Electron's main process, which both must know. */
export const bridgeChannels = {
  requestPort: "snapscope:request-port",
  port: "snapscope:port",
  openFiles: "snapscope:open-files",
  saveFile: "snapscope:save-file",
  /** The user has dropped or pasted a file: its path, which the preload has of the system. */
  dropped: "snapscope:dropped",
  exportLog: "snapscope:export-log",
  setTheme: "snapscope:set-theme",
  menu: "snapscope:menu",
  /** The page listens for files to open from now on, and those that wait can be sent. */
  takeFiles: "snapscope:take-files",
  files: "snapscope:files",
} as const;
