/** Files in and out: the desktop's dialogs where there are any, else what a browser offers. */
import { comparisonFileExtension } from "../../../app/contract/rpc/comparisons.ts";
import type { ExportedFile } from "../../../app/contract/rpc/exports.ts";
import type { FileKind, PickedFile } from "../../../app/contract/rpc/host-bridge.ts";
import { runFileExtension } from "../../../app/contract/rpc/runs.ts";
import { messageOf } from "../services/services.ts";
import { notify } from "../shell/notifications.ts";
import { desktop } from "../shell/platform.ts";
import { headBytes } from "./file-kinds.ts";

/** A file that somebody wants to open. Nothing is read here of a large one but its beginning. */
export interface OpenableFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** On this machine's disk, where the services read it themselves; null in a browser. */
  readonly path: string | null;
  /** What is in it; null where only its path is known. */
  readonly content: Blob | null;
}

const ofDisk = ({ name, path, size, text }: PickedFile): OpenableFile => ({
  name,
  size,
  path,
  content: text === undefined ? null : new Blob([text], { type: "application/json" }),
});

/** A file that was dropped or pasted, or chosen in a browser. */
export const openableFile = (file: File): OpenableFile => ({
  name: file.name,
  size: file.size,
  path: desktop()?.pickedFile(file)?.path ?? null,
  content: file,
});

export const pastedName = "Pasted text.txt";

export function openableText(text: string): OpenableFile {
  const content = new Blob([text], { type: "text/plain" });
  return { name: pastedName, size: content.size, path: null, content };
}

export const openablePaths = (files: readonly PickedFile[]): readonly OpenableFile[] =>
  files.map(ofDisk);

/** The beginning of a file; null where only its path is known. Rejects for a folder. */
export async function headOf({ content }: OpenableFile): Promise<Uint8Array | null> {
  return content === null ? null : new Uint8Array(await content.slice(0, headBytes).arrayBuffer());
}

/** Asks where, in the desktop; a browser puts it where it puts downloads. False: the user cancelled. */
export async function saveFile(file: ExportedFile): Promise<boolean> {
  const bridge = desktop();
  if (bridge === null) {
    download(file);
    notify({ intent: "success", title: `${file.fileName} downloaded` });
    return true;
  }
  const path = await bridge.saveFile(file.fileName, file.bytes);
  if (path !== null) notify({ intent: "success", title: "Saved", body: path });
  return path !== null;
}

/** Whether it was saved; a failure is told under the title `failed`. */
export async function saveOrTell(failed: string, file: ExportedFile): Promise<boolean> {
  try {
    return await saveFile(file);
  } catch (error) {
    notify({ intent: "error", title: failed, body: messageOf(error) });
    return false;
  }
}

function download({ fileName, mediaType, bytes }: ExportedFile): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken the address over by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}

const accepted: Readonly<Record<FileKind, string>> = {
  // An ERRORLOG of the product has no extension, or a number: no filter could name it.
  log: "",
  run: `${runFileExtension},${comparisonFileExtension},.json`,
};

/** Empty when the user cancels. */
export async function pickFiles(kind: FileKind): Promise<readonly OpenableFile[]> {
  const bridge = desktop();
  return bridge === null ? pickInBrowser(kind) : openablePaths(await bridge.openFiles(kind));
}

function pickInBrowser(kind: FileKind): Promise<readonly OpenableFile[]> {
  const { promise, resolve } = Promise.withResolvers<readonly OpenableFile[]>();
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = accepted[kind];
  input.addEventListener("cancel", () => resolve([]));
  input.addEventListener("change", () => resolve([...(input.files ?? [])].map(openableFile)));
  input.click();
  return promise;
}
