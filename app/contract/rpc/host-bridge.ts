/**
 * What the desktop's preload offers to the page, as `window.snapscope`: the narrow bridge. In a
 * browser it is absent, and the page uses what a browser has. Data goes over the RPC port, never here.
 */
/** A file of this machine's disk. The services read it: of its bytes only a scenario's come to the page. */
export interface PickedFile {
  readonly name: string;
  readonly path: string;
  /** Its size, bytes. */
  readonly size: number;
  /** What is in the file, where it may be a scenario, which the page edits. */
  readonly text?: string;
}

/** What kind of file a dialog asks for. */
export type FileKind = "log" | "run";

/** Menu entries of the application that the page carries out, by the id of the action. */
export type MenuListener = (actionId: string) => void;

/** Files that the program was started with, or a second start handed over. */
export type FilesListener = (files: readonly PickedFile[]) => void;

export interface HostBridge {
  readonly platform: "linux" | "darwin" | "win32";
  /**
   * Asks for a connection to the services. It arrives as a `message` event on the window with
   * `data === rpcPortMessage` and the port, which closes when the services end: ask again then.
   */
  requestPort(): void;
  /** Empty when the user cancels. */
  openFiles(kind: FileKind): Promise<readonly PickedFile[]>;
  /** What was dropped or pasted; null: a file that is on no disk, as a pasted picture. */
  pickedFile(file: File): PickedFile | null;
  /** The path it was saved at; null when the user cancels. */
  saveFile(suggestedName: string, bytes: Uint8Array): Promise<string | null>;
  /** Saves the application's log of what went wrong: its path; null when the user cancels. */
  exportLog(): Promise<string | null>;
  /** Sets how the window's frame is drawn, and the menus' state. */
  setTheme(theme: "light" | "dark" | "system"): void;
  onMenu(listener: MenuListener): () => void;
  /** Those that came before are handed over at once. */
  onFiles(listener: FilesListener): () => void;
}

export const rpcPortMessage = "snapscope:port";
